import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomically } from './atomic-file.ts';
import { exists } from './exists.ts';
import { syncFolder } from './sync-folder.ts';

const run = promisify(execFile);

/**
 * Gives a file the owner, permissions, access list and extended attributes of another one, and flushes them to the disk. Node can set
 * neither lists nor attributes, so that `cp` does it. False if it could not keep all of them: only the owner or root may give a file
 * away, and some attributes are reserved to the system.
 */
export async function keepAttributes(from: string, to: string): Promise<boolean> {
  // On Windows, a new file inherits its access list from the folder, as the other one did.
  if (process.platform !== 'win32') {
    const isDone = await copyAttributes(from, to).then(
      () => true,
      () => false,
    );
    if (!isDone) return false;
  }
  const [wanted, found] = await Promise.all([stat(from), stat(to)]);
  const file = await open(to, 'r+');
  try {
    if (process.platform === 'win32') await file.chmod(wanted.mode);
    // Before it gets its name: after a power cut it would otherwise have those of a new file.
    await file.sync();
  } finally {
    await file.close();
  }
  return wanted.uid === found.uid && wanted.gid === found.gid && (IS_WINDOWS || wanted.mode === found.mode);
}

/** Replaces a small file of the user's at once, with what the system keeps about it. A new file gets the mode. */
export async function replaceUserFile(path: string, content: string, mode: number): Promise<void> {
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
  // There, `cp` copies attributes only with the content, which is then replaced.
  const carrier = `${to}-attributes`;
  await run('cp', ['-p', from, carrier]);
  await writeFile(carrier, createReadStream(to));
  await rename(carrier, to);
}
