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

/** The reason why the tests cannot run here; null if they can. */
function obstacle(): string | null {
  if (ELECTRON === null) return 'no Electron';
  if (process.getuid?.() === 0) return 'Electron does not run as root';
  if (IS_LINUX && (process.env['DISPLAY'] ?? '') === '') return 'no display';
  return null;
}

/** If set, as on build machines, tests that cannot run fail instead of being skipped. */
const IS_REQUIRED = process.env['PENNYROW_REQUIRE_ELECTRON'] === '1';

/** True if the session has an unlocked keyring for the key. Otherwise, the tests pass a key in the environment. */
export const HAS_KEYRING = process.env['PENNYROW_TEST_KEYRING'] === 'unlocked';

/** Tests in the real Electron. They are skipped on machines that cannot run it, and if `isPossible` is false. */
export function describeReal(name: string, work: () => void, isPossible = true): void {
  const reason = obstacle();
  if (reason !== null && IS_REQUIRED) throw new Error(`The desktop cannot be tested: ${reason}.`);
  describe.skipIf(reason !== null || !isPossible)(`the real desktop: ${name}`, () => {
    work();
  });
}

/** True in a Linux session with a panel that shows tray icons and a notification service. */
export const HAS_DESKTOP = IS_LINUX && process.env['PENNYROW_TEST_DESKTOP'] === '1' && hasTrayHost();

function hasTrayHost(): boolean {
  const args = ['call', '--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'];
  const method = ['--method', 'org.freedesktop.DBus.NameHasOwner', 'org.kde.StatusNotifierWatcher'];
  return spawnSync('gdbus', [...args, ...method], { encoding: 'utf8' }).stdout.includes('true');
}

export interface RealDesktop {
  readonly app: ElectronApplication;
  /** The home folder, which contains the data folder. */
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
  /** An installed program. Without it, the checkout is started. */
  readonly program?: string;
  /** The content of `desktop.json`, which is written before the start. */
  readonly settings?: object;
  /** True to pass the key in the environment, false to use the keychain of the system. */
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
    // By default, Playwright would override the colors of the app.
    colorScheme: null,
    // By default, Playwright would pass --no-sandbox, and the app would ask for consent.
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
  /** Sends SIGTERM, as a system does that shuts down. */
  stop(): void;
}

/** Starts the desktop without Playwright, for a start that waits in a dialog box. */
export function startBlocked(home: string, { args = [], ...options }: LaunchOptions = {}): BlockedStart {
  const child = spawn(ELECTRON ?? '', [ROOT, ...args], { env: environment(home, options) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  whenOver(() => child.kill('SIGKILL'));
  return { output: () => output, ended, stop: () => void child.kill('SIGTERM') };
}

/** The log of the service in this home folder; empty if there is none. */
export function logOf(home: string): string {
  const file = join(home, 'data', 'pennyrow.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Presses one of these buttons in each dialog box from now on. The result returns the messages of the boxes. */
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

/** Calls a procedure through the bridge of the page. */
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

/** The id of the first account, which the dashboard calls a profile. */
export async function firstProfile(page: Page): Promise<string> {
  const [profile] = await call<{ readonly id: string }[]>(page, 'account.list');
  return profile?.id ?? '';
}

/** Starts the desktop and skips the welcome page. */
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

/** The key of this home folder, which stays the same across starts. */
function keyOf(home: string): string {
  const file = join(home, 'key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'));
  return readFileSync(file, 'utf8');
}

/** Installs Electron and the build in this folder, and returns the program. Appends the code `atServiceEnd` to the service. */
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

/** Sets up the demo from the first page, and waits until its transactions are in the spreadsheet. */
export async function setUpDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByRole('button', { name: /^Try the demo/ }).click();
  await page.getByText('transactions are in your spreadsheet.').waitFor();
}
