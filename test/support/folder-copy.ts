import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';

interface KeptFile {
  /** Relative to the data folder. */
  readonly path: string;
  readonly content: Buffer;
  readonly changedAt: Date;
}

/** The data folder of a closed service, which many tests can copy. */
export interface KeptFolder {
  readonly folder: string;
  /** The subfolders, including empty ones. */
  readonly folders: readonly string[];
  readonly files: readonly KeptFile[];
}

/** Reads a data folder whose service is closed. Sockets are not files and are skipped. */
export function keepFolder(folder: string): KeptFolder {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return {
    folder,
    folders: paths.filter((path) => statSync(join(folder, path)).isDirectory()),
    files: files.map((path) => ({
      path,
      content: readFileSync(join(folder, path)),
      changedAt: statSync(join(folder, path)).mtime,
    })),
  };
}

/** Writes the cached files into an empty folder, where a service can continue as if it had created the data there. */
export function writeCopy(cached: KeptFolder, folder: string): void {
  for (const path of cached.folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const { path, content, changedAt } of cached.files) {
    const copy = join(folder, path);
    writeFileSync(copy, content, { mode: 0o600 });
    utimesSync(copy, changedAt, changedAt);
  }
  pointAtCopy(cached.folder, folder);
}

/** Adapts the absolute paths of the workbook and of watched folders in the copied database. */
function pointAtCopy(from: string, to: string): void {
  const path = join(to, 'pennyrow.db');
  const database = new Database(path);
  const [before, after] = [from, to].map((folder) => JSON.stringify(folder).slice(1, -1));
  const moved = database.prepare('UPDATE account SET workbook = replace(workbook, ?, ?)').run(before, after);
  database.prepare('UPDATE connection SET settings = replace(settings, ?, ?)').run(before, after);
  database.close();
  expect(moved.changes).toBe(1);
}
