// Finds and downloads the binary of Electron, because npm installs its package without it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROBE = pathToFileURL(join(fileURLToPath(import.meta.url), '..', 'electron-fetch-probe.js')).href;
const MEGABYTE = 1_000_000;

/** Codes of errors that occur if the network does not reach the server. */
const NO_NETWORK =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|UND_ERR_\w+|stalled)$/;

/**
 * The program of Electron; null if it was not downloaded completely. Does not ask the `electron` package, which would start
 * the download. `chosenDist`: another folder that the user chose, with any version.
 */
export function findElectron(folder, chosenDist) {
  const name =
    { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron';
  const dist = chosenDist === '' ? join(folder, 'dist') : chosenDist;
  // The installer writes `path.txt` last, so a missing or different one means an incomplete download.
  if (
    chosenDist === '' &&
    (read(join(dist, 'version')) !== versionOf(folder) || read(join(folder, 'path.txt')) !== name)
  )
    return null;
  const path = join(dist, name);
  return existsSync(path) ? path : null;
}

export function versionOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8').trim().replace(/^v/, '');
  } catch {
    return null;
  }
}

/**
 * Runs Electron's own installer, which verifies the download by the checksums of its package. Returns null if the binary is
 * complete, otherwise the reason as a sentence.
 */
export async function fetchElectron(folder, screen = process.stderr) {
  // Removes files of another version or of an interrupted download, which would mix with the new ones.
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  rmSync(join(folder, 'path.txt'), { force: true });
  const proxy = process.env.HTTPS_PROXY ?? process.env.https_proxy;
  const child = spawn(process.execPath, ['--import', PROBE, join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The installer's progress bar starts half a minute late and would overwrite ours.
    env: { ...process.env, ELECTRON_GET_NO_PROGRESS: '1', ...(proxy === undefined ? {} : { NODE_USE_ENV_PROXY: '1' }) },
  });
  const transfer = { host: '', status: 200, size: null, reason: null };
  const draw = progress(screen);
  child.on('message', (message) => {
    if (message.tell === 'asked') {
      transfer.host = new URL(message.url).host;
      screen.write(`  from ${message.url}\n`);
    } else if (message.tell === 'answered') Object.assign(transfer, { status: message.status, size: message.size });
    else if (message.tell === 'failed') transfer.reason = message.reason;
    else draw(message.bytes, transfer.size);
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  draw(null, null);
  if (code === 0 && findElectron(folder, '') !== null) return null;
  return whyNot(transfer, said);
}

function whyNot({ host, status, reason }, said) {
  if (reason === 'stalled') return `${host} stopped sending.`;
  if (reason !== null)
    return NO_NETWORK.test(reason)
      ? `${host} cannot be reached: is this machine online? (${reason})`
      : `The transfer from ${host} broke off. (${reason})`;
  if (status !== 200) return `${host} answered ${status} instead of sending it.`;
  if (/checksum/i.test(said))
    return 'The checksum differs from the published one: the download is damaged, or it is another file.';
  const line = said.split('\n').find((each) => each.trim() !== '') ?? 'its installer ended without a reason.';
  return `It could not be unpacked: ${line}`;
}

/** Shows progress as one overwritten line on a terminal, elsewhere as a line for each tenth. Call with `bytes` null at the end. */
function progress(screen) {
  let shown = '';
  return (bytes, size) => {
    if (bytes === null) {
      if (shown !== '' && screen.isTTY) screen.write('\n');
      return;
    }
    const came = (bytes / MEGABYTE).toFixed(1);
    const percent = size === null ? null : Math.floor((100 * bytes) / size);
    const line =
      percent === null ? `  ${came} MB` : `  ${String(percent).padStart(3)} % of ${(size / MEGABYTE).toFixed(1)} MB`;
    const tenth = Math.floor(percent === null ? bytes / MEGABYTE / 10 : percent / 10);
    const step = screen.isTTY ? line : String(tenth);
    if (step === shown) return;
    shown = step;
    screen.write(screen.isTTY ? `\r${line}` : `${line}\n`);
  };
}
