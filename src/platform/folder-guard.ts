import { statSync, watch, type FSWatcher } from 'node:fs';
import { problem } from '../messages/problem.ts';
import type { DataFolder } from './data-folder.ts';
import { PennyrowError } from './errors.ts';

/**
 * Detects that the data folder was removed. Otherwise the process would continue with invisible files, and everything it writes would be
 * lost.
 */
export interface FolderGuard {
  /** Null while the folder exists. Costs one stat call. */
  problem(): PennyrowError | null;
  require(): void;
  /** Wraps a function so that it first calls `require`. */
  guarding<Given extends unknown[], Outcome>(work: (...given: Given) => Outcome): (...given: Given) => Outcome;
  /** Calls `onGone` whenever the folder disappears; returns a function that stops watching. */
  watch(onGone: (problem: PennyrowError) => void): () => void;
}

/** Must be called after the database was opened. */
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

/** Null if the disk fails, which counts as unchanged. */
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
