import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import type { FolderLook } from '../source-kind.ts';
import { isStatementName } from './file-names.ts';

const MOST_FOLDERS = 50;

/** Never throws: a path is wrong at nearly every letter that is typed. "~" is the home of who runs Pennyrow. */
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

type Entries = Awaited<ReturnType<typeof readWithTypes>>;

async function entriesOf(path: string): Promise<Entries | 'missing' | 'closed'> {
  try {
    return await readWithTypes(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    return code === 'EACCES' || code === 'EPERM' ? 'closed' : 'missing';
  }
}

function readWithTypes(path: string) {
  return readdir(path, { withFileTypes: true });
}

/** Hidden ones only when they are asked for. */
function foldersIn(parent: string, entries: Entries, beginning: string): string[] {
  const wanted = beginning.toLowerCase();
  return entries
    .filter(
      (entry) =>
        entry.isDirectory() &&
        entry.name.toLowerCase().startsWith(wanted) &&
        (beginning.startsWith('.') || !entry.name.startsWith('.')),
    )
    .map(({ name }) => join(parent, name))
    .sort()
    .slice(0, MOST_FOLDERS);
}
