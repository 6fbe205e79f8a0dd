import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext } from 'playwright-core';
import { findProgram, installProgram } from './programs.ts';
import { withoutShift } from './shifted-clock.ts';

const run = promisify(execFile);

/** Browser tests are skipped only on request; otherwise they fail if there is no browser. */
export const SKIP_BROWSER = process.env['PENNYROW_SKIP_BROWSER'] === '1';

// The headless shell uses the same engine without the browser's own UI, at half the CPU time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MINUTE = 60_000;

/**
 * Disabled, because they take most of the CPU time of opening a window: two internal pages for the address bar, and a
 * process started in advance. The switch replaces Playwright's, so it repeats the features that Playwright disables.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** The arguments of every browser of the tests. Their pages live for seconds, too short for optimizing compilers. */
export const BROWSER_ARGUMENTS = [`--disable-features=${UNUSED_FEATURES.join(',')}`, '--js-flags=--no-opt --no-maglev'];

/**
 * The path of a Chromium: the machine's, else Playwright's, else, as root, Debian's headless shell. Throws if there is
 * none.
 */
export async function ensureBrowser(): Promise<string> {
  const browser =
    findProgram(NAMES) ?? (await playwrightBrowser()) ?? (await installProgram('chromium-headless-shell', NAMES));
  if (browser === null)
    throw new Error(
      'There is no Chromium, and Playwright could not download one. Install Chromium, or set PENNYROW_SKIP_BROWSER=1 to leave out the tests that need it.',
    );
  return browser;
}

/** The reason for skipping tests without certutil. */
export const NO_CERTUTIL = 'needs certutil, which is in Debian’s package libnss3-tools';

/** True if certutil is available, which manages a browser's trust store on Linux. As root on Debian, installs it. */
export async function ensureCertutil(): Promise<boolean> {
  // Windows has a different program of that name.
  if (process.platform !== 'linux') return false;
  return (findProgram(['certutil']) ?? (await installProgram('libnss3-tools', ['certutil']))) !== null;
}

export interface BrowserOptions {
  /** The path that `ensureBrowser` returns. */
  readonly executablePath: string;
  /** An empty folder for its profile and its trust store, so that the user's ones stay unchanged. */
  readonly home: string;
  /** PEM file of an additional authority to trust; requires certutil. */
  readonly authority?: string;
}

export async function openBrowser({ executablePath, home, authority }: BrowserOptions): Promise<BrowserContext> {
  if (authority !== undefined) await trust(home, authority);
  return chromium.launchPersistentContext(join(home, 'profile'), {
    executablePath,
    env: { ...withoutShift(process.env), HOME: home },
    args: BROWSER_ARGUMENTS,
  });
}

/** Chromium on Linux reads authorities that the user added from this NSS database. */
async function trust(home: string, authority: string): Promise<void> {
  const folder = join(home, '.pki', 'nssdb');
  mkdirSync(folder, { recursive: true });
  await run('certutil', ['-d', `sql:${folder}`, '-N', '--empty-password']);
  await run('certutil', ['-d', `sql:${folder}`, '-A', '-t', 'C,,', '-n', 'authority', '-i', authority]);
}

/** The path of Playwright's browser, downloaded if necessary; null if it cannot be downloaded or does not run. */
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
