import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flipByte } from '../../test/support/damage.ts';
import { seeded } from '../../test/support/seeded.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { pageSumsPath, readPageSums } from './page-sums.ts';
import { saveSetting } from './settings.ts';
import { openStore, type StoreOptions } from './store.ts';

const POSITIONS = 80;

function filled(extra: Partial<StoreOptions> = {}, values = 300): StoreOptions {
  const folder = temporaryFolder();
  const options = {
    path: join(folder, 'pennyrow.db'),
    backupFolder: join(folder, 'backups'),
    clock: manualClock(),
    ...extra,
  };
  const store = openStore(options);
  store.transaction(() => {
    for (let key = 0; key < values; key += 1) saveSetting(store, `key ${key}`, 'x'.repeat(200));
  });
  store.close();
  return options;
}

test('a flipped bit anywhere in a database that was closed in order is noticed at the next start', () => {
  const { path, clock } = filled();
  const random = seeded(7);
  const size = readFileSync(path).length;
  const missed: number[] = [];
  for (let each = 0; each < POSITIONS; each += 1) {
    const position = Math.floor(random() * size);
    const folder = join(temporaryFolder(), 'copy');
    mkdirSync(folder);
    const copy = join(folder, 'pennyrow.db');
    copyFileSync(path, copy);
    copyFileSync(pageSumsPath(path), pageSumsPath(copy));
    flipByte(copy, position, 1 << Math.floor(random() * 8));
    try {
      openStore({ path: copy, backupFolder: join(folder, 'backups'), clock }).close();
      missed.push(position);
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'store_damaged', message: expect.stringContaining(copy) });
    }
  }
  // The mark alone holds nothing: where it changed, SQLite checked the rest.
  expect(missed.filter((position) => position < 68 || position >= 72)).toEqual([]);
});

test('a large database that is to start quickly is compared while it is used already, and refuses all use once it is found damaged', async () => {
  const options = filled({ startsQuickly: true }, 40_000);
  expect(statSync(options.path).size).toBeGreaterThan(8_000_000);
  const sound = openStore(options);
  saveSetting(sound, 'later', 1);
  expect(await sound.checkLater(new AbortController().signal)).toBeNull();
  sound.close();
  flipByte(options.path, 6_000_123);
  const store = openStore(options);
  expect(await store.checkLater(new AbortController().signal)).toMatchObject({ code: 'store_damaged' });
  expect(() => saveSetting(store, 'later', 2)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  expect(store.damage()).toMatchObject({ code: 'store_damaged' });
  store.close();
  // What is damaged is not summed up again.
  expect(readPageSums(options.path)).toBeNull();
});

test('there are no sums while a database is in use, and a file that another one took the place of is not held against them', () => {
  const options = filled();
  const copy = `${options.path}.copy`;
  copyFileSync(options.path, copy);
  const store = openStore(options);
  expect(readPageSums(options.path)).toBeNull();
  store.close();
  expect(readPageSums(options.path)).not.toBeNull();
  copyFileSync(copy, options.path);
  openStore(options).close();
});

test('a file that became shorter, empty or none of ours is never taken for a new database', () => {
  for (const length of [0, 100, 4096, 20_000]) {
    const options = filled();
    truncateSync(options.path, length);
    expect(() => openStore(options)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
    rmSync(pageSumsPath(options.path));
    if (length > 0) expect(() => openStore(options)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  }
});
