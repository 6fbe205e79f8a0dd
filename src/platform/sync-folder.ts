import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the names in a folder survive a power cut: syncing a file makes its content last, not its name. Does nothing on
 * Windows, which cannot open folders and does not need to, and where the folder may not be read.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

/** The same at once. */
export function syncFolderNow(path: string): void {
  if (process.platform === 'win32') return;
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}

/**
 * Makes a folder for its owner alone, with missing ones above it, and makes their names survive a power cut. Node's `recursive` option
 * reports ENOENT for most errors, so that a used-up quota would look like a missing folder.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    // The root of a missing drive is its own parent.
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
  syncFolderNow(dirname(path));
}

/** Some network file systems refuse to sync a folder; what is in it is as safe there as it can be. */
function isRefused(error: unknown): boolean {
  return ['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
