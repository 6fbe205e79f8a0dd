import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flipByte, zeroPages } from '../../test/support/damage.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Instant } from '../core/calendar-date.ts';
import { listAccounts, saveAccount } from './accounts.ts';
import { createDailyCopies } from './daily-copies.ts';
import { openDatabase } from './database.ts';
import { repairDatabase } from './repair.ts';
import { addSession, listSessions } from './sessions.ts';
import { readSetting, saveSetting } from './settings.ts';
import { openStore } from './store.ts';
import { addToken, listTokens } from './tokens.ts';

const AT = '2026-01-31T08:15:00.000Z' as Instant;

/** A database with a daily copy. After the copy was made, the token was revoked and a setting was added. */
async function copiedDatabase() {
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
  addSession(store, { id: 's', browser: 'Firefox', system: null, createdAt: AT, lastUsedAt: AT }, Buffer.alloc(91, 1));
  saveSetting(store, 'before', 1);
  clock.advance(2 * 3_600_000);
  await copies.makeIfDue();
  store.run('UPDATE token SET revoked_at = ?', AT);
  saveSetting(store, 'after', 1);
  store.close();
  return { folder, options, repair: () => repairDatabase(options) };
}

/** The index of a table's first page in the file; the first page of the file is 0. */
function pageOf(path: string, table: string): number {
  const database = openDatabase(path, { readonly: true });
  const page = database.value<number>('SELECT min(pageno) FROM dbstat WHERE name = ?', table);
  database.close();
  return (page ?? 1) - 1;
}

test('a repair restores the newest intact copy, removes its sessions, and keeps tokens revoked that were revoked after the copy', async () => {
  const { folder, options, repair } = await copiedDatabase();
  zeroPages(options.path, pageOf(options.path, 'setting'), 1);
  const { setAside, copy } = repair();
  expect(copy?.name).toMatch(/^pennyrow\.db\.day\./);
  expect(existsSync(join(setAside ?? '', 'pennyrow.db'))).toBe(true);
  const store = openStore(options);
  expect([readSetting(store, 'before'), readSetting(store, 'after')]).toEqual([1, undefined]);
  expect(listTokens(store, 'a')).toMatchObject([{ name: 'Script', revokedAt: AT }]);
  expect(listSessions(store)).toEqual([]);
  store.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a repair skips a damaged copy', async () => {
  const { options, repair } = await copiedDatabase();
  for (const name of readdirSync(options.backupFolder)) {
    const copy = join(options.backupFolder, name);
    for (let at = 0; at < 8; at += 1) flipByte(copy, pageOf(copy, 'setting') * 4096 + at);
  }
  zeroPages(options.path, 1, 1);
  expect(repair()).toMatchObject({ copy: null });
});

test('a repair without a copy removes the database, so that the next start creates an empty one', async () => {
  const { options, repair } = await copiedDatabase();
  rmSync(options.backupFolder, { recursive: true });
  writeFileSync(options.path, 'no database '.repeat(2000));
  expect(repair()).toMatchObject({ copy: null });
  const store = openStore(options);
  expect(listAccounts(store)).toEqual([]);
  store.close();
});

test('a repair is rejected while the database is in use, and changes nothing', async () => {
  const { options, repair, folder } = await copiedDatabase();
  const store = openStore(options);
  expect(repair).toThrow(expect.objectContaining({ code: 'store_in_use' }));
  store.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('damaged-') || name.startsWith('.'))).toEqual([]);
});
