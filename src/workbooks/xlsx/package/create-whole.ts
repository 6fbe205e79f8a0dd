import { randomBytes } from 'node:crypto';
import { COPYFILE_EXCL, COPYFILE_FICLONE } from 'node:constants';
import { copyFile, link, open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../../platform/sync-to-disk.ts';

/** Name of a new file until it is complete: a hidden name in the same folder, with this prefix and a random end. */
export function temporaryPrefix(path: string): string {
  return `.${basename(path)}.pennyrow-`;
}

export function temporaryPath(path: string): string {
  return join(dirname(path), `${temporaryPrefix(path)}${randomBytes(6).toString('hex')}`);
}

/**
 * Makes a new file so that anyone who looks, also after a crash or a power cut, sees no file or the whole one. `write` makes it at
 * the path that it is given and flushes it to the disk. False when there is a file at `path` already, which is left alone.
 */
export async function createWhole(path: string, write: (temporary: string) => Promise<void>): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    await write(temporary);
    await giveName(temporary, path);
  } catch (thrown) {
    if (isThereAlready(thrown)) return false;
    throw thrown;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await syncFolder(dirname(path));
  return true;
}

/** The same with the content of another file. */
export function copyWhole(source: string, target: string): Promise<boolean> {
  return createWhole(target, (temporary) => copyAndFlush(source, temporary));
}

async function giveName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (thrown) {
    if (isThereAlready(thrown) || !(thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'link'))
      throw thrown;
    // Sticks and network folders know no second name for a file: there it is copied once more.
    await copyAndFlush(temporary, path);
  }
}

/** Never over another file; a copy that fails does not stay. */
async function copyAndFlush(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, COPYFILE_FICLONE | COPYFILE_EXCL);
    const file = await open(target, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (!isThereAlready(thrown)) await unlink(target).catch(() => undefined);
    throw thrown;
  }
}

/** Error codes of a name that exists. */
function isThereAlready(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
}
