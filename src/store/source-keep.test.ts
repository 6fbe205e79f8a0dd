import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test, onTestFinished } from 'vitest';
import { manualClock, type ManualClock } from '../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Instant } from '../core/calendar-date.ts';
import { saveAccount } from './accounts.ts';
import { addConnection, findConnection, removeConnection, secretOfConnection, type Connection } from './connections.ts';
import { readSealedSecret, saveSealedSecret } from './settings.ts';
import { forgetAnswers, listAnswers, readAnswerText, sourceKeep } from './source-keep.ts';
import { openStore, type Store } from './store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIMIT = { perDay: 24, reserved: 4, past: 12 };

function bench(): {
  readonly store: Store;
  readonly clock: ManualClock;
  connection(): Connection;
  keep(isPerson?: boolean): ReturnType<typeof sourceKeep>;
} {
  const folder = temporaryFolder();
  const clock = manualClock();
  const store = openStore({ path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock });
  onTestFinished(() => store.close());
  const createdAt = '2026-03-10T09:00:00.000Z' as Instant;
  saveAccount(store, {
    id: 'home',
    name: 'Home',
    timeZone: 'UTC',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: null,
    createdAt,
  });
  addConnection(store, {
    id: 'bank',
    accountId: 'home',
    source: 'simplefin',
    name: 'Bank',
    settings: { host: 'x' },
    createdAt,
  });
  const connection = (): Connection => findConnection(store, 'bank') as Connection;
  return {
    store,
    clock,
    connection,
    keep: (isPerson = true) => sourceKeep(store, connection(), { clock, limit: LIMIT, isPerson }),
  };
}

describe('the request budget of a connection', () => {
  test('allows 24 requests in any 24 hours, and then returns the time of the next one', () => {
    const { clock, keep } = bench();
    const start = clock.now();
    for (let place = 0; place < 24; place += 1) {
      expect(keep().budget.take('latest')).toBeNull();
      clock.advance(HOUR / 2);
    }
    expect(keep().budget.take('latest')).toBe(start + DAY);
    clock.advance(DAY - 12 * HOUR);
    expect(keep().budget.take('latest')).toBeNull();
    expect(keep().budget.take('latest')).toBe(start + HOUR / 2 + DAY);
  });

  test('reserves four of the requests for fetches that the user starts', () => {
    const { clock, keep } = bench();
    for (let place = 0; place < 20; place += 1) expect(keep(false).budget.take('latest')).toBeNull();
    expect(keep(false).budget.take('latest')).toBe(clock.now() + DAY);
    for (let place = 0; place < 4; place += 1) expect(keep().budget.take('latest')).toBeNull();
    expect(keep().budget.take('latest')).toBe(clock.now() + DAY);
  });

  test('ignores requests with a time in the future, after the clock was set back', () => {
    const { clock, keep } = bench();
    for (let place = 0; place < 24; place += 1) keep().budget.take('latest');
    clock.advance(-2 * DAY);
    expect(keep().budget.take('latest')).toBeNull();
  });
});

describe('cached responses of a connection', () => {
  test('are found by request and age, newest first', () => {
    const { store, clock, keep } = bench();
    keep().archive.keep('accounts?a', 'old');
    clock.advance(HOUR);
    keep().archive.keep('accounts?a', 'new');
    keep().archive.keep('accounts?b', 'other');
    expect(keep().archive.find('accounts?a', 0)).toEqual({ atMs: clock.now(), text: 'new' });
    expect(keep().archive.find('accounts?a', clock.now() + 1)).toBeNull();
    expect(keep().archive.find('accounts?c', 0)).toBeNull();
    const [newest] = listAnswers(store, 'bank');
    expect(newest?.request).toBe('accounts?b');
    expect(readAnswerText(store, 'bank', newest?.number ?? 0)).toBe('other');
    expect(readAnswerText(store, 'another bank', newest?.number ?? 0)).toBeNull();
    forgetAnswers(store, 'bank');
    expect(listAnswers(store, 'bank')).toEqual([]);
  });

  test('are limited to 24 responses, 14 days and 16 MB in total', () => {
    const { store, clock, keep } = bench();
    for (let number = 0; number < 30; number += 1) keep().archive.keep(`accounts?${number}`, 'x');
    expect(listAnswers(store, 'bank').map(({ request }) => request)).toEqual(
      Array.from({ length: 24 }, (_, age) => `accounts?${29 - age}`),
    );
    clock.advance(14 * DAY);
    keep().archive.keep('accounts?late', 'x');
    expect(listAnswers(store, 'bank')).toHaveLength(1);
    // Random text hardly shrinks when compressed, so four responses exceed the limit of 16 MB.
    for (let number = 0; number < 4; number += 1)
      keep().archive.keep(`accounts?large${number}`, randomBytes(6 * 1024 * 1024).toString('latin1'));
    expect(listAnswers(store, 'bank').length).toBeLessThan(4);
    expect(listAnswers(store, 'bank').reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(16 * 1024 * 1024);
  });
});

test('remember() adds the given values to the settings of the connection, and keeps the others', () => {
  const { connection, keep } = bench();
  keep().remember({ version: '2' });
  keep().remember({ currencies: { a: 'B' } });
  expect(connection().settings).toEqual({ host: 'x', version: '2', currencies: { a: 'B' } });
  expect(keep().settings).toEqual(connection().settings);
});

test('removing a connection or its account removes only its own secret, responses and counted requests', () => {
  for (const remove of [
    (store: Store) => removeConnection(store, 'bank'),
    (store: Store) => store.run('DELETE FROM account'),
  ]) {
    const { store, connection, keep } = bench();
    saveSealedSecret(store, secretOfConnection(connection()), Buffer.from('sealed'));
    saveSealedSecret(store, 'tls.authority', Buffer.from('sealed'));
    const kept = keep();
    kept.budget.take('latest');
    kept.archive.keep('accounts', 'x');
    remove(store);
    expect(readSealedSecret(store, 'simplefin/bank')).toBeNull();
    expect(readSealedSecret(store, 'tls.authority')).not.toBeNull();
    // A fetch in progress still calls these after the removal, and must neither throw nor store anything.
    kept.budget.take('latest');
    kept.archive.keep('accounts', 'x');
    kept.remember({ version: '2' });
    expect(store.get('SELECT count(*) AS n FROM source_answer')).toEqual({ n: 0 });
    expect(store.get('SELECT count(*) AS n FROM source_request')).toEqual({ n: 0 });
  }
});
