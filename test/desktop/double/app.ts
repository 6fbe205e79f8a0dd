import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppPart } from '../../../src/desktop/electron-parts.ts';
import { listening, preventable } from './listening.ts';

/** A computer on which apps run: who holds which lock. */
export interface ComputerDouble {
  readonly home: string;
  readonly locks: Map<string, EventEmitter>;
  /** The language of its person; British English unless said. */
  locale?: string;
  /** What its keychain encrypts with. */
  readonly key: Buffer;
}

export function computerDouble(home: string): ComputerDouble {
  return { home, locks: new Map(), key: randomBytes(32) };
}

export interface AppDoubleOptions {
  readonly computer: ComputerDouble;
  readonly isPackaged: boolean;
  readonly version: string;
  /** Tries to close every window; whether all of them closed. */
  readonly closeWindows: () => boolean;
}

export interface AppState {
  readonly events: EventEmitter;
  /** Resolves with the exit code when the process would be gone. */
  readonly ended: Promise<number>;
  hasEnded(): boolean;
  /** As a person asks for it. */
  quit(): void;
  isSandboxed: boolean;
  becomeReady(): void;
  requireReady(what: string): void;
  requireNotReady(what: string): void;
  lastWindowClosed(): void;
}

export function appDouble({ computer, isPackaged, version, closeWindows }: AppDoubleOptions): {
  readonly app: AppPart;
  readonly state: AppState;
} {
  const events = new EventEmitter();
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
  let opensAtLogin = false;
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

  const app: AppPart = {
    ...listening<AppPart>(events),
    // There is none but on macOS.
    dock: undefined,
    name: 'Pennyrow',
    isPackaged,
    enableSandbox: () => {
      state.requireNotReady('app.enableSandbox()');
      state.isSandboxed = true;
    },
    exit: (code = 0) => end(code),
    getLoginItemSettings: () => ({
      openAtLogin: opensAtLogin,
      wasOpenedAtLogin: false,
      status: opensAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: opensAtLogin,
      launchItems: [],
    }),
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
    relaunch: () => undefined,
    releaseSingleInstanceLock: () => {
      if (hasLock()) computer.locks.delete(userData());
    },
    requestSingleInstanceLock: () => {
      const holder = computer.locks.get(userData());
      if (holder === undefined || holder === events) {
        computer.locks.set(userData(), events);
        return true;
      }
      setImmediate(() => holder.emit('second-instance', preventable(), [process.execPath], computer.home, undefined));
      return false;
    },
    setAppUserModelId: () => undefined,
    setLoginItemSettings: ({ openAtLogin = false }) => {
      opensAtLogin = openAtLogin;
    },
    setPath: (name, path) => {
      if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
      paths.set(name, path);
    },
    whenReady: () => ready.promise,
  };

  const state: AppState = {
    events,
    ended: ended.promise,
    hasEnded: () => hasEnded,
    quit,
    isSandboxed: false,
    becomeReady: () => {
      isReady = true;
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
    // Who does not listen is quit by Electron.
    lastWindowClosed: () => {
      if (!isQuitting && !events.emit('window-all-closed')) quit();
    },
  };
  return { app, state };
}
