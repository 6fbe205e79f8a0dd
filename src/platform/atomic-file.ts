import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from './errors.ts';
import { syncFolderNow } from './sync-to-disk.ts';

/** After a crash, the file has either the old or the new content. Sets `mode` exactly, regardless of the umask. */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode: number): void {
  const temporary = writeBeside(path, content, mode);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw naming(path, error);
  }
  syncFolderNow(dirname(path));
}

/** False if the file exists, even if another process created it first. */
export function createFileAtomically(path: string, content: string | Uint8Array, mode: number): boolean {
  const temporary = writeBeside(path, content, mode);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolderNow(dirname(path));
  return true;
}

function writeBeside(path: string, content: string | Uint8Array, mode: number): string {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  let file: number | null = null;
  try {
    file = openSync(temporary, 'wx', mode);
    // `openSync` removes the bits of the umask from the mode, so sets the mode again.
    fchmodSync(file, mode);
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } catch (error) {
    if (file !== null) rmSync(temporary, { force: true });
    throw naming(path, error);
  } finally {
    if (file !== null) closeSync(file);
  }
  return temporary;
}

function naming(path: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { path }) : error;
}
