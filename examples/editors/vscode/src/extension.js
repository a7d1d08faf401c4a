// Starts the language server and does what only the editor can: questions with a free answer, and
// a place for reports.
const vscode = require('vscode');
const {LanguageClient} = require('vscode-languageclient/node');

let client;
let output;

// Settings that nobody gave stay out, so that the server's own defaults hold: the editor would make
// them 0 or empty.
function settings() {
  const all = {};
  const configuration = vscode.workspace.getConfiguration('shapeprof');
  for (const key of Object.keys(configuration)) {
    const found = configuration.inspect(key);
    const given = found && (found.workspaceFolderValue ?? found.workspaceValue ?? found.globalValue);
    if (given !== undefined && key !== 'path') all[key] = given;
  }
  return all;
}

function print(result) {
  if (!result || !result.text) return;
  output.clear();
  output.append(result.text);
  output.show(true);
}

// "N=8" is a value, "x=f32[8,3,224,224]" an input; nothing: as in the source.
function readSizes(answer) {
  const sizes = {};
  for (const word of answer.split(/\s+/).filter((one) => one)) {
    const value = word.match(/^([^=]+)=(\d+)$/);
    if (value) sizes.set = {...sizes.set, [value[1]]: Number(value[2])};
    else sizes.inputs = [...(sizes.inputs || []), word];
  }
  return sizes;
}

async function askSizes(argument, next) {
  const answer = await vscode.window.showInputBox({
    title: 'Analyse with other sizes',
    prompt: 'Inputs and values; empty: as in the source',
    value: (argument.inputs || []).map((input) => input.replace(/\s/g, '')).join(' '),
  });
  if (answer === undefined) return undefined;
  return next('shapeprof.sizes', [{...argument, sizes: readSizes(answer)}]);
}

const middleware = {
  async executeCommand(command, parameters, next) {
    if (command === 'shapeprof.sizes' && parameters[0] && !parameters[0].sizes) {
      return askSizes(parameters[0], next);
    }
    const result = await next(command, parameters);
    print(result);
    return result;
  },
  workspace: {
    configuration: (params) => params.items.map(() => settings()),
  },
};

function start() {
  const command = vscode.workspace.getConfiguration('shapeprof').get('path') || 'shapeprof';
  client = new LanguageClient('shapeprof', 'shapeprof', {command, args: ['lsp']}, {
    documentSelector: [{language: 'c', scheme: 'file'}],
    initializationOptions: settings(),
    synchronize: {configurationSection: 'shapeprof'},
    middleware,
  });
  return client.start();
}

async function activate(context) {
  output = vscode.window.createOutputChannel('shapeprof report');
  context.subscriptions.push(output, vscode.commands.registerCommand('shapeprof.restart', async () => {
    await client.stop();
    await start();
  }));
  await start();
}

module.exports = {activate, deactivate: () => client && client.stop()};
