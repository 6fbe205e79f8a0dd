import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, CustomScheme, PowerMonitor } from 'electron';
import type { BrowserContext } from 'playwright-core';
import type { ElectronParts, WindowPart } from '../../../src/desktop/electron-parts.ts';
import { appDouble, type AppState, type ComputerDouble } from './app.ts';
import { choosersDouble, type ChooserDouble } from './choosers.ts';
import { ipcDouble, type IpcDouble } from './ipc-main.ts';
import { listening, type EventsOf } from './listening.ts';
import {
  clipboardDouble,
  dialogDouble,
  screenDouble,
  shellDouble,
  themeDouble,
  type BoxDouble,
  type ShellDouble,
  type ThemeDouble,
} from './machine-parts.ts';
import { menusDouble, type MenusDouble, type TrayDouble } from './menus.ts';
import { imagesDouble, noticesDouble, type NoticeDouble, type NoticeSystem } from './notices.ts';
import { safeStorageDouble, type KeychainDouble } from './safe-storage.ts';
import { sessionDouble, type SessionDouble } from './session.ts';
import { WindowDouble } from './window.ts';

/** The parts of the machine that a test observes and controls, as a user or a system would. */
export interface Surroundings {
  readonly app: AppState;
  readonly box: BoxDouble;
  readonly chooser: ChooserDouble;
  readonly keychain: KeychainDouble;
  readonly menus: MenusDouble;
  readonly trays: readonly TrayDouble[];
  readonly notices: readonly NoticeDouble[];
  readonly noticeSystem: NoticeSystem;
  readonly outside: ShellDouble;
  readonly theme: ThemeDouble;
  readonly session: SessionDouble;
  readonly ipc: IpcDouble;
  readonly schemes: readonly CustomScheme[];
  readonly displays: ReturnType<typeof screenDouble>['displays'];
  readonly power: EventEmitter<EventsOf<PowerMonitor>>;
  /** Every window that was created, in order. */
  readonly windows: readonly WindowDouble[];
  /** The only window; throws if there is none, or more than one. */
  window(): WindowDouble;
}

export interface ElectronDoubleOptions {
  readonly computer: ComputerDouble;
  /** The browser in which the windows' pages open; null for a test without windows. */
  readonly context: BrowserContext | null;
  readonly isPackaged?: boolean;
  /** False for a desktop that has no place for icons and does not report that. */
  readonly hasTray?: boolean;
  readonly platform?: NodeJS.Platform;
  /** The arguments of the program, without the program. */
  readonly args?: readonly string[];
}

/** Electron for tests; `README.md` lists the differences. Ready one turn after its creation. */
export async function electronDouble({
  computer,
  context,
  isPackaged = true,
  hasTray = true,
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
  const schemes: CustomScheme[] = [];
  const session = sessionDouble(() => schemes);
  const ipc = ipcDouble();
  const { requireReady, requireNotReady } = state;
  const { boxes, box } = dialogDouble(requireReady);
  const { choosers, chooser } = choosersDouble(requireReady);
  const { nativeTheme, theme } = themeDouble();
  const { shell, outside } = shellDouble();
  const { safeStorage, keychain } = safeStorageDouble({
    platform,
    key: computer.key,
    entry: state.nameAtReady,
    isReady: app.isReady,
  });
  const { screen, displays } = screenDouble(requireReady);
  const { Menu, Tray, menus, trays } = menusDouble(requireReady, hasTray);
  const { Notification, notices, noticeSystem } = noticesDouble(requireReady, platform);
  const power = new EventEmitter<EventsOf<PowerMonitor>>();
  // Chromium opens a requested window before it can be denied. The window loads nothing and is closed again.
  const own = new Set<unknown>();
  let refused = 0;
  context?.on('page', (page) => {
    setTimeout(() => {
      if (own.has(page) || refused === 0) return;
      refused -= 1;
      page.close().catch(() => undefined);
    }, 200);
  });
  await context?.route('**/*', (route) => route.abort('blockedbyclient'));

  /** Pages use the theme that the app sets; before that, the theme of the test's browser. */
  function paint(window: WindowDouble): void {
    window.page.opened
      .then((page) => page.emulateMedia({ colorScheme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' }))
      .catch(() => undefined);
  }
  nativeTheme.on('updated', () => {
    for (const window of open()) paint(window);
  });

  /** Called with `new`; the object that a constructor returns replaces the new one. */
  function BrowserWindow(options: BrowserWindowConstructorOptions): WindowPart {
    requireReady('BrowserWindow');
    const made = new WindowDouble(options, {
      context: () => {
        if (context === null) throw new Error('This test has no browser, so it has no windows.');
        return context;
      },
      session,
      ipc,
      nextId: () => windows.length + 1,
      onClosed: () => {
        if (open().length === 0) setImmediate(() => state.lastWindowClosed());
      },
    });
    const keep = (): void =>
      void made.page.opened.then(
        (page) => own.add(page),
        () => undefined,
      );
    keep();
    made.page.events.on('double:opened-anew', keep);
    made.page.events.on('double:window-asked-for', () => {
      refused += 1;
    });
    windows.push(made);
    if (nativeTheme.themeSource !== 'system') paint(made);
    return made.part;
  }

  setImmediate(() => state.becomeReady());
  const electron: ElectronParts = {
    app,
    BrowserWindow: BrowserWindow as unknown as ElectronParts['BrowserWindow'],
    Tray,
    Menu,
    Notification,
    ...imagesDouble(),
    safeStorage,
    powerMonitor: listening<ElectronParts['powerMonitor']>(power),
    nativeTheme,
    dialog: { ...boxes, ...choosers },
    shell,
    ...clipboardDouble(),
    ipcMain: ipc.ipcMain,
    protocol: {
      registerSchemesAsPrivileged: (registered) => {
        requireNotReady('protocol.registerSchemesAsPrivileged');
        schemes.push(...registered);
      },
    },
    screen,
    session: {
      get defaultSession() {
        requireReady('session');
        return session.session;
      },
    },
  };
  const around: Surroundings = {
    app: state,
    box,
    chooser,
    keychain,
    menus,
    trays,
    notices,
    noticeSystem,
    outside,
    theme,
    session,
    ipc,
    schemes,
    displays,
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
