import { COPYFILE_EXCL, COPYFILE_FICLONE } from 'node:constants';
import { copyFile, open, unlink } from 'node:fs/promises';

/** False when there is a file already, which is left alone. A copy that was cut short does not stay: it must not pass for a whole one. */
export async function copyWhole(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, COPYFILE_FICLONE | COPYFILE_EXCL);
    const file = await open(target, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (thrown) {
    if (isThereAlready(thrown)) return false;
    await unlink(target).catch(() => undefined);
    throw thrown;
  }
}

/** What the system answers when a name is taken. */
export function isThereAlready(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
}
