#!/usr/bin/env node
// What `npm start` runs: the desktop app, or, without Electron's binary, the service with its dashboard in the browser.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLI = join(ROOT, 'bin', 'pennyrow.js');

const electron = findElectron(join(ROOT, 'node_modules', 'electron'), process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '');
const app = join(ROOT, 'dist', 'desktop.js');

if (electron !== null && existsSync(app)) {
  process.exitCode = await run(electron, [app, ...process.argv.slice(2)]);
} else if (electron === null && process.argv.includes('--key-to-file')) {
  process.stderr.write(
    'The keychain opens for the desktop app alone, and the binary of Electron, which that needs, is not on this machine.\nFetch it once with `npx install-electron`, then start again with --key-to-file. Nothing was changed.\n',
  );
  process.exitCode = 1;
} else {
  process.stderr.write(
    electron === null
      ? whatIsMissing()
      : 'The desktop is not built. Build it with `npm run build`, then start again.\n',
  );
  process.exitCode = (await wantsBrowser()) ? await serveInBrowser(process.argv.slice(2)) : 1;
}

/**
 * The program of Electron, null where it was never fetched. The `electron` package itself is not asked: it would
 * begin to download.
 */
function findElectron(folder, chosenDist) {
  const usual =
    { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron';
  const named = join(folder, 'path.txt');
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : usual;
  const path = join(chosenDist === '' ? join(folder, 'dist') : chosenDist, name);
  return existsSync(path) ? path : null;
}

function whatIsMissing() {
  return [
    'The desktop app needs the binary of Electron, which is not on this machine.',
    'Only the window and the tray are missing for it; the service and its dashboard work without.',
    '',
    '  npx install-electron                 fetches it once, about 120 MB from github.com; then `npm start` again',
    '  npx pennyrow serve                   runs the service without a desktop',
    '  npx pennyrow dashboard               prints the link to its dashboard, meanwhile in another terminal',
    '',
  ].join('\n');
}

/** Only a person at a terminal can say yes. */
async function wantsBrowser() {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question('Run the service now, with the dashboard in your browser? [Y/n] ');
    return /^(y(es)?)?$/i.test(answer.trim());
  } catch {
    // Ctrl-C or the end of the input.
    return false;
  } finally {
    lines.close();
  }
}

/** Serves until Ctrl-C, and prints the link to the dashboard as soon as there is one. */
async function serveInBrowser(args) {
  const service = spawn(process.execPath, [CLI, 'serve', ...args], { stdio: ['inherit', 'pipe', 'inherit'] });
  // The terminal tells both of Ctrl-C; the service ends cleanly, and this waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal !== 'SIGINT' && service.kill(signal));
  service.stdout.pipe(process.stdout);
  service.stdout.once('data', () => {
    const folder = args.indexOf('--data-dir');
    void run(process.execPath, [CLI, 'dashboard', ...(folder === -1 ? [] : args.slice(folder, folder + 2))]);
  });
  return ended(service);
}

function run(program, args) {
  return ended(spawn(program, args, { stdio: 'inherit' }));
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
