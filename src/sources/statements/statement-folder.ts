import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, basename, dirname, isAbsolute, sep } from 'node:path';
import { codeOf, createError } from '../../platform/errors.ts';
import { isStatementFile, isStatementName } from './file-names.ts';
import { contentHash } from './imported-files.ts';
import { homedir } from 'node:os';
import type { FolderLook } from '../../core/kind-form.ts';

/** The new statement files, sorted by name, without duplicates of the same content. Throws `statement_folder_unreadable`. */
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
    const found = await stat(path);
    // Ignores empty files, which browsers create before they download.
    if (!found.isFile() || found.size === 0) return false;
    const hash = await contentHash(path);
    if (seen.has(hash) || !isNew(hash)) return false;
    seen.add(hash);
    return true;
  } catch {
    // Includes the file, because reading it later reports the error, for example a broken link.
    return true;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (cause) {
    throw createError('statement_folder_unreadable', { folder }, { cause });
  }
}

const MOST_FOLDERS = 50;

export async function lookAtFolder(typed: string): Promise<FolderLook> {
  const path = fullPath(typed.trim());
  if (path === null) return { path, state: 'relative', statements: 0, folders: [] };
  const inside = await entriesOf(path);
  if (typeof inside !== 'string') {
    return {
      path,
      state: 'folder',
      statements: inside.filter((entry) => !entry.isDirectory() && isStatementName(entry.name)).length,
      folders: foldersIn(path, inside, ''),
    };
  }
  const parent = dirname(path);
  const beside = path.endsWith(sep) ? [] : await entriesOf(parent);
  return {
    path,
    state: inside,
    statements: 0,
    folders: typeof beside === 'string' ? [] : foldersIn(parent, beside, basename(path)),
  };
}

function fullPath(typed: string): string | null {
  if (typed === '~') return homedir();
  if (/^~[/\\]/.test(typed)) return join(homedir(), typed.slice(2));
  return isAbsolute(typed) ? typed : null;
}

async function entriesOf(path: string): Promise<Dirent[] | 'missing' | 'closed'> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (thrown) {
    return ['EACCES', 'EPERM'].includes(codeOf(thrown)) ? 'closed' : 'missing';
  }
}

function foldersIn(parent: string, entries: readonly Dirent[], beginning: string): string[] {
  const prefix = beginning.toLowerCase();
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() &&
        entry.name.toLowerCase().startsWith(prefix) &&
        (beginning.startsWith('.') || !entry.name.startsWith('.')),
    )
    .map(({ name }) => join(parent, name))
    .sort()
    .slice(0, MOST_FOLDERS);
}
