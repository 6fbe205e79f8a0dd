import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';

/**
 * Starts an installed or unpacked desktop app as a user does and checks it from outside: its API, its window, the
 * first run until the demo is synced, its command line, a second start while it runs, its exit, and a restart. For build
 * machines:
 *
 *     node test/desktop/packaged-smoke.ts [--agreed-to-no-sandbox] PROGRAM [ARGUMENT ...]
 *
 * Exits with code 1 and prints what failed. Set PENNYROW_VAULT_KEY if there is no keychain. Use the option on systems
 * that allow no sandbox, so that the app does not ask for the user's consent.
 */

const TIMEOUT_MS = 120_000;
const STEP_MS = 200;
const ENDING_MS = 20_000;
/** The timeout of the first attempt to connect, which hangs if the page navigates. Each timeout doubles the next one. */
const CONNECTING_MS = 10_000;

interface Started {
  readonly child: ChildProcess;
  /** The window's page, found by its heading instead of its address. */
  page(): Promise<Page>;
  quit(): Promise<void>;
}

/** All started processes, which are ended when this script ends. */
const running: ChildProcess[] = [];

const AGREED = '--agreed-to-no-sandbox';

async function main(given: readonly string[]): Promise<void> {
  const [program, ...args] = given.filter((each) => each !== AGREED);
  if (program === undefined) throw new Error('Name the program to start.');
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-smoke-'));
  try {
    if (given.includes(AGREED)) {
      mkdirSync(join(folder, 'data', 'desktop'), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'data', 'desktop', 'desktop.json'), JSON.stringify({ agreedToNoSandbox: true }));
    }
    await look(program, args, folder);
    console.log('The package works: first run, demo, command line, second start, quit, start again.');
  } finally {
    await Promise.all(running.map(end));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: STEP_MS });
  }
}

async function look(program: string, args: readonly string[], folder: string): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(join(folder, 'profile'));
  const port = await freePort();
  const environment = { ...process.env, PENNYROW_DATA_DIR: data, PENNYROW_PORT: String(port), PENNYROW_LANGUAGE: 'en' };
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  const start = () => startProgram(program, [...args, profile], environment);

  const first = await start();
  await answers(port, join(data, 'ca.pem'), first.child);
  const page = await first.page();
  await page.getByRole('heading', { level: 1, name: 'Welcome to Pennyrow' }).waitFor();
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByRole('button', { name: /^Try the demo/ }).click();
  await page.getByText('transactions are in your spreadsheet.').waitFor();

  command(program, [...args, '--command-line', '--', 'status', '--json'], environment, `:${port}`);

  const second = spawn(program, [...args, profile], { env: environment, stdio: 'inherit' });
  await within('a second start to leave the first alone', () => second.exitCode !== null);
  await answers(port, join(data, 'ca.pem'), first.child);
  await first.quit();

  const again = await start();
  await answers(port, join(data, 'ca.pem'), again.child);
  await again.page();
  await again.quit();
}

/** Runs a command of the app as its launcher does. Throws unless it succeeds and prints the text `says`. */
function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv, says: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: TIMEOUT_MS });
  if (status !== 0 || !stdout.includes(says))
    throw new Error(`The command line ended with ${status}: ${stdout}${stderr}`);
}

async function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Started> {
  const debugging = await freePort();
  const child = spawn(program, [...args, `--remote-debugging-port=${debugging}`], { env, stdio: 'inherit' });
  child.once('error', (error) => console.error(String(error)));
  running.push(child);
  return {
    child,
    async page() {
      let found: Page | undefined;
      let timeout = CONNECTING_MS;
      const connect = async (): Promise<boolean> => {
        const address = `http://127.0.0.1:${debugging}`;
        const browser = await chromium.connectOverCDP(address, { timeout }).catch((thrown: Error) => {
          if (thrown.name === 'TimeoutError') timeout = Math.min(2 * timeout, TIMEOUT_MS);
          return null;
        });
        const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
        for (const each of pages) if ((await each.getByRole('heading', { level: 1 }).count()) > 0) found = each;
        if (found === undefined) await browser?.close();
        return found !== undefined;
      };
      await within('a window with a heading', connect, child);
      return found as Page;
    },
    async quit() {
      // Windows has no signal that asks a program to exit, so the test kills it there.
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
      else child.kill('SIGTERM');
      if (!hasEnded(child)) await once(child, 'close');
      if (process.platform !== 'win32' && child.exitCode !== 0)
        throw new Error(`The program ended with ${child.exitCode ?? child.signalCode}, where 0 was expected.`);
    },
  };
}

/** Asks the process to exit, and kills it if it does not. */
async function end(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (hasEnded(child)) return;
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    else child.kill(signal);
    for (let waited = 0; waited < ENDING_MS && !hasEnded(child); waited += STEP_MS) await wait(STEP_MS);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Waits until the API returns its OpenAPI document. Trusts only the certificate in the data folder. */
async function answers(port: number, certificate: string, child: ChildProcess): Promise<void> {
  const ask = async (): Promise<boolean> => {
    if (!existsSync(certificate)) return false;
    const pending = request(`https://localhost:${port}/api/openapi.json`, { ca: readFileSync(certificate) }).end();
    const [response] = (await once(pending, 'response').catch(() => [])) as {
      statusCode?: number;
      resume?: () => void;
    }[];
    response?.resume?.();
    return response?.statusCode === 200;
  };
  await within('the API to answer', ask, child);
}

/** Retries until the condition holds. Throws when the program has exited, or after a timeout. */
async function within(what: string, isSo: () => boolean | Promise<boolean>, child?: ChildProcess): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += STEP_MS) {
    if (await isSo()) return;
    if (child !== undefined && hasEnded(child))
      throw new Error(`The program ended with ${child.exitCode ?? child.signalCode} while this waited for ${what}.`);
    await wait(STEP_MS);
  }
  throw new Error(`Waited ${TIMEOUT_MS / 1000} s for ${what}.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(0);
