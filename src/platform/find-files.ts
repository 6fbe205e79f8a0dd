import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FoundFile {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** The number of results, and the number of entries that are read per folder. */
const MOST_FOUND = 8;
const MOST_ENTRIES = 5000;

/**
 * The newest readable and writable files with this extension in these folders, without subfolders. Skips inaccessible files; never
 * throws.
 */
export async function findFiles(folders: readonly string[], ending: string): Promise<readonly FoundFile[]> {
  const found = await Promise.all([...new Set(folders)].map((folder) => filesIn(folder, ending)));
  return found
    .flat()
    .sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_FOUND);
}

async function filesIn(folder: string, ending: string): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // Spreadsheet programs create "~$" files beside open files.
  const named = entries
    .slice(0, MOST_ENTRIES)
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith(ending) && !/^[.~]/.test(entry.name));
  const found = await Promise.all(
    named.map(async ({ name }): Promise<FoundFile | null> => {
      const path = join(folder, name);
      try {
        await access(path, constants.R_OK | constants.W_OK);
        return { path, name, folder, changedAt: (await stat(path)).mtimeMs };
      } catch {
        return null;
      }
    }),
  );
  return found.filter((file) => file !== null);
}
