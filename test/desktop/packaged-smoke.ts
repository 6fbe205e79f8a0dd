import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';

/**
 * Starts an installed or unpacked desktop app as a person does and looks at it from outside: its API, its window, a
 * first run to a synced demo, a second start beside it, its end, and the start after that. For build machines:
 *
 *     node test/desktop/packaged-smoke.ts PROGRAM [ARGUMENT ...]
 *
 * Ends with code 1 and what failed. Set PENNYROW_VAULT_KEY where there is no keychain.
 */

const PATIENCE_MS = 120_000;
const STEP_MS = 200;

interface Started {
  readonly child: ChildProcess;
  /** The window's page; it is found by its heading, not by its address. */
  page(): Promise<Page>;
  quit(): Promise<void>;
}

async function main([program, ...args]: readonly string[]): Promise<void> {
  if (program === undefined) throw new Error('Name the program to start.');
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-smoke-'));
  try {
    await look(program, args, folder);
    console.log('The package works: first run, demo, second start, quit, start again.');
  } finally {
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

  const second = spawn(program, [...args, profile], { env: environment, stdio: 'inherit' });
  await within('a second start to leave the first alone', () => second.exitCode !== null);
  await answers(port, join(data, 'ca.pem'), first.child);
  await first.quit();

  const again = await start();
  await answers(port, join(data, 'ca.pem'), again.child);
  await again.page();
  await again.quit();
}

async function startProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Started> {
  const debugging = await freePort();
  const child = spawn(program, [...args, `--remote-debugging-port=${debugging}`], { env, stdio: 'inherit' });
  child.once('error', (error) => console.error(String(error)));
  return {
    child,
    async page() {
      let found: Page | undefined;
      const connect = async (): Promise<boolean> => {
        const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugging}`).catch(() => null);
        const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
        for (const each of pages) if ((await each.getByRole('heading', { level: 1 }).count()) > 0) found = each;
        if (found === undefined) await browser?.close();
        return found !== undefined;
      };
      await within('a window with a heading', connect, child);
      return found as Page;
    },
    async quit() {
      // Windows has no signal that asks a program to end: it is ended there, as by a crash, and starts again after that.
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
      else child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      if (process.platform !== 'win32' && child.exitCode !== 0)
        throw new Error(`The program ended with ${child.exitCode ?? child.signalCode}, where 0 was expected.`);
    },
  };
}

/** Asks the API for its document, trusting only the certificate in the data folder. */
async function answers(port: number, certificate: string, child: ChildProcess): Promise<void> {
  const ask = async (): Promise<boolean> => {
    if (!existsSync(certificate)) return false;
    const asked = request(`https://localhost:${port}/api/openapi.json`, { ca: readFileSync(certificate) }).end();
    const [response] = (await once(asked, 'response').catch(() => [])) as {
      statusCode?: number;
      resume?: () => void;
    }[];
    response?.resume?.();
    return response?.statusCode === 200;
  };
  await within('the API to answer', ask, child);
}

/** Tries until it is so. Throws when the program has ended, or patience has. */
async function within(what: string, isSo: () => boolean | Promise<boolean>, child?: ChildProcess): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    if (await isSo()) return;
    if (child !== undefined && (child.exitCode !== null || child.signalCode !== null))
      throw new Error(`The program ended with ${child.exitCode ?? child.signalCode} while this waited for ${what}.`);
    await wait(STEP_MS);
  }
  throw new Error(`Waited ${PATIENCE_MS / 1000} s for ${what}.`);
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
