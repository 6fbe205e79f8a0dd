import { statSync, watch, type FSWatcher } from 'node:fs';
import { problem } from '../messages/problem.ts';
import type { DataFolder } from './data-folder.ts';
import { PennyrowError } from './errors.ts';

/**
 * Knows whether the data folder still is the one that was opened. A folder in use can be removed: the process continues
 * with files that nothing else can see, and whatever it then writes is lost.
 */
export interface FolderGuard {
  /** Null while the folder is there. Stats one file. */
  problem(): PennyrowError | null;
  /** Throws what `problem` finds. */
  require(): void;
  /** The function, which first throws what `problem` finds. */
  guarding<Given extends unknown[], Outcome>(work: (...given: Given) => Outcome): (...given: Given) => Outcome;
  /** Calls `onGone` each time that the folder goes; returns what ends it. */
  watch(onGone: (problem: PennyrowError) => void): () => void;
}

/** To be called once the database is open. */
export function guardFolder({ path, database }: DataFolder): FolderGuard {
  const opened = identityOf(database);

  function findProblem(): PennyrowError | null {
    const now = identityIfKnown(database);
    return now === null || now === opened ? null : gone(path);
  }

  function require(): void {
    const found = findProblem();
    if (found !== null) throw found;
  }

  return {
    problem: findProblem,
    require,
    guarding:
      (work) =>
      (...given) => {
        require();
        return work(...given);
      },
    watch: (onGone) => {
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

/** A folder that cannot be watched, as on some network drives, is checked at each request. */
function openWatcher(path: string, listener: (event: string) => void): FSWatcher | null {
  try {
    return watch(path, { persistent: false }, listener).on('error', () => undefined);
  } catch {
    return null;
  }
}

/** Device and number of the file; empty if it is not there. */
function identityOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino}`;
}

/** Null if the disk cannot tell, which counts as unchanged. */
function identityIfKnown(path: string): string | null {
  try {
    return identityOf(path);
  } catch {
    return null;
  }
}

function gone(path: string): PennyrowError {
  return new PennyrowError(problem('data_gone', { path }));
}
