import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { listening, preventable, type EventsOf } from './listening.ts';

type AppEvents = EventEmitter<EventsOf<App>>;

const PACKAGE = join(import.meta.dirname, '../../../package.json');

/** A computer on which a test starts apps. `locks` contains the running app of each folder. */
export interface ComputerDouble {
  readonly home: string;
  readonly locks: Map<string, AppEvents>;
  /** The user's language; British English by default. */
  locale?: string;
  /** The key with which the computer's keychain encrypts. */
  readonly key: Buffer;
  /** The arguments with which macOS or Windows starts the app at login; null if it does not. */
  loginItem: readonly string[] | null;
  /** On macOS, true if the next start is a start at login. */
  startsFromLogin: boolean;
}

export function computerDouble(home: string): ComputerDouble {
  return { home, locks: new Map(), key: randomBytes(32), loginItem: null, startsFromLogin: false };
}

export interface AppDoubleOptions {
  readonly computer: ComputerDouble;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly version: string;
  /** The command line without the name of the program. */
  readonly args: readonly string[];
  /** Tries to close every window; true if all of them closed. */
  readonly closeWindows: () => boolean;
  readonly tellSessionEnd?: () => void;
}

export interface RelaunchDouble {
  /** Null to start the same program again. */
  readonly program: string | null;
  readonly args: readonly string[];
}

export interface AppState {
  /** Resolves with the exit code when the process would have exited. */
  readonly ended: Promise<number>;
  hasEnded(): boolean;
  /** Quits the app as a user does. */
  quit(): void;
  /** Ends the Windows session: no `before-quit` is emitted, as in Electron's shell/browser/native_window_views_win.cc. */
  endSession(): void;
  /** `contradicted`: Chromium was started without a sandbox and the app then enabled it, so every page crashes. */
  readonly sandbox: () => 'by preference' | 'enforced' | 'off' | 'contradicted';
  /** The name of the app when it became ready. The keychain uses it even if the app is renamed later. */
  readonly nameAtReady: () => string;
  /** The name by which Windows identifies the program. */
  readonly userModelId: () => string | null;
  /** The programs that start after this one has exited. */
  readonly relaunches: readonly RelaunchDouble[];
  becomeReady(): void;
  requireReady(what: string): void;
  requireNotReady(what: string): void;
  lastWindowClosed(): void;
}

export function appDouble({
  computer,
  platform,
  isPackaged,
  version,
  args,
  closeWindows,
  tellSessionEnd = () => undefined,
}: AppDoubleOptions): {
  readonly app: App;
  readonly state: AppState;
} {
  const events: AppEvents = new EventEmitter();
  const paths = new Map([
    ['userData', join(computer.home, '.config', 'Pennyrow')],
    ['home', computer.home],
    ['documents', join(computer.home, 'Documents')],
    ['downloads', join(computer.home, 'Downloads')],
  ]);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  let isReady = false;
  let hasEnded = false;
  let isQuitting = false;
  let name = nameFromPackage(isPackaged);
  let nameAtReady: string | null = null;
  let userModelId: string | null = null;
  let isEnforced = false;
  const isStartedWithout = args.includes('--no-sandbox');
  const relaunches: RelaunchDouble[] = [];
  const switches = new Set(args.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).replace(/=.*/s, '')));
  const userData = (): string => paths.get('userData') ?? '';
  const hasLock = (): boolean => computer.locks.get(userData()) === events;

  function end(code: number): void {
    hasEnded = true;
    if (hasLock()) computer.locks.delete(userData());
    ended.resolve(code);
  }

  function quit(): void {
    if (hasEnded) return;
    const beforeQuit = preventable();
    events.emit('before-quit', beforeQuit);
    if (beforeQuit.defaultPrevented) return;
    isQuitting = true;
    if (!closeWindows()) {
      isQuitting = false;
      return;
    }
    const willQuit = preventable();
    events.emit('will-quit', willQuit);
    if (willQuit.defaultPrevented) return;
    events.emit('quit', {}, 0);
    end(0);
  }

  const dock = { hide: () => undefined } as unknown as NonNullable<App['dock']>;

  const app: Partial<App> = {
    ...listening<App>(events),
    // Exists only on macOS.
    dock: platform === 'darwin' ? dock : undefined,
    get name() {
      return name;
    },
    setName: (chosen) => {
      name = chosen;
    },
    isPackaged,
    commandLine: { hasSwitch: (wanted: string) => switches.has(wanted) } as App['commandLine'],
    // Like Electron, removes the switch too late: the process that creates pages already runs without a sandbox.
    enableSandbox: () => {
      state.requireNotReady('app.enableSandbox()');
      isEnforced = true;
      switches.delete('no-sandbox');
    },
    exit: (code = 0) => end(code),
    // Like Electron's shell/browser/browser_win.cc: on Windows, `openAtLogin` is true only for the login item's arguments.
    getLoginItemSettings: ({ args: compared = [] } = {}) => {
      const item = computer.loginItem;
      const isSame = platform !== 'win32' || item?.join(' ') === compared.join(' ');
      return {
        openAtLogin: item !== null && isSame,
        wasOpenedAtLogin: platform === 'darwin' && computer.startsFromLogin,
        status: item === null ? 'not-registered' : 'enabled',
        executableWillLaunchAtLogin: item !== null,
        launchItems: [],
      };
    },
    getAppPath: () => join(computer.home, 'program'),
    getLocale: () => computer.locale ?? 'en-GB',
    getPath: (name) => {
      const path = paths.get(name);
      if (path === undefined) throw new Error(`Failed to get '${name}' path`);
      return path;
    },
    getVersion: () => version,
    isReady: () => isReady,
    quit,
    // Like Electron, only notes the new start: this process continues until it exits.
    relaunch: (options) => {
      relaunches.push({ program: options?.execPath ?? null, args: options?.args ?? args });
    },
    releaseSingleInstanceLock: () => {
      if (hasLock()) computer.locks.delete(userData());
    },
    requestSingleInstanceLock: () => {
      const holder = computer.locks.get(userData());
      if (holder === undefined || holder === events) {
        computer.locks.set(userData(), events);
        return true;
      }
      const argv = [process.execPath, ...args];
      setImmediate(() => holder.emit('second-instance', preventable(), argv, computer.home, undefined));
      return false;
    },
    // Like Electron's lib/browser/api/app.ts, has an effect only on Windows.
    setAppUserModelId: (id) => {
      if (platform === 'win32') userModelId = id;
    },
    setLoginItemSettings: ({ openAtLogin = false, args: passed = [] }) => {
      computer.loginItem = openAtLogin ? passed : null;
    },
    setPath: (name, path) => {
      if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
      paths.set(name, path);
    },
    whenReady: () => ready.promise,
  };

  const state: AppState = {
    ended: ended.promise,
    hasEnded: () => hasEnded,
    quit,
    endSession: () => {
      tellSessionEnd();
      if (!isQuitting) end(0);
    },
    sandbox: () => {
      if (isStartedWithout) return isEnforced ? 'contradicted' : 'off';
      return isEnforced ? 'enforced' : 'by preference';
    },
    nameAtReady: () => nameAtReady ?? name,
    userModelId: () => userModelId,
    relaunches,
    becomeReady: () => {
      isReady = true;
      nameAtReady = name;
      ready.resolve();
      events.emit('ready', preventable(), {});
    },
    requireReady: (what) => {
      if (hasEnded) throw new Error(`${what} was used after the app had ended`);
      if (!isReady) throw new Error(`${what} cannot be used before the app is ready`);
    },
    requireNotReady: (what) => {
      if (isReady) throw new Error(`${what} can only be called before the app is ready`);
    },
    // Without a listener, Electron quits the app when its last window closes.
    lastWindowClosed: () => {
      if (!isQuitting && !events.emit('window-all-closed')) quit();
    },
  };
  return { app: app as App, state };
}

/** Like Electron's lib/browser/init.ts: the `productName` or `name` of a package; "Electron" for an app started from a file. */
function nameFromPackage(isPackaged: boolean): string {
  if (!isPackaged) return 'Electron';
  const written = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly name: string; readonly productName?: string };
  return written.productName ?? written.name;
}
