#!/usr/bin/env node
// `npm start` runs this. Starts the desktop app, and downloads Electron's binary first if it is missing. If the download
// fails, the user may start the service instead, with its dashboard in the browser.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchElectron, findElectron, versionOf } from './electron-binary.js';
import { explainTrap, sandboxFacts } from './electron-sandbox.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CLI = join(ROOT, 'bin', 'pennyrow.js');
const PACKAGE = join(ROOT, 'node_modules', 'electron');
/** The exit code by which a shell reports that a program ended by SIGTRAP. */
const TRAPPED = 128 + constants.signals.SIGTRAP;

const args = process.argv.slice(2);
process.exitCode = await start();

async function start() {
  if (!existsSync(join(ROOT, 'dist', 'desktop.js'))) {
    say('The desktop is not built. Build it with `npm run build`, then start again.');
    return 1;
  }
  const chosenDist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '';
  let electron = findElectron(PACKAGE, chosenDist);
  if (electron === null && chosenDist !== '') {
    say(`There is no Electron in ${chosenDist}, which ELECTRON_OVERRIDE_DIST_PATH names. Unset it, and it is fetched.`);
    return 1;
  }
  while (electron === null) {
    say(
      `The desktop app needs Electron ${versionOf(PACKAGE)}, which is not on this machine. Fetching it, once, about 120 MB:`,
    );
    const problem = await fetchElectron(PACKAGE);
    electron = findElectron(PACKAGE, '');
    if (electron !== null) break;
    say(`\nElectron could not be fetched. ${problem}`);
    if (args.includes('--key-to-file')) {
      say('The keychain opens for the desktop app alone, so the key stays where it is. Nothing was changed.');
      return 1;
    }
    const choice = await ask();
    if (choice === 'serve') return serveInBrowser();
    if (choice === 'quit') return 1;
  }
  // The folder, not the file in it, because Electron reads the app's name from the folder's package.json.
  const code = await ended(spawn(electron, [ROOT, ...args], { stdio: 'inherit' }));
  if (process.platform === 'linux' && code === TRAPPED) say(`\n${explainTrap(sandboxFacts(electron))}`);
  return code;
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Asks at a terminal how to continue without a desktop. Without a terminal it prints the choices. */
async function ask() {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    say(
      [
        'Only the window and the tray need it; the service and its dashboard work without:',
        '',
        '  npm start                            tries again',
        '  npx pennyrow serve                   runs the service without a desktop',
        '  npx pennyrow open                    opens its dashboard, in another terminal',
        '',
      ].join('\n'),
    );
    return 'quit';
  }
  const key = await pressedKey(
    'The service and its dashboard work without.\nPress Enter to run them, with the dashboard in your browser; R to try again; Q to quit. ',
  );
  say('');
  if (key === 'r' || key === 'R') return 'retry';
  return ['\r', '\n', 'y', 'Y'].includes(key) ? 'serve' : 'quit';
}

/** Returns the pressed key. Ctrl-C and the end of the input count as keys. */
async function pressedKey(question) {
  // Raw mode begins before the question is printed, so that an immediate answer is not lost and Ctrl-C arrives as a key.
  process.stdin.setRawMode(true);
  process.stdin.resume();
  process.stderr.write(question);
  try {
    return await new Promise((resolve) => {
      process.stdin.once('data', (bytes) => resolve(bytes.toString().charAt(0)));
      process.stdin.once('end', () => resolve(''));
    });
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }
}

/** Runs the service until Ctrl-C, and prints the link to the dashboard as soon as the service has started. */
async function serveInBrowser() {
  const service = spawn(process.execPath, [CLI, 'serve', ...args], { stdio: ['inherit', 'pipe', 'inherit'] });
  // Ignores Ctrl-C, because the terminal also sends it to the service; this process waits until the service has stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal !== 'SIGINT' && service.kill(signal));
  service.stdout.pipe(process.stdout);
  service.stdout.once('data', () => {
    const folder = args.indexOf('--data-dir');
    const place = folder === -1 ? [] : args.slice(folder, folder + 2);
    void ended(spawn(process.execPath, [CLI, 'dashboard', ...place], { stdio: 'inherit' }));
  });
  return ended(service);
}

/** Resolves with the exit code as a shell reports it, which includes signals. */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
