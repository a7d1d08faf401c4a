// The extension in a real VS Code: code-server, with Chromium looking at the page. FOLDER has
// code-server and playwright-core in node_modules, WORKSPACE the file broken.c, EXTENSIONS the
// installed extension; SCREENSHOT is where a picture goes.
const childProcess = require('child_process');
const {chromium} = require('playwright-core');

const {FOLDER, WORKSPACE, EXTENSIONS, SCREENSHOT} = process.env;
const PORT = process.env.PORT || '18731';
let passed = 0;
let failed = 0;

function check(name, holds, seen) {
  if (holds) {
    passed++;
  } else {
    failed++;
    console.log(`FAIL vscode ${name}: ${JSON.stringify(seen)}`);
  }
}

// What the page shows once it is as wanted, or after a minute.
async function read(page, look, wanted) {
  let seen;
  for (let i = 0; i < 240; i++) {
    seen = await page.evaluate(look);
    if (wanted(seen)) return seen;
    await page.waitForTimeout(250);
  }
  return seen;
}

async function main() {
  const server = childProcess.spawn(process.execPath, [
    `${FOLDER}/node_modules/code-server/out/node/entry.js`, '--auth', 'none', '--bind-addr', `127.0.0.1:${PORT}`,
    '--user-data-dir', `${process.env.HOME}/user`, '--extensions-dir', EXTENSIONS, '--disable-telemetry',
    '--disable-update-check', '--disable-workspace-trust', WORKSPACE,
  ], {stdio: ['ignore', 'pipe', 'pipe']});
  await new Promise((resolve) => {
    const look = (data) => { if (/HTTP server listening/.test(data)) resolve(); };
    server.stdout.on('data', look);
    server.stderr.on('data', look);
  });
  const browser = await chromium.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox']});
  try {
    const page = await browser.newPage({viewport: {width: 1400, height: 900}});
    const open = encodeURIComponent(JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${PORT}${WORKSPACE}/broken.c`]]));
    await page.goto(`http://127.0.0.1:${PORT}/?folder=${WORKSPACE}&payload=${open}`);
    const text = await read(page, () => document.querySelector('.view-lines')?.textContent || '',
      (seen) => seen.includes('f32'));
    check('an inlay hint', /\[N,\s64\]\sf32\s256\*N\sB/.test(text), text);
    const lens = await read(page, () => [...document.querySelectorAll('.codelens-decoration')]
      .map((one) => one.textContent).join('|'), (seen) => seen.includes('peak leaf'));
    check('a code lens', /peak leaf/.test(lens) && /\brun\b/.test(lens), lens);
    await page.keyboard.press('Control+Shift+M');
    const problems = await read(page, () => [...document.querySelectorAll('.markers-panel .monaco-list-row')]
      .map((one) => one.textContent).join('|'), (seen) => seen.includes('shapeprof'));
    check('an entry of Problems', problems.includes('64') && problems.includes('32') && problems.includes('SP'), problems);
    if (SCREENSHOT) await page.screenshot({path: SCREENSHOT});
  } finally {
    await browser.close();
    server.kill();
  }
}

main().catch((error) => {
  failed++;
  console.log(`FAIL vscode: ${error.stack}`);
}).finally(() => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
});
