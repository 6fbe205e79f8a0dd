import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a file that was written by others survive a power cut. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
