// VS Code's own protocol library against the server: SHAPEPROF is the program, FILE a model.
const childProcess = require('child_process');
const fs = require('fs');
const url = require('url');
const protocol = require('vscode-languageserver-protocol/node');

let passed = 0;
let failed = 0;

function check(name, holds, seen) {
  if (holds) {
    passed++;
  } else {
    failed++;
    console.log(`FAIL node ${name}: ${JSON.stringify(seen)}`);
  }
}

function label(hint) {
  return typeof hint.label === 'string' ? hint.label : hint.label.map((part) => part.value).join('');
}

async function main() {
  const server = childProcess.spawn(process.env.SHAPEPROF, ['lsp'], {stdio: ['pipe', 'pipe', 'inherit']});
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
  const uri = url.pathToFileURL(process.env.FILE).href;
  const waiting = new Map();
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
    const resolve = waiting.get(params.version);
    if (resolve) resolve(params.diagnostics);
  });
  const diagnostics = (version) => new Promise((resolve) => waiting.set(version, resolve));
  let refreshed = 0;
  connection.onRequest(protocol.InlayHintRefreshRequest.type, () => { refreshed++; });
  connection.onRequest(protocol.ConfigurationRequest.type, (params) => params.items.map(() => null));
  connection.listen();

  const initialized = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid, rootUri: null,
    capabilities: {
      workspace: {configuration: true, inlayHint: {refreshSupport: true}},
      textDocument: {publishDiagnostics: {relatedInformation: true, versionSupport: true}},
    },
  });
  check('inlay hints are offered', initialized.capabilities.inlayHintProvider, initialized);
  connection.sendNotification(protocol.InitializedNotification.type, {});

  const text = fs.readFileSync(process.env.FILE, 'utf8');
  let found = diagnostics(1);
  connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
    {textDocument: {uri, languageId: 'c', version: 1, text}});
  check('nothing is wrong', (await found).length === 0, await found);

  const lines = text.split('\n');
  const range = {start: {line: 0, character: 0}, end: {line: lines.length, character: 0}};
  const hints = () => connection.sendRequest(protocol.InlayHintRequest.type, {textDocument: {uri}, range});
  check('hints', (await hints()).some((hint) => label(hint).startsWith('[N, 64] f32 256*N B')), await hints());

  const line = lines.findIndex((one) => one.includes('nn_linear(64, 8)'));
  const character = lines[line].indexOf('64');
  const change = (version, replacement, length) => connection.sendNotification(
    protocol.DidChangeTextDocumentNotification.type, {
      textDocument: {uri, version},
      contentChanges: [{
        range: {start: {line, character}, end: {line, character: character + length}}, text: replacement,
      }],
    });
  found = diagnostics(2);
  change(2, '32', 2);
  const error = (await found)[0];
  check('a finding', error && error.message.includes('64') && error.message.includes('32'), await found);
  check('related places', error && error.relatedInformation.length > 0, error);
  found = diagnostics(3);
  change(3, '64', 2);
  check('it goes', (await found).length === 0, await found);

  const position = {line: lines.findIndex((one) => one.includes('nn_call(net->fc1')), character: 22};
  const hover = await connection.sendRequest(protocol.HoverRequest.type, {textDocument: {uri}, position});
  check('hover', hover && hover.contents.value.includes('axis 0 of weight'), hover);
  const lenses = await connection.sendRequest(protocol.CodeLensRequest.type, {textDocument: {uri}});
  check('lenses', lenses.some((lens) => lens.command.title.startsWith('peak leaf')), lenses);
  const definition = await connection.sendRequest(protocol.DefinitionRequest.type, {textDocument: {uri}, position});
  check('definition of sizes', definition.length > 0, definition);
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, {textDocument: {uri}});
  check('symbols', symbols.some((symbol) => symbol.name === 'fc1'), symbols);
  check('hints are to be asked for again', refreshed > 0, refreshed);

  await connection.sendRequest(protocol.ShutdownRequest.type);
  connection.sendNotification(protocol.ExitNotification.type);
  check('exit status', (await ended) === 0, await ended);
}

main().catch((error) => {
  failed++;
  console.log(`FAIL node: ${error.stack}`);
}).finally(() => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
});
