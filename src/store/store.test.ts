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
  test('keeps what was saved over a restart', () => {
    const folder = temporaryFolder();
    const first = openStore(options(folder));
    saveSetting(first, 'answer', { value: 42 });
    first.close();
    const second = openStore(options(folder));
    expect(readSetting(second, 'answer')).toEqual({ value: 42 });
    second.close();
  });

  test('has each commit on the disk before it goes on, on a Mac also past the memory of the disk itself', () => {
    const store = openStore(options(temporaryFolder()));
    expect(store.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(store.get('PRAGMA fullfsync')).toEqual({ fullfsync: 1 });
    expect(store.get('PRAGMA checkpoint_fullfsync')).toEqual({ checkpoint_fullfsync: 1 });
    store.close();
  });

  test('makes no backup of an empty database that a crash in the very first start left', () => {
    const folder = temporaryFolder();
    openStore({ ...options(folder), migrations: [] }).close();
    openStore(options(folder)).close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('takes nothing for a backup that a crash left half copied', () => {
    const folder = temporaryFolder();
    openStore(options(folder)).close();
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups', '.pennyrow.db.tmp'), 'half a copy');
    openStore(options(folder, { migrations: [...migrations, NEXT] })).close();
    const names = readdirSync(join(folder, 'backups'));
    expect(names).toEqual([expect.stringMatching(/^pennyrow\.db\.v\d+\.\d{17}$/)]);
  });

  test('lets one process have a data folder and names it to the next', () => {
    const folder = temporaryFolder();
    const first = openStore(options(folder));
    expect(() => openStore(options(folder))).toThrow(
      expect.objectContaining({ code: 'store_in_use', message: expect.stringContaining(folder) }),
    );
    first.close();
    openStore(options(folder)).close();
  });

  test('makes no backup of a new database', () => {
    const folder = temporaryFolder();
    openStore(options(folder)).close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('backs the database up before a migration and keeps the data through it', () => {
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

  test('undoes a migration that fails half-way, all of it', () => {
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

  test('refuses a database that a newer Pennyrow wrote, and leaves it as it was', () => {
    const folder = temporaryFolder();
    openStore(options(folder, { migrations: [...migrations, NEXT] })).close();
    const bytes = readFileSync(join(folder, 'pennyrow.db'));
    expect(() => openStore(options(folder))).toThrow(expect.objectContaining({ code: 'store_too_new' }));
    expect(readFileSync(join(folder, 'pennyrow.db')).equals(bytes)).toBe(true);
  });

  test('says that a file which is no database is damaged, and does not touch it', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pennyrow.db'), 'not a database, but long enough to be taken for one'.repeat(100));
    expect(() => openStore(options(folder))).toThrow(expect.objectContaining({ code: 'store_damaged' }));
    expect(readFileSync(join(folder, 'pennyrow.db'), 'utf8')).toContain('not a database');
  });

  test('refuses a damaged database after a crash', () => {
    const folder = temporaryFolder();
    const crashed = temporaryFolder();
    const store = openStore(options(folder));
    for (let key = 0; key < 500; key += 1) saveSetting(store, `key ${key}`, 'x'.repeat(100));
    store.run('PRAGMA wal_checkpoint(TRUNCATE)');
    saveSetting(store, 'last words', 'in the write-ahead log');
    // While the store is open, as a crash leaves it.
    cpSync(folder, crashed, { recursive: true });
    store.close();
    const path = join(crashed, 'pennyrow.db');
    const bytes = readFileSync(path);
    bytes.fill(0xff, bytes.length - 20_000, bytes.length - 4000);
    writeFileSync(path, bytes);
    expect(() => openStore(options(crashed))).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  });
});
