import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { System } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import type { ElectronParts } from './electron-parts.ts';
import { wordsFor } from './native-words.ts';
import { createUpdateBoxes, inWords } from './update-boxes.ts';
import { createUpdateFetcher, type UpdateLimits } from './update-fetcher.ts';
import { openUpdateMemory } from './update-memory.ts';
import { findUpdateWay } from './update-way.ts';
import { updateWords } from './update-words.ts';
import { createUpdates, type Updates } from './updates.ts';

export interface StartUpdatesOptions {
  /** Where the desktop keeps what is its own. */
  readonly folder: string;
  readonly system: System;
  readonly log: Log;
  /** Told of every other state. */
  readonly onChange: () => void;
  readonly limits?: UpdateLimits;
}

const LIMITS: UpdateLimits = { checkMs: 60_000, stallMs: 120_000, leaveMs: 60_000 };
/** A start has enough to do without. */
const MINUTE = 60_000;
/** How often it is asked whether a day has passed; also when the machine wakes. */
const HOUR = 60 * MINUTE;

/** Updates of this installation. Nothing is asked of anybody by starting them, unless a person agreed to that once. */
export function startUpdates(electron: Pick<ElectronParts, 'app' | 'dialog' | 'shell' | 'Notification'>, { folder, system, log, onChange, limits = LIMITS }: StartUpdatesOptions): Updates {
  const { app, dialog, Notification } = electron;
  const words = wordsFor(updateWords, app.getLocale());
  // Not set outside of Electron, whatever its types say.
  const resources: string | undefined = process.resourcesPath;
  const way = findUpdateWay({ system, isPackaged: app.isPackaged, resources: resources ?? '', program: app.getAppPath() });
  const memory = openUpdateMemory(join(folder, 'updates.json'), (thrown) => log.warn({ err: thrown }, 'What is known of updates could not be saved'));
  /** Kept: a notification that was collected as garbage cannot be clicked. */
  let shown: InstanceType<typeof Notification> | null = null;
  const updates = createUpdates(electron, {
    way,
    fetcher: createUpdateFetcher({ maker: way.kind === 'install' ? way.maker : 'page', load: () => import('./updater.ts'), log, limits }),
    boxes: createUpdateBoxes(electron, words, app.getVersion(), memory),
    memory,
    clock: systemClock,
    log,
    onChange,
    tell: ({ version }, onClick) => {
      if (!Notification.isSupported()) return;
      shown = new Notification({ title: words.available(version), body: words.told });
      shown.once('click', onClick);
      shown.show();
    },
    mourn: (failure) => {
      const { message, remedy } = inWords(failure, words);
      dialog.showErrorBox(words.notInstalled, `${message}\n\n${remedy}`);
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
