import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from 'playwright-core';
import { findProgram, installProgram } from './programs.ts';
import { withoutShift } from './shifted-clock.ts';

const run = promisify(execFile);

/** Only who says so runs the tests without a browser; else a missing one fails them with the reason. */
export const SKIP_BROWSER = process.env['PENNYROW_SKIP_BROWSER'] === '1';

// The same engine without a window's own pages, which a full browser loads for each: half the CPU time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MINUTE = 60_000;

/** The path of a Chromium: the machine's, else Playwright's, else, as root, Debian's headless shell. Throws without one. */
export async function ensureBrowser(): Promise<string> {
  const browser =
    findProgram(NAMES) ?? (await playwrightBrowser()) ?? (await installProgram('chromium-headless-shell', NAMES));
  if (browser === null)
    throw new Error(
      'There is no Chromium, and Playwright could not download one. Install Chromium, or set PENNYROW_SKIP_BROWSER=1 to leave out the tests that need it.',
    );
  return browser;
}

/** What a test says that is skipped without certutil. */
export const NO_CERTUTIL = 'needs certutil, which is in Debian’s package libnss3-tools';

/** Whether there is certutil, which fills the trust store of a browser on Linux; installs it when this is root on Debian. */
export async function ensureCertutil(): Promise<boolean> {
  // The program of that name on Windows is another one.
  if (process.platform !== 'linux') return false;
  return (findProgram(['certutil']) ?? (await installProgram('libnss3-tools', ['certutil']))) !== null;
}

export interface BrowserOptions {
  /** From `ensureBrowser`. */
  readonly executablePath: string;
  /** An empty folder for its profile and its trust store, so that the user's own stay untouched. */
  readonly home: string;
  /** PEM file of an authority to trust beside the system's; takes certutil. */
  readonly authority?: string;
}

/** A headless browser. */
export async function openBrowser({ executablePath, home, authority }: BrowserOptions): Promise<BrowserContext> {
  if (authority !== undefined) await trust(home, authority);
  return chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath,
    env: { ...withoutShift(process.env), HOME: home },
  });
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
    if (!existsSync(browser))
      await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { timeout: 5 * MINUTE });
    await run(browser, ['--version'], { timeout: MINUTE });
    return browser;
  } catch {
    return null;
  }
}
