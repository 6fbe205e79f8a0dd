import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { ended, spawnPennyrow } from '../cli/pennyrow.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface DemoFile {
  /** Below the data folder. */
  readonly path: string;
  readonly content: Buffer;
  readonly changedAt: Date;
}

interface MadeDemo {
  readonly folder: string;
  readonly files: readonly DemoFile[];
}

let made: Promise<MadeDemo> | null = null;

/**
 * A data folder with the year of the demo bank in its workbook, as `pennyrow demo --keep` leaves it. The program makes it
 * once for each process that runs tests; every test gets a copy of its own, at another place.
 */
export async function demoFolder(): Promise<string> {
  const demo = await (made ??= makeDemo());
  const folder = temporaryFolder();
  for (const { path, content, changedAt } of demo.files) {
    const copy = join(folder, path);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, content, { mode: 0o600 });
    utimesSync(copy, changedAt, changedAt);
  }
  pointAtCopy(demo.folder, folder);
  return folder;
}

async function makeDemo(): Promise<MadeDemo> {
  const parent = temporaryFolder();
  const temporary = { TMPDIR: parent, TEMP: parent };
  const demo = await ended(spawnPennyrow(parent, ['demo', '--port', '0', '--exit', '--keep', '--json'], temporary));
  expect(demo).toMatchObject({ code: 0, stderr: '' });
  const { dataFolder: folder } = demo.json<{ readonly dataFolder: string }>();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return {
    folder,
    files: files.map((path) => ({
      path,
      content: readFileSync(join(folder, path)),
      changedAt: statSync(join(folder, path)).mtime,
    })),
  };
}

/** The database names the workbook by its whole path. Its sums are for those who find it as it was closed. */
function pointAtCopy(from: string, to: string): void {
  const path = join(to, 'pennyrow.db');
  rmSync(`${path}.sums`);
  const database = new Database(path);
  const [before, after] = [from, to].map((folder) => JSON.stringify(folder).slice(1, -1));
  const moved = database.prepare('UPDATE account SET workbook = replace(workbook, ?, ?)').run(before, after);
  database.close();
  expect(moved.changes).toBe(1);
}
