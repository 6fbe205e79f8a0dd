import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Syncs the names in a folder to disk: syncing a file only covers its content. Does nothing on Windows, which does not need it, and for
 * unreadable folders.
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
 * Creates a private folder and missing parents, and syncs their names to disk. Not with the `recursive` option of Node, which reports
 * ENOENT for most errors, so that an exceeded quota would look like a missing folder.
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

/** Some network file systems reject syncing folders; nothing more can be done there. */
function isRefused(error: unknown): boolean {
  return ['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
