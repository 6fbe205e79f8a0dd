import type { Clock } from './platform/clock.ts';
import type { DataFolder } from './platform/data-folder.ts';
import { toPennyrowError, type PennyrowError } from './platform/errors.ts';
import type { Log } from './platform/log.ts';
import { createDailyCopies } from './store/daily-copies.ts';
import { openStore, type Store } from './store/store.ts';

export interface CaredStoreOptions {
  readonly dataFolder: DataFolder;
  readonly clock: Clock;
  readonly log: Log;
  /** See `Overrides`. */
  readonly startsQuickly?: boolean;
  readonly onCopyFailed?: (problem: PennyrowError) => void;
}

export interface CaredStore {
  readonly store: Store;
  /** For who stays: makes up for what a quick start left out, and copies the database each day. */
  startCare(): void;
  /** Before the store is closed; makes the copy of the day where there is none yet. */
  endCare(): Promise<void>;
}

/** The database, and what keeps it from being lost. */
export function openCaredStore({
  dataFolder,
  clock,
  log,
  startsQuickly = false,
  onCopyFailed,
}: CaredStoreOptions): CaredStore {
  const store = openStore({ path: dataFolder.database, backupFolder: dataFolder.backups, clock, startsQuickly });
  const abort = new AbortController();
  let checked: Promise<void> = Promise.resolve();
  const copies = createDailyCopies({
    store,
    backupFolder: dataFolder.backups,
    clock,
    failed: (problem) => {
      log.warn({ err: problem }, 'the daily copy of the database could not be made');
      onCopyFailed?.(problem);
    },
  });

  async function check(): Promise<void> {
    try {
      const damage = await store.checkLater(abort.signal);
      if (damage !== null)
        log.error({ err: damage }, 'the database is damaged; nothing is done any more until it is repaired');
    } catch (thrown) {
      if (!abort.signal.aborted) log.warn({ err: toPennyrowError(thrown) }, 'the database could not be checked');
    }
  }

  return {
    store,
    startCare: () => {
      checked = check();
      copies.start();
    },
    endCare: async () => {
      abort.abort();
      await checked;
      await copies.close();
    },
  };
}
