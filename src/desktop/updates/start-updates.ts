import { join } from 'node:path';
import { systemClock } from '../../platform/clock.ts';
import type { System } from '../../platform/data-folder.ts';
import type { Log } from '../../platform/log.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { paragraphs, localize, type DesktopI18n } from '../i18n.ts';
import { createUpdateBoxes } from './update-boxes.ts';
import { createUpdateFetcher, type UpdateLimits } from './update-fetcher.ts';
import { openUpdateMemory, type DailyLook } from './update-memory.ts';
import { findUpdateWay } from './update-way.ts';
import { createUpdates } from './updates.ts';

export type UpdateSetup = ReturnType<typeof findUpdates>;

export function findUpdates(
  app: Pick<ElectronParts['app'], 'isPackaged' | 'getAppPath'>,
  { folder, system, log }: { readonly folder: string; readonly system: System; readonly log: Log },
) {
  const resources: string | undefined = process.resourcesPath;
  const way = findUpdateWay({
    system,
    isPackaged: app.isPackaged,
    resources: resources ?? '',
    program: app.getAppPath(),
  });
  const memory = openUpdateMemory(join(folder, 'updates.json'), (thrown) =>
    log.warn({ err: thrown }, 'What is known of updates could not be saved'),
  );
  return { way, memory, dailyLook: way.kind === 'none' ? null : memory.dailyLook };
}

export interface StartUpdatesOptions {
  readonly setup: UpdateSetup;
  readonly i18n: DesktopI18n;
  readonly dailyLook: DailyLook | null;
  readonly log: Log;
  readonly onFailure: (thrown: unknown) => void;
  readonly onChange: () => void;
}

const LIMITS: UpdateLimits = { checkMs: 60_000, stallMs: 120_000, leaveMs: 60_000 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function startUpdates(
  electron: Pick<ElectronParts, 'app' | 'dialog' | 'shell' | 'Notification'>,
  { setup: { way, memory }, i18n, dailyLook, log, onFailure, onChange }: StartUpdatesOptions,
) {
  const { app, dialog, Notification } = electron;
  const safeLook: DailyLook = {
    isOn: () => dailyLook?.isOn() ?? false,
    set: (on) => {
      try {
        dailyLook?.set(on);
      } catch (thrown) {
        onFailure(thrown);
      }
    },
  };
  /** References the notification, because a garbage-collected one cannot be clicked. */
  let shown: InstanceType<typeof Notification> | null = null;
  const updates = createUpdates(electron, {
    way,
    fetcher: createUpdateFetcher({
      maker: way.kind === 'install' ? way.maker : 'page',
      load: () => import('./updater.ts'),
      log,
      limits: LIMITS,
    }),
    boxes: createUpdateBoxes(electron, i18n, app.getVersion(), safeLook),
    memory,
    clock: systemClock,
    log,
    onChange,
    announce: (update, onClick) => {
      if (!Notification.isSupported()) return;
      const { available, hint } = i18n.texts.desktop.updates;
      shown = new Notification({ title: available.message(update), body: hint });
      shown.once('click', onClick);
      shown.show();
    },
    onInstallFailed: (failure) => {
      const { what, remedy } = localize(i18n, failure);
      dialog.showErrorBox(i18n.texts.desktop.updates.notInstalled, paragraphs(what, remedy));
    },
  });
  const look = (): void => void updates.lookIfDue();
  const first = setTimeout(look, MINUTE).unref();
  const timer = setInterval(look, HOUR).unref();
  return {
    ...updates,
    close: () => {
      clearTimeout(first);
      clearInterval(timer);
      shown?.close();
      updates.close();
    },
  };
}
