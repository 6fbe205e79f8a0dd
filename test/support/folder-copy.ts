import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';

interface KeptFile {
  /** Below the data folder. */
  readonly path: string;
  readonly content: Buffer;
  readonly changedAt: Date;
}

/** A data folder as a service left it that was closed, to be given to many tests. */
export interface KeptFolder {
  readonly folder: string;
  /** Those in it, empty or not. */
  readonly folders: readonly string[];
  readonly files: readonly KeptFile[];
}

/** Reads a data folder whose service is closed. What a socket left is no file. */
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

/** Writes all of it into an empty folder, where a service goes on with it as if it had been made there. */
export function writeCopy(kept: KeptFolder, folder: string): void {
  for (const path of kept.folders) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  for (const { path, content, changedAt } of kept.files) {
    const copy = join(folder, path);
    writeFileSync(copy, content, { mode: 0o600 });
    utimesSync(copy, changedAt, changedAt);
  }
  pointAtCopy(kept.folder, folder);
}

/** The database names the workbook and watched folders by their whole paths. */
function pointAtCopy(from: string, to: string): void {
  const path = join(to, 'pennyrow.db');
  const database = new Database(path);
  const [before, after] = [from, to].map((folder) => JSON.stringify(folder).slice(1, -1));
  const moved = database.prepare('UPDATE account SET workbook = replace(workbook, ?, ?)').run(before, after);
  database.prepare('UPDATE connection SET settings = replace(settings, ?, ?)').run(before, after);
  database.close();
  expect(moved.changes).toBe(1);
}
