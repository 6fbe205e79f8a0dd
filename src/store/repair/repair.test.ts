import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flipByte, zeroPages } from '../../../test/support/damage.ts';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { Instant } from '../../core/calendar-date.ts';
import { listAccounts, saveAccount } from '../accounts.ts';
import { createDailyCopies } from '../daily-copies.ts';
import { openDatabase } from '../database.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { openStore } from '../store.ts';
import { addSession, listSessions } from '../sessions.ts';
import { addToken, listTokens } from '../tokens.ts';
import { repairDatabase } from './repair.ts';

const AT = '2026-01-31T08:15:00.000Z' as Instant;
const ACCOUNT = { timeZone: 'Europe/Berlin', workbook: '{"kind":"xlsx","path":"/home/me/Pennyrow.xlsx"}' };

/** Settings over many pages; the first hundred are in the copy of the day, as is the token. */
async function damagedBench() {
  const folder = temporaryFolder();
  const clock = manualClock();
  const options = { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock };
  const store = openStore(options);
  const copies = createDailyCopies({ store, backupFolder: options.backupFolder, clock, failed: () => {} });
  saveAccount(store, {
    id: 'a',
    name: 'Home',
    timeZone: 'UTC',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: null,
    createdAt: AT,
  });
  addToken(store, {
    id: 't',
    accountId: 'a',
    name: 'Script',
    scopes: ['read'],
    createdAt: AT,
    expiresAt: null,
    secretHash: Buffer.alloc(32, 1),
  });
  const save = (from: number, to: number): void =>
    store.transaction(() => {
      for (let key = from; key < to; key += 1) saveSetting(store, `key ${key}`, 'x'.repeat(300));
    });
  save(0, 100);
  clock.advance(2 * 3_600_000);
  await copies.makeIfDue();
  save(100, 200);
  store.run('UPDATE token SET revoked_at = ?', AT);
  store.close();
  const pages = openDatabase(options.path, { readonly: true });
  const pageOf = (table: string): number[] =>
    pages
      .all<{ pageno: number }>(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`, table)
      .map(({ pageno }) => pageno);
  const leaves = { setting: pageOf('setting'), token: pageOf('token'), account: pageOf('account') };
  pages.close();
  for (const end of ['-wal', '-shm']) rmSync(`${options.path}${end}`, { force: true });
  return { folder, options, leaves, repair: () => repairDatabase({ ...options, account: ACCOUNT }) };
}

test('takes what is whole from the damaged file and the rest from the newest good copy', async () => {
  const { options, leaves, repair, folder } = await damagedBench();
  // The head of one page of settings is lost, with all that stands on it.
  for (let at = 0; at < 8; at += 1) flipByte(options.path, ((leaves.setting[1] ?? 1) - 1) * 4096 + at);
  const { setAside, copy, tables } = repair();
  expect(copy?.name).toMatch(/^pennyrow\.db\.day\./);
  expect(existsSync(join(setAside ?? '', 'pennyrow.db'))).toBe(true);
  expect(tables.find(({ table }) => table === 'setting')).toMatchObject({ isWhole: false, fromCopy: 100 });
  expect(tables.find(({ table }) => table === 'token')).toMatchObject({ isWhole: true, kept: 1, fromCopy: 0 });
  const store = openStore(options);
  const there = Array.from({ length: 200 }, (_, key) => readSetting(store, `key ${key}`) === 'x'.repeat(300));
  expect(there.slice(0, 100).every(Boolean)).toBe(true);
  // Only those of the lost page are missing, which no copy had.
  expect(there.filter((isThere) => !isThere).length).toBeLessThan(20);
  expect(listTokens(store, 'a')).toMatchObject([{ name: 'Script', revokedAt: AT }]);
  store.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('keeps a token revoked that was so in the damaged file, also where the copy fills in for its table', async () => {
  const { options, leaves, repair } = await damagedBench();
  flipByte(options.path, (leaves.token[0] ?? 1) * 4096 - 2000);
  expect(repair().tables.find(({ table }) => table === 'token')).toMatchObject({ isWhole: false });
  const store = openStore(options);
  expect(listTokens(store, 'a')).toMatchObject([{ revokedAt: AT }]);
  store.close();
});

test('without any copy, and with nothing of the file that can be read, makes an empty database; with rows that name an account, that account', async () => {
  const first = await damagedBench();
  rmSync(first.options.backupFolder, { recursive: true });
  writeFileSync(first.options.path, 'no database '.repeat(2000));
  expect(first.repair()).toMatchObject({ copy: null });
  const empty = openStore(first.options);
  expect(listAccounts(empty)).toEqual([]);
  empty.close();

  const second = await damagedBench();
  rmSync(second.options.backupFolder, { recursive: true });
  zeroPages(second.options.path, (second.leaves.account[0] ?? 1) - 1, 1);
  second.repair();
  const store = openStore(second.options);
  expect(listAccounts(store)).toMatchObject([{ id: 'a', workbook: { kind: 'xlsx', path: '/home/me/Pennyrow.xlsx' } }]);
  expect(listTokens(store, 'a')).toHaveLength(1);
  store.close();
});

test('signs every browser out, also where the session was whole', async () => {
  const { options, repair } = await damagedBench();
  const before = openStore(options);
  addSession(before, { id: 's', browser: 'Firefox', system: null, createdAt: AT, lastUsedAt: AT }, Buffer.alloc(91, 1));
  before.close();
  expect(repair().tables.map(({ table }) => table)).not.toContain('session');
  const store = openStore(options);
  expect(listSessions(store)).toEqual([]);
  expect(listTokens(store, 'a')).toHaveLength(1);
  store.close();
});

test('is refused while the database is in use, and changes nothing then', async () => {
  const { options, repair, folder } = await damagedBench();
  const store = openStore(options);
  expect(repair).toThrow(expect.objectContaining({ code: 'store_in_use' }));
  store.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('damaged-') || name.startsWith('.'))).toEqual([]);
});
