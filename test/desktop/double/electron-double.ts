import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, PowerMonitor } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { appDouble, type AppState, type ComputerDouble } from './app.ts';
import { listening, type EventsOf } from './listening.ts';
import { dialogDouble, shellDouble, themeDouble, type BoxDouble, type ShellDouble } from './machine-parts.ts';
import { menusDouble, type MenusDouble, type TrayDouble } from './menus.ts';
import { IMAGES, noticesDouble, type NoticeDouble, type NoticeSystem } from './notices.ts';
import { safeStorageDouble, type KeychainDouble } from './safe-storage.ts';
import { WindowDouble } from './window.ts';

/** The parts of the machine that a test observes and controls, as a user or a system would. */
export interface Surroundings {
  readonly app: AppState;
  readonly box: BoxDouble;
  readonly keychain: KeychainDouble;
  readonly menus: MenusDouble;
  readonly trays: readonly TrayDouble[];
  readonly notices: readonly NoticeDouble[];
  readonly noticeSystem: NoticeSystem;
  readonly outside: ShellDouble;
  readonly power: EventEmitter<EventsOf<PowerMonitor>>;
  /** Every window that was created, in order. */
  readonly windows: readonly WindowDouble[];
  /** The only window; throws if there is none, or more than one. */
  window(): WindowDouble;
}

export interface ElectronDoubleOptions {
  readonly computer: ComputerDouble;
  readonly isPackaged?: boolean;
  readonly platform?: NodeJS.Platform;
  /** The command line without the name of the program. */
  readonly args?: readonly string[];
}

/** A fake Electron, which becomes ready one turn after its creation. `README.md` lists the differences from the real one. */
export async function electronDouble({
  computer,
  isPackaged = true,
  platform = 'linux',
  args = [],
}: ElectronDoubleOptions): Promise<{ readonly electron: ElectronParts; readonly around: Surroundings }> {
  const windows: WindowDouble[] = [];
  const open = (): WindowDouble[] => windows.filter((window) => !window.isDestroyed);
  const { app, state } = appDouble({
    computer,
    platform,
    isPackaged,
    args,
    version: '0.1.0',
    closeWindows: () => open().every((window) => window.tryToClose()),
    tellSessionEnd: () => {
      for (const window of open()) window.endSession();
    },
  });
  const { requireReady, requireNotReady } = state;
  const { boxes, box } = dialogDouble(requireReady);
  const nativeTheme = themeDouble();
  const { shell, outside } = shellDouble();
  const { safeStorage, keychain } = safeStorageDouble({
    platform,
    key: computer.key,
    entry: state.nameAtReady,
    isReady: app.isReady,
  });
  const { Menu, Tray, menus, trays } = menusDouble(requireReady);
  const { Notification, notices, noticeSystem } = noticesDouble(requireReady, platform);
  const power = new EventEmitter<EventsOf<PowerMonitor>>();
  /** A constructor, which returns the `part` of a new fake window. */
  function BrowserWindow(options: BrowserWindowConstructorOptions): BrowserWindow {
    requireReady('BrowserWindow');
    const made = new WindowDouble(options, windows.length + 1, () => {
      if (open().length === 0) setImmediate(() => state.lastWindowClosed());
    });
    windows.push(made);
    return made.part;
  }

  setImmediate(() => state.becomeReady());
  const electron: ElectronParts = {
    app,
    BrowserWindow: BrowserWindow as unknown as ElectronParts['BrowserWindow'],
    Tray,
    Menu,
    Notification,
    nativeImage: IMAGES,
    safeStorage,
    powerMonitor: listening<ElectronParts['powerMonitor']>(power),
    nativeTheme,
    dialog: { ...boxes, showOpenDialog: unsupported, showSaveDialog: unsupported },
    shell,
    clipboard: { writeText: async () => undefined, readText: async () => '' },
    ipcMain: IPC,
    protocol: { registerSchemesAsPrivileged: () => requireNotReady('protocol.registerSchemesAsPrivileged') },
    screen: { getAllDisplays: () => [] },
    session: {
      get defaultSession() {
        requireReady('session');
        return SESSION;
      },
    },
  };
  const around: Surroundings = {
    app: state,
    box,
    keychain,
    menus,
    trays,
    notices,
    noticeSystem,
    outside,
    power,
    windows,
    window: () => {
      const [first, ...others] = open();
      if (first === undefined || others.length > 0)
        throw new Error(`There are ${others.length + (first === undefined ? 0 : 1)} windows.`);
      return first;
    },
  };
  return { electron, around };
}

const ignore = (): undefined => undefined;
const unsupported = (): Promise<never> => Promise.reject(new Error('The double shows no dialog for files.'));

/** Does nothing, because the fake windows load no page. */
const SESSION = {
  protocol: { handle: ignore, unhandle: ignore },
  webRequest: { onBeforeRequest: ignore },
  setPermissionRequestHandler: ignore,
  setPermissionCheckHandler: ignore,
  setDevicePermissionHandler: ignore,
  setSpellCheckerEnabled: ignore,
  on: ignore,
} as unknown as ElectronParts['session']['defaultSession'];

const IPC = {
  handle: ignore,
  removeHandler: ignore,
  on: ignore,
  removeAllListeners: ignore,
} as unknown as ElectronParts['ipcMain'];
