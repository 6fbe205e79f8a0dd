import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { readSetting, saveSetting } from './settings.ts';
import { openStore } from './store.ts';

function options(folder: string, extra: { migrations?: readonly Migration[] } = {}) {
  return { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock: manualClock(), ...extra };
}

const NEXT: Migration = {
  version: (migrations.at(-1)?.version ?? 0) + 1,
  name: 'next',
  sql: 'CREATE TABLE extra (id INTEGER) STRICT;',
};

describe('the store', () => {
  test('keeps its data when it is closed and opened again', () => {
    const folder = temporaryFolder();
    const first = openStore(options(folder));
    saveSetting(first, 'answer', { value: 42 });
    first.close();
    const second = openStore(options(folder));
    expect(readSetting(second, 'answer')).toEqual({ value: 42 });
    second.close();
  });

  test("syncs each commit to disk, and on a Mac also empties the disk's cache", () => {
    const store = openStore(options(temporaryFolder()));
    expect(store.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(store.get('PRAGMA fullfsync')).toEqual({ fullfsync: 1 });
    expect(store.get('PRAGMA checkpoint_fullfsync')).toEqual({ checkpoint_fullfsync: 1 });
    store.close();
  });

  test('does not back up an empty database after a crash during the very first start', () => {
    const folder = temporaryFolder();
    openStore({ ...options(folder), migrations: [] }).close();
    openStore(options(folder)).close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('ignores a partial backup after a crash', () => {
    const folder = temporaryFolder();
    openStore(options(folder)).close();
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups', '.pennyrow.db.tmp'), 'half a copy');
    openStore(options(folder, { migrations: [...migrations, NEXT] })).close();
    const names = readdirSync(join(folder, 'backups'));
    expect(names).toEqual([expect.stringMatching(/^pennyrow\.db\.v\d+\.\d{17}$/)]);
  });

  test('locks the data folder, so that a second process cannot open it', () => {
    const folder = temporaryFolder();
    const first = openStore(options(folder));
    expect(() => openStore(options(folder))).toThrow(
      expect.objectContaining({ code: 'store_in_use', message: expect.stringContaining(folder) }),
    );
    first.close();
    openStore(options(folder)).close();
  });

  test('does not back up a new database', () => {
    const folder = temporaryFolder();
    openStore(options(folder)).close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('backs up the database before a migration and keeps its data', () => {
    const folder = temporaryFolder();
    const before = openStore(options(folder));
    saveSetting(before, 'kept', true);
    before.close();
    const after = openStore(options(folder, { migrations: [...migrations, NEXT] }));
    expect(readSetting(after, 'kept')).toBe(true);
    expect(after.all('SELECT * FROM extra')).toEqual([]);
    after.close();
    const [backup] = readdirSync(join(folder, 'backups'));
    const copy = openDatabase(join(folder, 'backups', backup ?? ''));
    expect(copy.pragma('user_version')).toBe(migrations.at(-1)?.version);
    expect(readSetting(copy, 'kept')).toBe(true);
    copy.close();
  });

  test('rolls back a failed migration completely', () => {
    const folder = temporaryFolder();
    openStore(options(folder)).close();
    const broken: Migration = {
      ...NEXT,
      sql: 'CREATE TABLE extra (id INTEGER) STRICT; CREATE TABLE account (id TEXT);',
    };
    expect(() => openStore(options(folder, { migrations: [...migrations, broken] }))).toThrow(
      expect.objectContaining({ code: 'store_damaged' }),
    );
    const store = openStore(options(folder));
    expect(store.all(`SELECT name FROM sqlite_master WHERE name = 'extra'`)).toEqual([]);
    store.close();
  });

  test('rejects a database of a newer version without changing it', () => {
    const folder = temporaryFolder();
    openStore(options(folder, { migrations: [...migrations, NEXT] })).close();
    const bytes = readFileSync(join(folder, 'pennyrow.db'));
    expect(() => openStore(options(folder))).toThrow(expect.objectContaining({ code: 'store_too_new' }));
    expect(readFileSync(join(folder, 'pennyrow.db')).equals(bytes)).toBe(true);
  });

  test('reports a file that is not a database as damaged, without changing it', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pennyrow.db'), 'not a database, but long enough to be taken for one'.repeat(100));
    expect(() => openStore(options(folder))).toThrow(expect.objectContaining({ code: 'store_damaged' }));
    expect(readFileSync(join(folder, 'pennyrow.db'), 'utf8')).toContain('not a database');
  });

  test('rejects a damaged database after a crash', () => {
    const folder = temporaryFolder();
    const crashed = temporaryFolder();
    const store = openStore(options(folder));
    for (let key = 0; key < 500; key += 1) saveSetting(store, `key ${key}`, 'x'.repeat(100));
    store.run('PRAGMA wal_checkpoint(TRUNCATE)');
    saveSetting(store, 'last words', 'in the write-ahead log');
    // A copy of the files of an open store is the state after a crash.
    cpSync(folder, crashed, { recursive: true });
    store.close();
    const path = join(crashed, 'pennyrow.db');
    const bytes = readFileSync(path);
    bytes.fill(0xff, bytes.length - 20_000, bytes.length - 4000);
    writeFileSync(path, bytes);
    expect(() => openStore(options(crashed))).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  });
});
