import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { MAXIMUM_STATEMENT_BYTES } from './statement.ts';

/** What `contentHash` gives for a file of these bytes. */
export function hashOf(bytes: Buffer): string {
  return hash('sha256', bytes);
}

/**
 * SHA-256 of a file's bytes in lower-case hex: the same statement under another name has the same. A file too large for a
 * statement is never read, and is identified by its size and time.
 */
export async function contentHash(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  if (size > MAXIMUM_STATEMENT_BYTES) return `${size} bytes of ${mtimeMs}`;
  const hasher = createHash('sha256');
  for await (const chunk of createReadStream(path)) hasher.update(chunk as Buffer);
  return hasher.digest('hex');
}

/**
 * Moves a file into the folder `imported` beside it and returns where it is now. Never overwrites: a name
 * that is taken gets a number, "january (2).ofx". Throws Node's system error when the file cannot be moved.
 */
export async function moveToImported(path: string): Promise<string> {
  const folder = join(dirname(path), 'imported');
  await mkdir(folder, { recursive: true });
  const target = await reserveName(folder, basename(path));
  try {
    await rename(path, target);
  } catch (thrown) {
    await rm(target, { force: true });
    throw thrown;
  }
  return target;
}

/** Creates an empty file under a free name, so that no other program can take it before the move. */
async function reserveName(folder: string, wanted: string): Promise<string> {
  const { name, ext } = parse(wanted);
  for (let number = 1; ; number += 1) {
    const target = join(folder, number === 1 ? wanted : `${name} (${number})${ext}`);
    try {
      await (await open(target, 'wx')).close();
      return target;
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
    }
  }
}
