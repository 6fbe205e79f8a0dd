import { statSync, watch, type FSWatcher } from 'node:fs';
import type { DataFolder } from './data-folder.ts';
import { createError, type PennyrowError } from './errors.ts';

export type FolderGuard = ReturnType<typeof guardFolder>;

/** Without the data folder, everything that the process writes would be lost in invisible files. */
export function guardFolder({ path, database }: DataFolder) {
  const opened = identityOf(database);

  /** If the disk fails, the folder counts as unchanged. */
  function findProblem(): PennyrowError | null {
    try {
      return identityOf(database) === opened ? null : createError('data_gone', { path });
    } catch {
      return null;
    }
  }

  function require(): void {
    const found = findProblem();
    if (found !== null) throw found;
  }

  return {
    problem: findProblem,
    require,
    guarding:
      <Given extends unknown[], Outcome>(work: (...given: Given) => Outcome) =>
      (...given: Given): Outcome => {
        require();
        return work(...given);
      },
    watch: (onGone: (problem: PennyrowError) => void) => {
      let isGone = false;
      const look = (): void => {
        const found = findProblem();
        if (found !== null && !isGone) onGone(found);
        isGone = found !== null;
      };
      const watcher = openWatcher(path, (event) => {
        if (event === 'rename') look();
      });
      return () => watcher?.close();
    },
  };
}

/** Folders that cannot be watched, as on some network drives, are only checked on each request. */
function openWatcher(path: string, listener: (event: string) => void): FSWatcher | null {
  try {
    return watch(path, { persistent: false }, listener).on('error', () => undefined);
  } catch {
    return null;
  }
}

function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino}`;
}
