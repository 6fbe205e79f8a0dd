import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';
import { listening, preventable, type EventsOf } from './listening.ts';

type WindowEvents = EventsOf<BrowserWindow>;

interface WindowState {
  isVisible: boolean;
  isMinimized: boolean;
  isDestroyed: boolean;
}

/** A fake window without a page. It emits events in a later turn, as a window manager would. */
export class WindowDouble {
  readonly options: BrowserWindowConstructorOptions;
  readonly part: BrowserWindow;
  /** True if the page has unsaved text. */
  hasUnsaved = false;
  /** Addresses that were loaded, in order. */
  readonly loaded: string[] = [];
  readonly #events = new EventEmitter<WindowEvents>();
  readonly #page = new EventEmitter();
  readonly #state: WindowState = { isVisible: false, isMinimized: false, isDestroyed: false };
  readonly #onClosed: () => void;

  constructor(options: BrowserWindowConstructorOptions, id: number, onClosed: () => void) {
    this.options = options;
    this.#onClosed = onClosed;
    const { x = 200, y = 100, width = 800, height = 600 } = options;
    const alive =
      <Values extends unknown[], Result>(work: (...values: Values) => Result) =>
      (...values: Values): Result => {
        if (this.#state.isDestroyed) throw new TypeError('Object has been destroyed');
        return work(...values);
      };
    const page: Partial<WebContents> = {
      ...listening<WebContents>(this.#page),
      id,
      mainFrame: { frameTreeNodeId: id, processId: 1, url: '' } as WebContents['mainFrame'],
      close: alive(() => this.#leave()),
      getURL: alive(() => this.loaded.at(-1) ?? ''),
      invalidate: alive(() => undefined),
      isDestroyed: () => this.#state.isDestroyed,
      reload: alive(() => undefined),
      send: alive(() => undefined),
      setWindowOpenHandler: alive(() => undefined),
    };
    const part: Partial<BrowserWindow> = {
      ...listening<BrowserWindow>(this.#events),
      id,
      webContents: page as WebContents,
      close: alive(() => void this.tryToClose()),
      destroy: () => this.destroy(),
      focus: alive(() => undefined),
      getNormalBounds: alive(() => ({ x, y, width, height })),
      hide: alive(() => this.#become('hide', { isVisible: false })),
      isDestroyed: () => this.#state.isDestroyed,
      isFocused: alive(() => this.isVisible),
      isFullScreen: alive(() => false),
      isMaximized: alive(() => false),
      isMinimized: alive(() => this.#state.isMinimized),
      isVisible: alive(() => this.#state.isVisible),
      loadURL: alive(async (url: string) => this.#load(url)),
      maximize: alive(() => undefined),
      minimize: alive(() => this.#become('minimize', { isMinimized: true })),
      restore: alive(() => this.#become('restore', { isMinimized: false })),
      setBackgroundColor: alive(() => undefined),
      setFullScreen: alive(() => undefined),
      show: alive(() => this.#become('show', { isVisible: true })),
    };
    this.part = part as BrowserWindow;
  }

  get isVisible(): boolean {
    return !this.#state.isDestroyed && this.#state.isVisible && !this.#state.isMinimized;
  }

  get isDestroyed(): boolean {
    return this.#state.isDestroyed;
  }

  destroy(): void {
    if (this.#state.isDestroyed) return;
    this.#state.isDestroyed = true;
    this.#page.emit('destroyed');
    this.#events.emit('closed');
    this.#onClosed();
  }

  /** Closes the window as its button does. Returns true if it closed. */
  tryToClose(): boolean {
    if (this.#state.isDestroyed) return true;
    const event = preventable();
    this.#events.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }

  /** The end of a Windows session, which Electron reports only to windows. */
  endSession(): void {
    this.#events.emit('session-end', preventable({ reasons: ['logoff'] }));
  }

  /** Closes the page. A page with unsaved text closes only if the app prevents the default of `will-prevent-unload`. */
  #leave(): void {
    const event = preventable();
    if (this.hasUnsaved) this.#page.emit('will-prevent-unload', event);
    if (!this.hasUnsaved || event.defaultPrevented) this.destroy();
  }

  #become(event: keyof WindowEvents, change: Partial<WindowState>): void {
    const isNew = Object.entries(change).some(([name, value]) => this.#state[name as keyof WindowState] !== value);
    Object.assign(this.#state, change);
    if (!isNew) return;
    this.#emitLater(event);
  }

  #load(url: string): void {
    this.loaded.push(url);
    if (this.loaded.length === 1) this.#emitLater('ready-to-show');
  }

  /** A destroyed window emits no more events. */
  #emitLater(event: keyof WindowEvents): void {
    setImmediate(() => {
      if (!this.#state.isDestroyed) this.#events.emit(event);
    });
  }
}
