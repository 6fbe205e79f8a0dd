import { randomBytes } from 'node:crypto';
import { COPYFILE_EXCL, COPYFILE_FICLONE } from 'node:constants';
import { copyFile, link, open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../../platform/errors.ts';
import { syncFolder } from '../../../platform/sync-to-disk.ts';

export function temporaryPrefix(path: string): string {
  return `.${basename(path)}.pennyrow-`;
}

export function temporaryPath(path: string): string {
  return join(dirname(path), `${temporaryPrefix(path)}${randomBytes(6).toString('hex')}`);
}

/** Creates a file atomically. `write` creates and flushes a temporary file. Returns false if `path` exists. */
export async function createWhole(path: string, write: (temporary: string) => Promise<void>): Promise<boolean> {
  const temporary = temporaryPath(path);
  try {
    await write(temporary);
    await linkOrCopy(temporary, path);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await syncFolder(dirname(path));
  return true;
}

export function copyWhole(source: string, target: string): Promise<boolean> {
  return createWhole(target, (temporary) => copyAndFlush(source, temporary));
}

async function linkOrCopy(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST' || !(thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'link'))
      throw thrown;
    await copyAndFlush(temporary, path);
  }
}

/** Never overwrites a file; deletes an incomplete copy. */
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
    if (codeOf(thrown) !== 'EEXIST') await unlink(target).catch(() => undefined);
    throw thrown;
  }
}
