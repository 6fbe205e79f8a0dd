import { steadyClock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { DesktopI18n } from '../i18n.ts';
import { DASHBOARD_URL, dashboardUrl } from './page-protocol.ts';
import type { SettingsStore, WindowPlace } from '../settings.ts';
import type { BrowserWindow, BrowserWindowConstructorOptions, WebContents } from 'electron';

export type DashboardWindow = ReturnType<typeof createDashboardWindow>;

export interface DashboardWindowOptions {
  readonly electron: Pick<ElectronParts, 'BrowserWindow' | 'nativeTheme' | 'screen' | 'dialog'>;
  readonly i18n: DesktopI18n;
  readonly settings: SettingsStore;
  readonly preload: string;
  readonly hasDevTools: boolean;
  /** False if the user could not open a hidden window again. Closing then minimizes the window. */
  readonly canComeBack: () => Promise<boolean>;
  readonly icon: string | null;
  readonly onPage: (page: WebContents) => void;
  readonly log: Log;
  /** A window that was hidden for this long is destroyed, because its page uses a hundred megabytes. */
  readonly freeAfterMs?: number;
}

const FREE_AFTER_MS = 10 * 60_000;

const BREAKS_AGAIN_MS = 10 * 60_000;

/** The background colors of the page, so that a new window does not flash in another color. */
const BACKGROUND = { light: '#f6f8f7', dark: '#141817' };

export function createDashboardWindow(options: DashboardWindowOptions) {
  const { electron, settings, log } = options;
  const { nativeTheme } = electron;
  let current: BrowserWindow | null = null;
  let isReady = false;
  let closing: BrowserWindow | null = null;
  let departure: Departure | null = null;
  let brokeAt = -Infinity;
  let freeing: ReturnType<typeof setTimeout> | undefined;

  const background = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);
  const paintBackground = (): void => current?.setBackgroundColor(background());
  nativeTheme.on('updated', paintBackground);

  function make(): BrowserWindow {
    const place = settings.get('window');
    const window = new electron.BrowserWindow({
      ...placeFor(place, electron.screen),
      minWidth: 420,
      minHeight: 420,
      show: false,
      backgroundColor: background(),
      title: 'Pennyrow',
      ...(options.icon === null ? {} : { icon: options.icon }),
      autoHideMenuBar: true,
      webPreferences: {
        preload: options.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: options.hasDevTools,
      },
    });
    isReady = false;
    options.onPage(window.webContents);
    window.once('ready-to-show', () => {
      isReady = true;
      if (place?.isMaximized === true) window.maximize();
      reveal(window);
    });
    window.on('close', (event) => {
      event.preventDefault();
      void putAway(window);
    });
    window.on('hide', () => {
      settings.set('window', placeOf(window));
      freeLater();
    });
    window.on('show', () => clearTimeout(freeing));
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit') void broken(window, reason);
    });
    departure = createDeparture(window.webContents, wantsToLeave);
    return window;
  }

  function freeLater(): void {
    clearTimeout(freeing);
    freeing = setTimeout(() => void freeQuietly(), options.freeAfterMs ?? FREE_AFTER_MS);
    freeing.unref();
  }

  /** Destroys the hidden window, unless its page has unsaved text. */
  async function freeQuietly(): Promise<void> {
    const window = current;
    if (window === null || departure === null) return;
    if (await departure('quietly')) free();
    else if (current === window && !window.isVisible()) freeLater();
  }

  /** Closes the page. If it has unsaved text, asks the user first. Resolves with false if the page stays open. */
  async function letGo(): Promise<boolean> {
    if (current === null || current.isDestroyed() || departure === null) return true;
    const isGone = await departure('asking');
    if (!isGone) show();
    return isGone;
  }

  function reveal(window: BrowserWindow): void {
    closing = null;
    if (!isReady) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  async function putAway(window: BrowserWindow): Promise<void> {
    closing = window;
    const canComeBack = await options.canComeBack();
    // Does nothing if the window was shown again in the meantime.
    if (closing !== window || window.isDestroyed()) return;
    if (!canComeBack) window.minimize();
    else if (window.isFullScreen()) {
      // On macOS, hiding a full-screen window would leave a black screen.
      window.once('leave-full-screen', () => window.hide());
      window.setFullScreen(false);
    } else window.hide();
  }

  function free(): void {
    clearTimeout(freeing);
    const window = current;
    current = null;
    if (window === null || window.isDestroyed()) return;
    settings.set('window', placeOf(window));
    window.destroy();
  }

  function wantsToLeave(): boolean {
    const { message, detail, stay, leave } = options.i18n.texts.desktop.box.leave;
    const response = electron.dialog.showMessageBoxSync({
      type: 'question',
      title: 'Pennyrow',
      buttons: [stay, leave],
      defaultId: 0,
      cancelId: 0,
      message,
      detail,
    });
    return response === 1;
  }

  async function broken(window: BrowserWindow, reason: string): Promise<void> {
    log.error({ reason }, 'The window of the dashboard broke down');
    const isFirst = steadyClock.now() - brokeAt > BREAKS_AGAIN_MS;
    brokeAt = steadyClock.now();
    // Asks the user only if the page soon crashes again, because it might crash at every reload.
    if (isFirst && current === window) return window.webContents.reload();
    const wasVisible = window.isVisible();
    if (current === window) free();
    if (!wasVisible) return;
    const { box, parts } = options.i18n.texts.desktop;
    const { message, detail, again } = box.broken;
    const { response } = await electron.dialog.showMessageBox({
      type: 'error',
      title: 'Pennyrow',
      buttons: [again, parts.close],
      defaultId: 0,
      cancelId: 1,
      message,
      detail,
    });
    if (response === 0) show();
  }

  function load(window: BrowserWindow, url: string): void {
    window.loadURL(url).catch((thrown: unknown) => {
      if (!window.isDestroyed()) log.error({ err: thrown }, 'The dashboard could not be loaded');
    });
  }

  function show(path: string | null = null, accountId: string | null = null): void {
    const url = path === null ? null : dashboardUrl(path, accountId);
    if (current === null || current.isDestroyed()) {
      current = make();
      load(current, url ?? DASHBOARD_URL);
      return;
    }
    if (url !== null && current.webContents.getURL() !== url) load(current, url);
    reveal(current);
  }

  return {
    show,
    repaint: () => current?.webContents.invalidate(),
    current: () => current,
    letGo,
    close: () => {
      nativeTheme.off('updated', paintBackground);
      free();
    },
  };
}

/** Closes the page. If it has unsaved text, `asking` asks the user, and `quietly` leaves the page open. True if it closed. */
type Departure = (how: 'asking' | 'quietly') => Promise<boolean>;

/** A page that has not closed after this time hangs, and counts as closed. */
const TIMEOUT_MS = 5000;

function createDeparture(page: WebContents, wantsToLeave: () => boolean): Departure {
  let isQuiet = false;
  let stays: (() => void) | null = null;
  page.on('will-prevent-unload', (event) => {
    if (!isQuiet && wantsToLeave()) event.preventDefault();
    else stays?.();
  });
  return (how) =>
    new Promise((resolve) => {
      if (page.isDestroyed()) return resolve(true);
      const end = (isGone: boolean): void => {
        clearTimeout(timer);
        page.off('destroyed', gone);
        stays = null;
        isQuiet = false;
        resolve(isGone);
      };
      const gone = (): void => end(true);
      const timer = setTimeout(gone, TIMEOUT_MS);
      isQuiet = how === 'quietly';
      stays = () => end(false);
      page.once('destroyed', gone);
      page.close({ waitForBeforeUnload: true });
    });
}

const FIRST_SIZE = { width: 1100, height: 760 };

/** This much of the window must be on a screen, so that the user can see and move it. */
const SEEN = { width: 120, height: 60 };

function placeFor(
  storedPlace: WindowPlace | null,
  screen: ElectronParts['screen'],
): Pick<BrowserWindowConstructorOptions, 'x' | 'y' | 'width' | 'height'> {
  if (storedPlace === null) return FIRST_SIZE;
  const { x, y, width, height } = storedPlace;
  const isSeen = screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    const down = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y);
    // The upper edge must be visible, because the user moves the window by it.
    return across >= Math.min(SEEN.width, width) && down >= Math.min(SEEN.height, height) && y >= workArea.y;
  });
  return isSeen ? { x, y, width, height } : FIRST_SIZE;
}

function placeOf(window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>): WindowPlace {
  const { x, y, width, height } = window.getNormalBounds();
  return { x, y, width, height, isMaximized: window.isMaximized() };
}
