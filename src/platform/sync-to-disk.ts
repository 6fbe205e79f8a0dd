import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './errors.ts';

/** Syncs the names of new and renamed files to disk; syncing a file covers only its content. Skips Windows. */
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

/** Creates the folder and its parents. Node's `recursive` option would report an exceeded quota as a missing folder. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    // The root of a missing drive is its own parent, so the recursion must end here.
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
  syncFolderNow(dirname(path));
}

/** Errors to ignore, because some network file systems cannot sync folders. */
function isRefused(error: unknown): boolean {
  return ['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES'].includes(codeOf(error));
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
