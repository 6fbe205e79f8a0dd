import type { MenuItemConstructorOptions, NativeImage, NativeTheme, Tray } from 'electron';
import type { Control } from '../../control/control.ts';
import type { Clock } from '../../platform/clock.ts';
import type { System } from '../../platform/data-folder.ts';
import { type PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import type { CommandLineBox } from '../command-line/command-line-tool.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { LoginItem } from '../login-item.ts';
import type { DesktopI18n } from '../i18n.ts';
import { followService } from './tray-follower.ts';
import { LINE, trayMenu, trayTooltip, type TrayCommand, type TrayItem, type TrayMenu } from './tray-menu.ts';
import { untilWordsChange } from './tray-words.ts';
import type { UpdateState } from '../updates/update-way.ts';
import { controlClient } from '../host/control-client.ts';
import { openWorkbook } from '../window/open-workbook.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mood } from './tray-state.ts';

export type TrayElectron = Pick<ElectronParts, 'Tray' | 'Menu' | 'nativeImage' | 'clipboard' | 'shell'> & {
  readonly nativeTheme: PanelTheme;
};

export interface TrayOptions {
  readonly control: Pick<Control, 'call' | 'subscribe'>;
  readonly clock: Clock;
  readonly system: System;
  readonly images: string;
  readonly i18n: DesktopI18n;
  readonly places: {
    openDashboard(page: string | null, accountId: string | null): void;
    checkForUpdates(): void;
    quit(): void;
  };
  readonly loginItem: LoginItem | null;
  readonly commandLine: CommandLineBox | null;
  readonly updateState: () => UpdateState | null;
  readonly onFailure: (failure: PennyrowError) => void;
}

/** Slow, because some panels receive each picture of the animation as a message. */
const FRAME_MS = 300;

/** Null if the system refuses to create a tray icon. */
export function createTray(electron: TrayElectron, options: TrayOptions) {
  const { control, clock, system, i18n, loginItem, places } = options;
  const framesOf = loadTrayImages(electron.nativeImage, options.images, system.platform);
  const tray = openTray();
  if (tray === null) return null;
  const follower = followService(control, draw, i18n);
  const client = controlClient(control, new AbortController().signal);
  let shown = '';
  let drawn = '';
  let animation: NodeJS.Timeout | undefined;
  let nextLook: NodeJS.Timeout | undefined;
  electron.nativeTheme.on('updated', drawIcon);
  // A click shows the window, except on macOS, where it opens the menu.
  if (system.platform !== 'darwin') tray.on('click', () => places.openDashboard(null, null));
  draw();

  function openTray(): Tray | null {
    try {
      const [image] = framesOf('starting', panelOf(electron.nativeTheme, system));
      return new electron.Tray(image ?? electron.nativeImage.createEmpty());
    } catch {
      return null;
    }
  }

  function draw(): void {
    if (tray === null || tray.isDestroyed()) return;
    const state = follower.state();
    const reader = { now: clock.now(), i18n, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
    const menu = trayMenu(state, {
      ...reader,
      startsAtLogin: loginItem?.isOn() ?? null,
      hasCommandLine: options.commandLine?.isInstalled() ?? null,
      update: options.updateState(),
    });
    const tooltip = trayTooltip(state, reader);
    const next = JSON.stringify([menu, tooltip]);
    // Sets the menu only if a text has changed, because setting it closes the open menu.
    if (next !== shown) {
      shown = next;
      tray.setToolTip(tooltip);
      tray.setContextMenu(electron.Menu.buildFromTemplate(toTemplate(menu, run)));
    }
    drawIcon();
    clearTimeout(nextLook);
    nextLook = setTimeout(
      draw,
      untilWordsChange(
        state.accounts.map(({ dataAt }) => dataAt),
        reader.now,
      ),
    ).unref();
  }

  async function run(command: TrayCommand): Promise<void> {
    try {
      await obey(command);
    } catch (thrown) {
      options.onFailure(toPennyrowError(thrown));
    }
    shown = '';
    draw();
    follower.refresh();
  }

  async function obey(command: TrayCommand): Promise<void> {
    switch (command.do) {
      case 'sync':
        return eachOf(command.accountIds, (accountId) => client.call('run.sync', { accountId }));
      case 'cancel':
        return eachOf(command.runIds, (runId) => client.call('run.cancel', { runId }));
      case 'pause':
        return eachOf(command.accountIds, (accountId) =>
          client.call('schedule.pause', { accountId, paused: command.paused }),
        );
      case 'open-dashboard':
        return places.openDashboard(command.page, command.accountId);
      case 'open-workbook':
        if (!(await openWorkbook(client, electron.shell, command.accountId)))
          places.openDashboard('/workbook', command.accountId);
        return;
      case 'copy':
        return electron.clipboard.writeText(command.text);
      case 'start-at-login':
        return loginItem?.set(command.on);
      case 'command-line':
        return options.commandLine?.change(command.isInstalled);
      case 'check-for-updates':
        return places.checkForUpdates();
      case 'quit':
        return places.quit();
    }
  }

  function drawIcon(): void {
    const { mood } = follower.state();
    const panel = panelOf(electron.nativeTheme, system);
    if (drawn === `${mood} ${panel}`) return;
    drawn = `${mood} ${panel}`;
    clearInterval(animation);
    const frames = framesOf(mood, panel);
    let turn = 0;
    const show = (): void => {
      const frame = frames[turn % frames.length];
      turn += 1;
      if (tray !== null && frame !== undefined && !tray.isDestroyed()) tray.setImage(frame);
    };
    show();
    if (frames.length > 1) animation = setInterval(show, FRAME_MS).unref();
  }

  return {
    /** Call this after a change that the service does not report, such as a new update. */
    redraw: draw,
    refresh() {
      draw();
      follower.refresh();
    },
    async close() {
      clearTimeout(nextLook);
      clearInterval(animation);
      electron.nativeTheme.off('updated', drawIcon);
      if (!tray.isDestroyed()) tray.destroy();
      await follower.close();
    },
  };
}

function toTemplate(menu: TrayMenu, run: (command: TrayCommand) => Promise<void>): MenuItemConstructorOptions[] {
  return menu.map((item) => (item === LINE ? { type: 'separator' } : toOptions(item, run)));
}

function toOptions(
  { label, command, submenu, checked }: TrayItem,
  run: (command: TrayCommand) => Promise<void>,
): MenuItemConstructorOptions {
  return {
    // A single "&" in a name would underline the next letter.
    label: label.replaceAll('&', '&&'),
    enabled: command !== undefined || submenu !== undefined,
    ...(checked === undefined ? {} : { type: 'checkbox', checked }),
    ...(submenu === undefined ? {} : { submenu: toTemplate(submenu, run) }),
    ...(command === undefined ? {} : { click: () => void run(command) }),
  };
}

async function eachOf(ids: readonly string[], ask: (id: string) => Promise<unknown>): Promise<void> {
  const settled = await Promise.allSettled(ids.map(ask));
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

const SYNCING = ['syncing-1', 'syncing-2', 'syncing-3', 'syncing-4'];

type Panel = 'template' | 'light' | 'dark';

/** Partial, because older versions of Windows do not report the color of the taskbar. */
type PanelTheme = ElectronParts['nativeTheme'] & Partial<Pick<NativeTheme, 'shouldUseDarkColorsForSystemIntegratedUI'>>;

function panelOf(
  theme: Pick<PanelTheme, 'shouldUseDarkColors' | 'shouldUseDarkColorsForSystemIntegratedUI'>,
  { platform, env }: System,
): Panel {
  if (platform === 'darwin') return 'template';
  // The panel of these desktops is dark with every theme.
  const hasDarkBar = platform === 'linux' && /\b(GNOME|Unity|Pantheon)\b/i.test(env['XDG_CURRENT_DESKTOP'] ?? '');
  const isDark =
    platform === 'win32'
      ? (theme.shouldUseDarkColorsForSystemIntegratedUI ?? theme.shouldUseDarkColors)
      : theme.shouldUseDarkColors;
  return hasDarkBar || isDark ? 'dark' : 'light';
}

function loadTrayImages(
  nativeImage: ElectronParts['nativeImage'],
  folder: string,
  platform: NodeJS.Platform,
): (mood: Mood, panel: Panel) => readonly NativeImage[] {
  const loaded = new Map<string, NativeImage>();

  function load(name: string): NativeImage {
    const cachedImage = loaded.get(name);
    if (cachedImage !== undefined) return cachedImage;
    // Linux panels scale a single image, so they get the large one.
    const image =
      platform === 'linux'
        ? nativeImage.createFromBuffer(readFileSync(join(folder, `${name}@2x.png`)))
        : nativeImage.createFromPath(join(folder, `${name}.png`));
    if (platform === 'darwin') image.setTemplateImage(true);
    loaded.set(name, image);
    return image;
  }

  return (mood, panel) =>
    (mood === 'syncing' ? SYNCING : [mood === 'starting' ? 'idle' : mood]).map((name) => load(`${panel}-${name}`));
}
