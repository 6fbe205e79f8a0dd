import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { BrowserContext } from 'playwright-core';
import type { WindowPart } from '../../../src/desktop/electron-parts.ts';
import { toBrowser } from './addresses.ts';
import type { IpcDouble } from './ipc-main.ts';
import { listening, preventable, type EventsOf } from './listening.ts';
import { PageDouble } from './page.ts';
import type { SessionDouble } from './session.ts';

export interface WindowHome {
  readonly context: () => BrowserContext;
  readonly session: SessionDouble;
  readonly ipc: IpcDouble;
  readonly nextId: () => number;
  readonly onClosed: (window: WindowDouble) => void;
}

/** Preferences that weaken a page. The double supports none of them, so a window that sets one fails to open here. */
const WEAK = [
  'nodeIntegration',
  'nodeIntegrationInSubFrames',
  'nodeIntegrationInWorker',
  'webviewTag',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'plugins',
] as const;

type WindowEvents = EventsOf<BrowserWindow>;

interface WindowState {
  isVisible: boolean;
  isMinimized: boolean;
  isMaximized: boolean;
  isFullScreen: boolean;
  isFocused: boolean;
  isDestroyed: boolean;
}

/** A window as a state machine; its page is Chromium's. Events are emitted in a later turn, as from a window manager. */
export class WindowDouble {
  readonly id: number;
  readonly options: BrowserWindowConstructorOptions;
  readonly page: PageDouble;
  /** Each background that it had, in order. */
  readonly grounds: string[];
  /** The order in which it was shown, hidden and ready to paint. */
  readonly story: string[] = [];
  readonly part: WindowPart;
  readonly #events = new EventEmitter<WindowEvents>();
  readonly #state: WindowState = {
    isVisible: false,
    isMinimized: false,
    isMaximized: false,
    isFullScreen: false,
    isFocused: false,
    isDestroyed: false,
  };
  readonly #home: WindowHome;

  constructor(options: BrowserWindowConstructorOptions, home: WindowHome) {
    const { webPreferences = {} } = options;
    const weak = WEAK.find((name) => webPreferences[name] !== undefined && webPreferences[name] !== false);
    if (
      weak !== undefined ||
      webPreferences.contextIsolation === false ||
      webPreferences.sandbox === false ||
      webPreferences.webSecurity === false
    ) {
      throw new Error(
        `The double opens no window whose page is not locked in: ${weak ?? 'contextIsolation, sandbox or webSecurity is off'}.`,
      );
    }
    this.options = options;
    this.#home = home;
    this.id = home.nextId();
    this.page = new PageDouble({
      context: home.context(),
      session: home.session,
      ipc: home.ipc,
      preload: webPreferences.preload,
      id: this.id,
    });
    // A window needs a page.
    this.page.events.on('destroyed', () => this.destroy());
    this.grounds = [options.backgroundColor ?? '#FFF'];
    const state = this.#state;
    state.isVisible = options.show !== false;
    const bounds = {
      x: options.x ?? 200,
      y: options.y ?? 100,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    const alive =
      <Values extends unknown[], Result>(work: (...values: Values) => Result) =>
      (...values: Values): Result => {
        if (state.isDestroyed) throw new TypeError('Object has been destroyed');
        return work(...values);
      };
    this.part = {
      ...listening<WindowPart>(this.#events),
      id: this.id,
      webContents: this.page.part,
      close: alive(() => void this.#close()),
      destroy: () => this.destroy(),
      focus: alive(() => this.#become('focus', { isFocused: true })),
      getNormalBounds: alive(() => ({ ...bounds })),
      hide: alive(() => this.#become('hide', { isVisible: false, isFocused: false })),
      isDestroyed: () => state.isDestroyed,
      isFocused: alive(() => state.isFocused),
      isFullScreen: alive(() => state.isFullScreen),
      isMaximized: alive(() => state.isMaximized),
      isMinimized: alive(() => state.isMinimized),
      isVisible: alive(() => state.isVisible),
      loadURL: alive((url: string) => this.#load(url)),
      maximize: alive(() => this.#become('maximize', { isMaximized: true })),
      minimize: alive(() => this.#become('minimize', { isMinimized: true, isFocused: false })),
      restore: alive(() => this.#become('restore', { isMinimized: false })),
      setBackgroundColor: alive((color: string) => void this.grounds.push(color)),
      setFullScreen: alive((isOn: boolean) =>
        this.#become(isOn ? 'enter-full-screen' : 'leave-full-screen', { isFullScreen: isOn }),
      ),
      show: alive(() => this.#become('show', { isVisible: true })),
    };
  }

  /** The window's buttons, as a user clicks them. */
  readonly byPerson = {
    close: (): void => void this.#close(),
    move: (place: { x: number; y: number; width: number; height: number }): void => {
      Object.assign(this.part, { getNormalBounds: () => ({ ...place }) });
    },
    maximize: (): void => this.part.maximize(),
  };

  get isVisible(): boolean {
    return !this.#state.isDestroyed && this.#state.isVisible && !this.#state.isMinimized;
  }

  get isMinimized(): boolean {
    return this.#state.isMinimized;
  }

  get isDestroyed(): boolean {
    return this.#state.isDestroyed;
  }

  destroy(): void {
    if (this.#state.isDestroyed) return;
    this.#state.isDestroyed = true;
    void this.page.destroy();
    this.#events.emit('closed');
    this.#home.onClosed(this);
  }

  /** Returns true if it closed. */
  #close(): boolean {
    if (this.#state.isDestroyed) return true;
    const event = preventable();
    this.#events.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }

  /** Electron, shell/browser/api/electron_api_base_window.cc: only windows receive it, and only on Windows. */
  endSession(): void {
    this.#events.emit('session-end', preventable({ reasons: ['logoff'] }));
  }

  /** For quitting: true if nothing prevented it. */
  tryToClose(): boolean {
    return this.#close();
  }

  #become(event: keyof WindowEvents, change: Partial<WindowState>): void {
    const isNew = Object.entries(change).some(([name, value]) => this.#state[name as keyof WindowState] !== value);
    Object.assign(this.#state, change);
    if (!isNew) return;
    this.story.push(event);
    setImmediate(() => {
      if (!this.#state.isDestroyed) this.#events.emit(event);
    });
  }

  async #load(url: string): Promise<void> {
    try {
      await this.page.opened;
      await this.page.permit(url);
      await this.page.move((page) => page.goto(toBrowser(url), { waitUntil: 'load' }));
    } catch (thrown) {
      this.page.events.emit('double:not-loaded', thrown);
      throw thrown;
    }
    if (this.#state.isDestroyed || this.story.includes('ready-to-show')) return;
    this.story.push('ready-to-show');
    this.#events.emit('ready-to-show');
  }
}
