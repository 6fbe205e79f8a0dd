import { constants, type Dirent } from 'node:fs';
import { access, opendir, realpath, stat, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { createError } from './errors.ts';
import { contains, isHidden, isOpenBelow, trueOr, typedPath } from './open-paths.ts';

export type ListedFolder = Awaited<ReturnType<typeof listFolder>>;

export interface ListedEntry {
  readonly path: string;
  readonly name: string;
}

export interface ListOptions {
  readonly folder: string | null;
  readonly near?: string | undefined;
  readonly ending: string | null;
}

const MOST_ENTRIES = 10_000;
const MOST_LISTED = 1000;

const IN_ORDER = new Intl.Collator('und', { numeric: true });

/** Skips inaccessible entries, and links that lead outside the home folder or to hidden folders. */
export async function listFolder(
  { home, without }: { readonly home: string; readonly without: readonly string[] },
  { folder, near, ending }: ListOptions,
) {
  const root = await realpath(home).catch(() => null);
  // System users have no real home folder: `home` is then the root folder or does not exist.
  if (root === null || parse(root).root === root) throw createError('folder_home', {});
  const closed = await Promise.all(without.map(trueOr));
  const isOpen = (path: string): boolean => isOpenBelow(root, path, closed);
  const path = folder === null ? await nearest(root, home, near, isOpen) : await trueFolder(folder, home, isOpen);
  const { entries, isCut } = await entriesOf(path);
  const listed = await Promise.all(entries.map((entry) => lookAt(path, entry, ending, isOpen)));
  const shown = listed.filter((found) => found !== null).sort((a, b) => IN_ORDER.compare(a.name, b.name));
  const folders = shown.filter((found) => found.changedAt === null).slice(0, MOST_LISTED);
  const files = shown.flatMap(({ changedAt, ...file }) => (changedAt === null ? [] : [{ ...file, changedAt }]));
  return {
    path,
    trail: trailOf(root, path),
    folders: folders.map(({ path: at, name }) => ({ path: at, name })),
    files: files.slice(0, MOST_LISTED),
    isCut: isCut || shown.length > folders.length + Math.min(files.length, MOST_LISTED),
  };
}

async function trueFolder(folder: string, home: string, isOpen: (path: string) => boolean): Promise<string> {
  const path = isAbsolute(folder) ? await realpath(folder).catch(() => null) : null;
  if (path === null) throw createError('folder_unreadable', { path: folder });
  if (!isOpen(path)) throw createError('folder_outside', { path: folder, home });
  return path;
}

async function nearest(
  root: string,
  home: string,
  typed: string | undefined,
  isOpen: (path: string) => boolean,
): Promise<string> {
  const meant = typed === undefined || typed.trim() === '' ? root : typedPath(typed, root);
  for (let path = isAbsolute(meant) ? meant : root; ; path = dirname(path)) {
    // Does not access paths outside the home folder: on Windows, accessing \\server\share sends the user's credentials to it.
    const isNear = contains(home, path) || contains(root, path);
    const found = isNear ? await realpath(path).catch(() => null) : null;
    if (found !== null && isOpen(found) && (await stat(found)).isDirectory()) return found;
    if (dirname(path) === path) return root;
  }
}

async function entriesOf(path: string): Promise<{ readonly entries: readonly Dirent[]; readonly isCut: boolean }> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(path)) {
      if (entries.length === MOST_ENTRIES) return { entries, isCut: true };
      entries.push(entry);
    }
  } catch (thrown) {
    throw createError('folder_unreadable', { path }, { cause: thrown });
  }
  return { entries, isCut: false };
}

async function lookAt(
  folder: string,
  { name }: Dirent,
  ending: string | null,
  isOpen: (path: string) => boolean,
): Promise<(ListedEntry & { /** Epoch milliseconds. */ readonly changedAt: number | null }) | null> {
  if (isHidden(name) || name.startsWith('~$')) return null;
  const path = join(folder, name);
  try {
    const target = await realpath(path);
    if (!isOpen(target)) return null;
    const found = await stat(target);
    if (found.isDirectory()) {
      await access(target, constants.R_OK | constants.X_OK);
      return { path, name, changedAt: null };
    }
    if (ending === null || !found.isFile() || !name.toLowerCase().endsWith(ending)) return null;
    await access(target, constants.R_OK | constants.W_OK);
    return { path, name, changedAt: found.mtimeMs };
  } catch {
    return null;
  }
}

function trailOf(root: string, path: string): ListedEntry[] {
  const trail = [{ path: root, name: basename(root) }];
  let at = root;
  for (const name of relative(root, path).split(sep)) {
    if (name === '') continue;
    at = join(at, name);
    trail.push({ path: at, name });
  }
  return trail;
}

export interface FoundFile extends ListedEntry {
  readonly folder: string;
  readonly changedAt: number;
}

const MOST_FOUND = 8;
const MOST_NEAR_ENTRIES = 5000;

/** The newest readable and writable files directly in these folders, such as recent workbooks. Never throws. */
export async function findFiles(folders: readonly string[], ending: string): Promise<readonly FoundFile[]> {
  const found = await Promise.all([...new Set(folders)].map((folder) => filesIn(folder, ending)));
  return found
    .flat()
    .sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_FOUND);
}

async function filesIn(folder: string, ending: string): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // Skips hidden files, and the "~$" files that spreadsheet programs create beside open files.
  const files = entries
    .slice(0, MOST_NEAR_ENTRIES)
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith(ending) && !/^[.~]/.test(entry.name));
  const found = await Promise.all(
    files.map(async ({ name }): Promise<FoundFile[]> => {
      const path = join(folder, name);
      try {
        await access(path, constants.R_OK | constants.W_OK);
        return [{ path, name, folder, changedAt: (await stat(path)).mtimeMs }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}
