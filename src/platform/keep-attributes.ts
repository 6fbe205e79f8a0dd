import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomically } from './atomic-file.ts';
import { exists } from './exists.ts';
import { syncFolder } from './sync-to-disk.ts';

const run = promisify(execFile);

/** Uses `cp`, because Node cannot set access lists and attributes. False if any of them could not be copied. */
export async function keepAttributes(from: string, to: string): Promise<boolean> {
  // On Windows, files inherit the access list of the folder.
  if (!IS_WINDOWS)
    try {
      await copyAttributes(from, to);
    } catch {
      return false;
    }
  const [source, target] = await Promise.all([stat(from), stat(to)]);
  const file = await open(to, 'r+');
  try {
    if (IS_WINDOWS) await file.chmod(source.mode);
    // Synced before the rename, so that a power cut cannot reset the attributes.
    await file.sync();
  } finally {
    await file.close();
  }
  return source.uid === target.uid && source.gid === target.gid && (IS_WINDOWS || source.mode === target.mode);
}

/** Replaces the content of a small user file and keeps its attributes. A new file gets the mode. */
export async function replaceUserFile(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  if (!exists(path)) return writeFileAtomically(path, content, mode);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileAtomically(beside, content, 0o600);
    if (await keepAttributes(path, beside)) await rename(beside, path);
    else await writeFile(path, content, { flush: true });
  } catch (thrown) {
    throw thrown instanceof Error ? Object.assign(thrown, { path }) : thrown;
  } finally {
    await rm(beside, { force: true });
  }
  await syncFolder(dirname(path));
}

const IS_WINDOWS = process.platform === 'win32';

async function copyAttributes(from: string, to: string): Promise<void> {
  if (process.platform !== 'darwin') {
    await run('cp', ['--attributes-only', '--preserve=mode,ownership,xattr', '--', from, to]);
    return;
  }
  // The `cp` of macOS copies attributes only together with the content, which is then replaced.
  const carrier = `${to}-attributes`;
  await run('cp', ['-p', from, carrier]);
  await writeFile(carrier, createReadStream(to));
  await rename(carrier, to);
}
