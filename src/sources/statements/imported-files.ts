import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { codeOf } from '../../platform/errors.ts';
import { MAXIMUM_STATEMENT_BYTES } from './statement.ts';

/** Identifies the content under any name. A file too large for a statement is identified by size and time instead. */
export async function contentHash(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  if (size > MAXIMUM_STATEMENT_BYTES) return `${size} bytes of ${mtimeMs}`;
  const hasher = createHash('sha256');
  for await (const chunk of createReadStream(path)) hasher.update(chunk as Buffer);
  return hasher.digest('hex');
}

/** Moves a file into the folder `imported` beside it. Never overwrites: adds a number to a name in use, "january (2).ofx". */
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

/** Creates an empty file, so that no other program can use the name before the move. */
async function reserveName(folder: string, fileName: string): Promise<string> {
  const { name, ext } = parse(fileName);
  for (let number = 1; ; number += 1) {
    const target = join(folder, number === 1 ? fileName : `${name} (${number})${ext}`);
    try {
      await (await open(target, 'wx')).close();
      return target;
    } catch (thrown) {
      if (codeOf(thrown) !== 'EEXIST') throw thrown;
    }
  }
}
