import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolderNow } from './sync-folder.ts';

/**
 * Writes a small file so that a reader, and a crash at any moment, sees the old content or the new one, never a part.
 * `mode` holds whatever the umask is; Windows ignores it. Throws Node's system error, which names `path`; nothing is left behind then.
 */
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

/** The same, but never replaces a file: false when there is one already, also when another process was quicker. */
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
  const file = openFor(path, temporary, mode);
  try {
    // The mode given to open() is cut by the umask.
    fchmodSync(file, mode);
    const bytes = Buffer.from(content);
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw naming(path, error);
  } finally {
    closeSync(file);
  }
  return temporary;
}

function openFor(path: string, temporary: string, mode: number): number {
  try {
    return openSync(temporary, 'wx', mode);
  } catch (error) {
    throw naming(path, error);
  }
}

/** Lets the system's error name the file that was asked for, and not the temporary one. */
function naming(path: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { path }) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
