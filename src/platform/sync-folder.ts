import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

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

/** Some network file systems refuse to sync a folder; what is in it is as safe there as it can be. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES'].includes(String(error.code))
  );
}
