import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { System } from '../platform/data-folder.ts';
import type { DesktopChoices } from './choices.ts';
import { commandLineBox, type CommandLineTool } from './command-line/command-line-tool.ts';
import type { ElectronParts } from './electron-parts.ts';
import { createNotifications } from './notifications/notifications.ts';
import type { DesktopService } from './host/host-service.ts';
import { startUpdates, type UpdateSetup } from './updates/start-updates.ts';
import type { DesktopI18n } from './i18n.ts';
import { createTray } from './tray/tray.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTrayHost } from './tray/tray-presence.ts';

export interface IntegrationOptions {
  readonly service: DesktopService;
  readonly i18n: DesktopI18n;
  readonly choices: DesktopChoices;
  readonly commandLine: CommandLineTool | null;
  readonly updateSetup: UpdateSetup;
  readonly folder: string;
  readonly system: System;
  readonly trayHost: TrayHostOptions;
  readonly isAtLogin: boolean;
  readonly repaint: () => void;
  readonly onFailure: (thrown: unknown) => void;
  readonly showDashboard: (path: string | null, accountId: string | null) => void;
}

export interface TrayHostOptions {
  readonly find?: typeof findTrayHost;
  readonly everyMs?: number;
}

export type DesktopIntegrations = ReturnType<typeof startIntegrations>;

const IMAGES = ['../assets/tray', '../../assets/tray'].map((path) => join(import.meta.dirname, path));

const LOOK_MS = 3_600_000;

const SEARCH_MS = 2000;
const SEARCHES = 60;

export function startIntegrations(electron: ElectronParts, options: IntegrationOptions) {
  const { service, i18n, choices, commandLine, updateSetup, folder, system, onFailure, showDashboard } = options;
  const { find = findTrayHost, everyMs = SEARCH_MS } = options.trayHost;
  const { app } = electron;
  const { control, log } = service;
  const updates = startUpdates(electron, {
    setup: updateSetup,
    i18n,
    dailyLook: choices.dailyLook,
    log,
    onFailure,
    onChange: () => tray?.redraw(),
  });
  const pressUpdates = (): void => {
    updates.press().catch(onFailure);
  };
  const closing = new AbortController();
  let tray: ReturnType<typeof createTray> = null;
  let host: string | null = null;
  function openTray(): void {
    tray = createTray(electron, {
      control,
      clock: systemClock,
      system,
      images: IMAGES.find((path) => existsSync(path)) ?? '',
      i18n,
      places: { openDashboard: showDashboard, checkForUpdates: pressUpdates, quit: () => app.quit() },
      loginItem: choices.loginItem,
      commandLine: commandLine === null ? null : commandLineBox(electron, i18n, commandLine),
      updateState: () => updates.state(),
      onFailure,
    });
  }

  /** Also creates the icon again if the panel started or restarted: a panel shows only icons that were created after it. */
  async function hasTray(): Promise<boolean> {
    const found = await find(system);
    if (closing.signal.aborted) return false;
    if (found !== null && found !== host) {
      void tray?.close();
      openTray();
    }
    host = found;
    return found !== null && tray !== null;
  }

  /** At login, waits for a panel that starts later. Then creates the icon in any case, because `find` overlooks some older panels. */
  async function startTray(): Promise<void> {
    const { signal } = closing;
    for (let tries = 0; !(await hasTray()) && options.isAtLogin && tries < SEARCHES && !signal.aborted; tries += 1)
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (tray === null && !signal.aborted) openTray();
  }

  void startTray();
  const notifications = createNotifications(electron, {
    control,
    memory: join(folder, 'told.json'),
    i18n,
    choice: () => choices.view().notifications,
    open: showDashboard,
    report: (thrown) => log.warn({ err: thrown }, 'A notification could not be shown'),
  });
  const stopChoices = choices.onChange(() => {
    tray?.refresh();
    void updates.lookIfDue();
  });
  const stopCommandLine = commandLine?.onChange(() => tray?.redraw());
  const look = (): void => {
    tray?.refresh();
    notifications.refresh();
  };
  // Checks every hour, because the end of a bank's consent causes no event.
  const looks = setInterval(look, LOOK_MS).unref();
  const stopPower = followPower(electron.powerMonitor, () => {
    service.wake();
    options.repaint();
    void hasTray();
    look();
    void updates.lookIfDue();
  });
  return {
    hasTray,
    stay: updates.stay,
    /** Called after `close`. Quits, and installs the update that the user agreed to. */
    leave: updates.leave,
    close: async () => {
      closing.abort();
      clearInterval(looks);
      stopPower();
      stopChoices();
      stopCommandLine?.();
      updates.close();
      await Promise.all([tray?.close(), notifications.close()]);
    },
  };
}

/** Calls `onWake` after sleep, during which timers do not run. */
export function followPower(powerMonitor: ElectronParts['powerMonitor'], onWake: () => void): () => void {
  // Both events, because some Linux desktops report only that the screen was unlocked.
  powerMonitor.on('resume', onWake);
  powerMonitor.on('unlock-screen', onWake);
  return () => {
    powerMonitor.off('resume', onWake);
    powerMonitor.off('unlock-screen', onWake);
  };
}
