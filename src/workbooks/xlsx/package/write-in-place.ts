import { open, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PennyrowError } from '../../../platform/errors.ts';
import { syncFolder } from '../../../platform/sync-to-disk.ts';

const inProgress = new Set<string>();

/** The complete new version is in this file while the workbook is overwritten, so that a crashed write can be completed. */
function pendingPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.unfinished-write`);
}

/**
 * Overwrites `path` with `newVersion` and deletes `newVersion`, for files whose owner or attributes a new file cannot have.
 * Detects a full disk before it overwrites. After a later error or crash, `completeWrite` completes the write. `path` and
 * `newVersion` must be real paths in one folder.
 */
export async function writeInPlace(path: string, newVersion: string): Promise<void> {
  const pending = pendingPath(path);
  inProgress.add(path);
  try {
    await rename(newVersion, pending);
    await syncFolder(dirname(path));
    await makeRoom(path, (await stat(pending)).size).catch(async (thrown: unknown) => {
      await unlink(pending);
      throw thrown;
    });
    await overwrite(path, pending);
  } finally {
    inProgress.delete(path);
  }
}

/** Completes an interrupted write, unless the workbook was replaced after the interruption. */
export async function completeWrite(workbook: string): Promise<void> {
  const path = await realpath(workbook).catch(() => null);
  if (path === null || inProgress.has(path)) return;
  const pending = pendingPath(path);
  if ((await stat(pending).catch(() => null)) === null) return;
  inProgress.add(path);
  try {
    if ((await isWhole(pending)) && !(await isWhole(path))) await overwrite(path, pending);
    else await unlink(pending);
  } finally {
    inProgress.delete(path);
  }
}

async function makeRoom(path: string, bytes: number): Promise<void> {
  await withFile(path, async (file) => {
    const { size } = await file.stat();
    if (bytes <= size) return;
    try {
      await writeAll(file, Buffer.alloc(bytes - size), size);
      await file.sync();
    } catch (thrown) {
      await file.truncate(size);
      throw thrown;
    }
  });
}

const CHUNK_BYTES = 1024 * 1024;
/** "PK" and two more bytes, which zip readers require. */
const SIGNATURE_BYTES = 4;

/** Removes the signature first and restores it last, so that an incomplete workbook is never mistaken for a complete one. */
async function overwrite(path: string, pending: string): Promise<void> {
  await withFile(path, async (file) => {
    const source = await open(pending, 'r');
    try {
      await writeAll(file, Buffer.alloc(SIGNATURE_BYTES), 0);
      await file.sync();
      const { size } = await source.stat();
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let at = SIGNATURE_BYTES; at < size;) {
        const { bytesRead } = await source.read(chunk, 0, chunk.length, at);
        if (bytesRead === 0) throw new Error(`${pending} became shorter while it was read.`);
        await writeAll(file, chunk.subarray(0, bytesRead), at);
        at += bytesRead;
      }
      await file.truncate(size);
      await file.sync();
      await source.read(chunk, 0, SIGNATURE_BYTES, 0);
      await writeAll(file, chunk.subarray(0, SIGNATURE_BYTES), 0);
      await file.sync();
    } finally {
      await source.close();
    }
  });
  await unlink(pending);
  await syncFolder(dirname(path));
}

/** Calls `write` until all bytes are written, because one call may write only some of them. */
export async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
}

async function withFile(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/** True if the checksums of all parts match. */
async function isWhole(path: string): Promise<boolean> {
  const { openZipPackage } = await import('./zip-package.ts');
  try {
    const pkg = await openZipPackage(path);
    try {
      for (const name of pkg.names) for await (const _ of pkg.stream(name));
    } finally {
      await pkg.close();
    }
    return true;
  } catch (thrown) {
    // Returns false only for invalid content: after a read error, the content is unknown.
    if (thrown instanceof PennyrowError && thrown.code.startsWith('workbook_')) return false;
    throw thrown;
  }
}
