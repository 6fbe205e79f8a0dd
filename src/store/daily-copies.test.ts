import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { PennyrowError } from '../platform/errors.ts';
import { copyChecked, createDailyCopies } from './daily-copies.ts';
import { listDatabaseBackups } from './database-backups.ts';
import { openDatabase } from './database.ts';
import { readSetting, saveSetting } from './settings.ts';
import { openStore } from './store.ts';

const HOUR = 3_600_000;

function bench() {
  const folder = temporaryFolder();
  const clock = manualClock();
  const options = { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock };
  const store = openStore(options);
  const failed: PennyrowError[] = [];
  const copies = createDailyCopies({
    store,
    backupFolder: options.backupFolder,
    clock,
    failed: (problem) => failed.push(problem),
  });
  return { options, clock, store, copies, failed };
}

test('the database is copied once a day, readable only by its owner, and old copies are deleted', async () => {
  const { options, clock, store, copies, failed } = bench();
  await copies.makeIfDue();
  expect(listDatabaseBackups(options)).toEqual([]);
  for (let day = 0; day < 40; day += 1) {
    clock.advance(24 * HOUR);
    saveSetting(store, 'day', day);
    await copies.makeIfDue();
    await copies.makeIfDue();
  }
  const listed = listDatabaseBackups(options);
  expect(failed).toEqual([]);
  expect(listed).toHaveLength(5);
  const ages = listed.map(({ takenAt }) => Math.round((clock.now() - Date.parse(takenAt)) / (24 * HOUR)));
  expect(ages.slice(0, 3)).toEqual([0, 1, 2]);
  expect(ages[4]).toBeGreaterThan(6);
  for (const { name } of listed) expect(statSync(join(options.backupFolder, name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(options.backupFolder).filter((name) => !listed.some((copy) => copy.name === name))).toEqual([]);
  const newest = openDatabase(join(options.backupFolder, listed[0]?.name ?? ''));
  expect(readSetting(newest, 'day')).toBe(39);
  newest.close();
  store.close();
});

test('copies keep their order when the clock jumps, and a clock set back does not cause a second copy of a day', async () => {
  const { options, clock, store, copies, failed } = bench();
  const years = 365 * 24 * HOUR;
  for (const [number, jump] of [24 * HOUR, 5 * years, -5 * years, 24 * HOUR, -50 * years, 50 * years].entries()) {
    clock.advance(jump);
    saveSetting(store, 'number', number);
    await copies.makeIfDue();
    const after = listDatabaseBackups(options).map(({ name }) => name);
    const newest = openDatabase(join(options.backupFolder, after[0] ?? ''));
    expect(readSetting(newest, 'number')).toBe(number);
    newest.close();
    clock.advance(HOUR);
    await copies.makeIfDue();
    expect(listDatabaseBackups(options).map(({ name }) => name)).toEqual(after);
  }
  expect(failed).toEqual([]);
  store.close();
});

test('a failed copy is reported, and leaves older copies and the database unchanged', async () => {
  const { options, clock, store, copies, failed } = bench();
  clock.advance(24 * HOUR);
  await copies.makeIfDue();
  const [first] = listDatabaseBackups(options);
  clock.advance(24 * HOUR);
  const broken = createDailyCopies({
    store: { ...store, copyLater: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) },
    backupFolder: options.backupFolder,
    clock,
    failed: (problem) => failed.push(problem),
  });
  clock.advance(2 * HOUR);
  await broken.makeIfDue();
  clock.advance(-2 * HOUR);
  expect(listDatabaseBackups(options).map(({ name }) => name)).toEqual([first?.name]);
  expect(failed).toMatchObject([{ code: 'data_disk_full' }]);
  await copies.makeIfDue();
  expect(listDatabaseBackups(options)).toHaveLength(2);
  store.close();
});

test('copyChecked fails with a reason if the folder of the copy does not exist', async () => {
  const { store } = bench();
  await expect(copyChecked(store, join(temporaryFolder(), 'gone', 'copy.db'))).rejects.toMatchObject({
    code: 'data_missing',
  });
});
