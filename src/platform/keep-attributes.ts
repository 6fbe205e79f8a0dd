import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open, rename, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

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
