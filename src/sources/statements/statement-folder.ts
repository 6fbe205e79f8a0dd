import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { isStatementFile } from './file-names.ts';
import { contentHash } from './imported-files.ts';

/**
 * The statement files of a folder whose content is new, in the order of their names; of two files with the
 * same content the first. Throws `statement_folder_unreadable` when the folder is gone or closed to us.
 */
export async function newStatements(folder: string, isNew: (contentHash: string) => boolean): Promise<string[]> {
  const seen = new Set<string>();
  const found: string[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if ((await isStatementFile(path)) && (await bringsSomething(path, seen, isNew))) found.push(path);
  }
  return found;
}

async function bringsSomething(
  path: string,
  seen: Set<string>,
  isNew: (contentHash: string) => boolean,
): Promise<boolean> {
  try {
    if (!(await hasContent(path))) return false;
    const hash = await contentHash(path);
    if (seen.has(hash) || !isNew(hash)) return false;
    seen.add(hash);
    return true;
  } catch {
    // What cannot be looked at, such as a link to nowhere, is for the reading to report; it keeps no other file back.
    return true;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    throw new PennyrowError(problem('statement_folder_unreadable', { folder }), { cause });
  }
}

/** A browser makes an empty file first and fills it when the download is complete. */
async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path);
  return found.isFile() && found.size > 0;
}
