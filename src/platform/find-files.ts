import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file as a list of files shows it. */
export interface FoundFile {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** So many of the newest are enough to choose from, and a folder with more than that many entries is not gone through. */
const MOST_FOUND = 8;
const MOST_ENTRIES = 5000;

/**
 * The newest files of these folders, not of those below them, whose names end so and which can be read and written. What
 * cannot be looked at is left out; never throws.
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
  // "~$" begins what a spreadsheet program puts beside a file that it has open.
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
