import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './errors.ts';

/** Makes new and renamed files durable; syncing a file covers only its content. Skips Windows and unreadable folders. */
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

/** Creates missing parents as well. Not with Node's `recursive`, which reports an exceeded quota as a missing folder. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    // Ends the recursion: the root of a missing drive is its own parent.
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
  syncFolderNow(dirname(path));
}

/** Some network file systems reject syncing folders; nothing more can be done there. */
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
