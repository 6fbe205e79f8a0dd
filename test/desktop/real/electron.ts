import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { whenOver } from '../../support/lifetime.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Path of Electron's program: from PENNYROW_ELECTRON, or as `npx install-electron` downloads it. Null if there is none. */
export const ELECTRON = findElectron();

function findElectron(): string | null {
  const chosen = process.env['PENNYROW_ELECTRON'] ?? '';
  if (chosen !== '') return chosen;
  const folder = join(ROOT, 'node_modules', 'electron');
  const name = join(folder, 'path.txt');
  const path = existsSync(name) ? join(folder, 'dist', readFileSync(name, 'utf8').trim()) : null;
  return path !== null && existsSync(path) ? path : null;
}

const IS_LINUX = process.platform === 'linux';

/** Why the tests cannot run here; null if they can. */
function obstacle(): string | null {
  if (ELECTRON === null) return 'no Electron';
  if (process.getuid?.() === 0) return 'Electron does not run as root';
  if (IS_LINUX && (process.env['DISPLAY'] ?? '') === '') return 'no display';
  return null;
}

/** A build machine that downloaded the binary sets this: tests that cannot run then fail. */
const IS_REQUIRED = process.env['PENNYROW_REQUIRE_ELECTRON'] === '1';

/** A session with an unlocked keyring keeps the key; elsewhere it is passed in. */
export const HAS_KEYRING = process.env['PENNYROW_TEST_KEYRING'] === 'unlocked';

/** Tests in the real Electron, skipped by name on machines that cannot run it. `isPossible`: further conditions. */
export function describeReal(name: string, work: () => void, isPossible = true): void {
  const reason = obstacle();
  if (reason !== null && IS_REQUIRED) throw new Error(`The desktop cannot be tested: ${reason}.`);
  describe.skipIf(reason !== null || !isPossible)(`the real desktop: ${name}`, () => {
    work();
  });
}

/** A Linux session with a panel that shows tray icons, and a notification service. */
export const HAS_DESKTOP = IS_LINUX && process.env['PENNYROW_TEST_DESKTOP'] === '1' && hasTrayHost();

function hasTrayHost(): boolean {
  const args = ['call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const method = ['--method', 'org.freedesktop.DBus.NameHasOwner', 'org.kde.StatusNotifierWatcher'];
  return spawnSync('gdbus', [...args, ...method], { encoding: 'utf8' }).stdout.includes('true');
}

export interface RealDesktop {
  readonly app: ElectronApplication;
  /** Home of the test's user, with the data folder in it. */
  readonly home: string;
  readonly data: string;
  readonly output: () => string;
  /** Waits for the window's page. */
  page(): Promise<Page>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
  quit(): Promise<number | null>;
}

export interface LaunchOptions {
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The installed program; otherwise the checkout runs in Electron. */
  readonly program?: string;
  /** Content of the desktop's settings file before the start. */
  readonly settings?: object;
  /** If false, the desktop asks the system's keychain. */
  readonly hasKey?: boolean;
}

/** Starts the built desktop, by default with an empty home and data folder. */
export async function launch(options: LaunchOptions = {}): Promise<RealDesktop> {
  const home = options.home ?? temporaryFolder();
  const data = join(home, 'data');
  if (options.settings !== undefined) {
    mkdirSync(join(data, 'desktop'), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, 'desktop', 'desktop.json'), JSON.stringify(options.settings));
  }
  const app = await _electron.launch({
    executablePath: options.program ?? ELECTRON ?? '',
    args: [...(options.program === undefined ? [ROOT] : []), ...(options.args ?? [])],
    env: environment(home, options),
    // Otherwise Playwright overrides the colors of the app.
    colorScheme: null,
    // Otherwise Playwright passes --no-sandbox, and the desktop asks for consent.
    chromiumSandbox: true,
  });
  const child = app.process();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  whenOver(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return {
    app,
    home,
    data,
    output: () => output,
    page: async () => {
      const page = app.windows()[0] ?? (await app.waitForEvent('window'));
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    },
    ended: () => exit,
    quit: async () => {
      await app.evaluate(({ app: running }) => setImmediate(() => running.quit())).catch(() => undefined);
      return exit;
    },
  };
}

export interface BlockedStart {
  readonly output: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Ends the process as the system does. */
  stop(): void;
}

/** Starts the desktop without a debugger, for a start that waits for a dialog box of the system. */
export function startBlocked(home: string, { args = [], ...options }: LaunchOptions = {}): BlockedStart {
  const child = spawn(ELECTRON ?? '', [ROOT, ...args], { env: environment(home, options) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  whenOver(() => child.kill('SIGKILL'));
  return { output: () => output, ended, stop: () => void child.kill('SIGTERM') };
}

/** The log of the service in this home; empty before there is one. */
export function logOf(home: string): string {
  const file = join(home, 'data', 'pennyrow.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Answers the system's boxes from now on. Returns the messages of those that were shown. */
export async function answerBoxes(
  { app }: Pick<RealDesktop, 'app'>,
  ...buttons: readonly string[]
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, wanted) => {
    const seen: string[] = [];
    Object.assign(globalThis, { boxesSeen: seen });
    const press = ({ message, buttons: choices = [] }: { message: string; buttons?: string[] }): number => {
      seen.push(message);
      return choices.findIndex((choice) => wanted.includes(choice));
    };
    Object.assign(dialog, {
      showMessageBoxSync: press,
      showMessageBox: async (options: Parameters<typeof press>[0]) => ({
        response: press(options),
        checkboxChecked: false,
      }),
    });
  }, buttons);
  return () => app.evaluate(() => (globalThis as unknown as { boxesSeen: string[] }).boxesSeen);
}

let lastCall = 1_000_000;

/** Calls a procedure as the page does. */
export async function call<Result = unknown>(page: Page, name: string, input: object = {}): Promise<Result> {
  lastCall += 1;
  const answer = await page.evaluate<{ result?: Result; problem?: { code: string } }>(
    `pennyrow.call(${lastCall}, ${JSON.stringify(name)}, ${JSON.stringify(input)})`,
  );
  if (answer.problem !== undefined) throw new Error(answer.problem.code);
  return answer.result as Result;
}

export const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`);

/** The first profile of the data folder. */
export async function firstProfile(page: Page): Promise<string> {
  const [profile] = await call<{ readonly id: string }[]>(page, 'account.list');
  return profile?.id ?? '';
}

/** Opens the dashboard, past the welcome. */
export async function openDashboard(options: LaunchOptions = {}): Promise<RealDesktop & { readonly window: Page }> {
  const desktop = await launch(options);
  const window = await desktop.page();
  await call(window, 'welcome.end');
  await window.reload();
  await window.getByRole('navigation').waitFor();
  return { ...desktop, window };
}

export function environment(
  home: string,
  { env = {}, hasKey = !HAS_KEYRING }: Pick<LaunchOptions, 'env' | 'hasKey'> = {},
): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PENNYROW_DATA_DIR: join(home, 'data'),
    PENNYROW_PORT: '0',
    LANGUAGE: 'en_GB',
    ...(hasKey ? { PENNYROW_VAULT_KEY: keyOf(home) } : {}),
    ...env,
  };
}

/** The same key at each start in this home. */
function keyOf(home: string): string {
  const file = join(home, 'key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'));
  return readFileSync(file, 'utf8');
}

/**
 * Copies Electron and the build into this folder, as an installation does. Returns the program. `atServiceEnd`: a
 * module that is added to the service's thread.
 */
export function installed(folder: string, atServiceEnd?: string): string {
  const dist = dirname(ELECTRON ?? '');
  for (const name of readdirSync(dist))
    if (name !== basename(ELECTRON ?? '') && name !== 'resources') symlinkSync(join(dist, name), join(folder, name));
  const app = join(folder, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  for (const name of ['assets', 'node_modules']) symlinkSync(join(ROOT, name), join(app, name));
  if (atServiceEnd === undefined) symlinkSync(join(ROOT, 'dist'), join(app, 'dist'));
  else {
    cpSync(join(ROOT, 'dist'), join(app, 'dist'), { recursive: true });
    appendFileSync(join(app, 'dist', 'service-worker.js'), atServiceEnd);
  }
  copyFileSync(join(ROOT, 'package.json'), join(app, 'package.json'));
  const program = join(folder, 'pennyrow-desktop');
  copyFileSync(ELECTRON ?? '', program);
  return program;
}

/** Walks from the first page to a demo whose transactions are in its spreadsheet. */
export async function setUpDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByRole('button', { name: /^Try the demo/ }).click();
  await page.getByText('transactions are in your spreadsheet.').waitFor();
}
