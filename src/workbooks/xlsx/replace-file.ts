import { access, constants, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { keepAttributes } from '../../platform/keep-attributes.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import { backUp } from './backups.ts';
import { temporaryPath, temporaryPrefix } from './create-whole.ts';
import { isHeldByAnotherProgram, openElsewhere, refuseWhenOpenElsewhere } from './open-elsewhere.ts';
import { writeInPlace } from './write-in-place.ts';

/** How one version of a file takes the place of the other. */
export interface Replacement {
  /** The workbook; a symbolic link is followed and stays. */
  readonly path: string;
  /** Writes the whole new version to a file that does not exist yet, makes it with the given mode, and flushes it to the disk. */
  readonly write: (temporaryPath: string, mode: number) => Promise<void>;
  /** Throws when what was written does not hold what it must. */
  readonly verify: (temporaryPath: string) => Promise<void>;
  /** Whether the file at `path` still is the version that the new one was made from. */
  readonly isUnchanged: () => Promise<boolean>;
  /** Where earlier versions are kept: a folder of this workbook alone. */
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called just before each step: locked-check, writing, verifying, backing-up, replacing; and at last replaced. */
  readonly step?: ((name: string) => void) | undefined;
  /** The last step, for tests that let it fail. */
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/** Until it has the workbook's own mode, nobody else may read the new version. */
const TEMPORARY_MODE = 0o600;

/**
 * Replaces a file at once: a reader sees the old version or the new one, also after a crash, and after any error the old one is
 * unchanged. Its owner, permissions, access list and attributes stay; a file that the new version cannot get them for is written
 * in place instead. Throws PennyrowError `workbook_open_elsewhere`,
 * `workbook_changed`, or one that names the disk's or the folder's trouble.
 */
export async function replaceFile(replacement: Replacement): Promise<void> {
  const { write, verify, isUnchanged, backupFolder, clock, signal, step = () => undefined } = replacement;
  const move = replacement.rename ?? rename;
  let temporary: string | null = null;
  try {
    const path = await realpath(replacement.path);
    step('locked-check');
    // Renaming over a file does not ask for it, but a person who made a workbook read-only meant it.
    await access(path, constants.W_OK);
    await refuseWhenOpenElsewhere(path);
    await removeLeftovers(path, clock);

    temporary = temporaryPath(path);
    step('writing');
    await write(temporary, TEMPORARY_MODE);
    const canTakePlace = await keepAttributes(path, temporary);
    step('verifying');
    await verify(temporary);
    step('backing-up');
    await backUp(path, backupFolder, clock);

    step('replacing');
    signal?.throwIfAborted();
    await refuseWhenOpenElsewhere(path);
    if (!(await isUnchanged())) throw changedMeanwhile(replacement.path);
    await (canTakePlace ? move(temporary, path) : writeInPlace(path, temporary)).catch((thrown: unknown) => {
      throw isHeldByAnotherProgram(thrown) ? openElsewhere(path, null, '', null, thrown) : thrown;
    });
    temporary = null;
    await syncFolder(dirname(path));
    step('replaced');
  } catch (thrown) {
    if (temporary !== null) await unlink(temporary).catch(() => undefined);
    throw toPennyrowError(naming(temporary, replacement.path, thrown));
  }
}

/** Lets an error of the system name what a person knows: the folder that the temporary file was for, or else the workbook. */
function naming(temporary: string | null, path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('syscall' in thrown)) return thrown;
  if (!('path' in thrown)) return Object.assign(thrown, { path });
  return thrown.path === temporary ? Object.assign(thrown, { path: dirname(path) }) : thrown;
}

/** The error for a workbook that is no longer at the revision that a change was planned on. */
export function changedMeanwhile(path: string): PennyrowError {
  return new PennyrowError(problem('workbook_changed', { during: 'other', path }));
}

const LEFTOVER_AGE = 10 * 60_000;

/** A killed process leaves its temporary file; only old ones go, for another computer may be writing in a shared folder. */
async function removeLeftovers(path: string, clock: Clock): Promise<void> {
  const folder = dirname(path);
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(temporaryPrefix(path))) continue;
    const leftover = join(folder, entry);
    const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
    if (clock.now() - mtimeMs > LEFTOVER_AGE) await unlink(leftover).catch(() => undefined);
  }
}
