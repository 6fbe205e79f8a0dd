import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from 'playwright-core';

const run = promisify(execFile);

/** Only who says so runs the tests without a browser; else a missing one fails them with the reason. */
export const SKIP_BROWSER = process.env['PENNYROW_SKIP_BROWSER'] === '1';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MINUTE = 60_000;

/**
 * The path of a Chromium: the machine's own, else Playwright's, else Debian's package when this is root;
 * and with it certutil, which fills the trust store. Throws when they are not to be had.
 */
export async function ensureBrowser(): Promise<string> {
  const browser = find(NAMES) ?? (await playwrightBrowser());
  const missing = [...(browser === null ? ['chromium'] : []), ...(find(['certutil']) === null ? ['libnss3-tools'] : [])];
  if (missing.length > 0) await installPackages(missing);
  return browser ?? '/usr/bin/chromium';
}

export interface BrowserOptions {
  /** From `ensureBrowser`. */
  readonly executablePath: string;
  /** An empty folder for its profile and its trust store, so that the user's own stay untouched. */
  readonly home: string;
  /** PEM file of an authority to trust beside the system's. */
  readonly authority?: string;
}

/** A headless browser. */
export async function openBrowser({ executablePath, home, authority }: BrowserOptions): Promise<BrowserContext> {
  if (authority !== undefined) await trust(home, authority);
  return chromium.launchPersistentContext(join(home, 'profile'), { executablePath, env: { ...process.env, HOME: home } });
}

/** Chromium on Linux asks this database of NSS for the authorities that its user added. */
async function trust(home: string, authority: string): Promise<void> {
  const folder = join(home, '.pki', 'nssdb');
  mkdirSync(folder, { recursive: true });
  await run('certutil', ['-d', `sql:${folder}`, '-N', '--empty-password']);
  await run('certutil', ['-d', `sql:${folder}`, '-A', '-t', 'C,,', '-n', 'authority', '-i', authority]);
}

/** Null when it cannot be downloaded or does not run, which happens where the system lacks its libraries. */
async function playwrightBrowser(): Promise<string | null> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const browser = chromium.executablePath();
  try {
    await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { timeout: 2 * MINUTE });
    await run(browser, ['--version'], { timeout: MINUTE });
    return browser;
  } catch {
    return null;
  }
}

async function installPackages(names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`Install ${names.join(' and ')} to run the tests in a browser.`);
  await run('apt-get', ['update'], { timeout: MINUTE });
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { timeout: 5 * MINUTE });
}

/** The first of these programs that is on the search path. */
function find(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isRunnable) ?? null;
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
