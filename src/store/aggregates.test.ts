import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant, LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { NO_COUNTS, type RunItem } from '../core/run.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findAccount, isEntitled, removeAccount, saveAccount } from './accounts.ts';
import { addConnection, findConnection, recordFetchFailure, recordFetchSuccess } from './connections.ts';
import { addJournalEntry, confirmJournalEntry, discardJournalEntry, listJournal, plannedMemory } from './journal.ts';
import { takeSyncSlot } from './limits.ts';
import { findMemory, forgetDeleted, listMemory } from './memory.ts';
import { pack, packNow } from './packing.ts';
import { addRun, addRunItems, countRunItems, finishRun, findRun, iterateRunItems, listRunItems, listRuns } from './runs.ts';
import { claimDueRun, findSchedule, pauseSchedule, saveSchedule } from './schedules.ts';
import { openStore, type Store } from './store.ts';
import { addToken, findToken, revokeToken } from './tokens.ts';

const AT = '2026-03-10T09:00:00.000Z' as Instant;

function storeWithAccount(): Store {
  const folder = temporaryFolder();
  const store = openStore({ path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock: manualClock() });
  onTestFinished(() => store.close());
  saveAccount(store, {
    id: 'a',
    name: 'Home',
    timeZone: 'Europe/Berlin',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: { kind: 'xlsx', path: '/x.xlsx' },
    createdAt: AT,
  });
  return store;
}

function entry(transactionId: string, state: MemoryEntry['state'] = 'in-sheet'): MemoryEntry {
  return {
    transactionId,
    connectionId: 'c',
    bankAccountId: 'bank/1',
    lastDigits: null,
    providerId: '__proto__',
    status: 'posted',
    state,
    shownBy: null,
    addedAt: AT,
    written: {
      date: '2026-03-01' as CalendarDate,
      description: '=HYPERLINK("x")',
      amount: '-1.50' as Amount,
      category: '',
      account: 'Checking',
      accountId: 'bank/1',
      transactionId,
      dateAdded: '2026-03-10T10:00:00' as LocalDateTime,
      currency: 'EUR',
    },
  };
}

function addQueuedRun(store: Store, id: string): void {
  addRun(store, { id, accountId: 'a', kind: 'sync', trigger: 'person', queuedAt: AT, undoes: null });
}

describe('the journal', () => {
  const outcome = { status: 'succeeded', counts: NO_COUNTS, messages: [] } as const;
  const planned = { runId: 'r', accountId: 'a', marker: 'r', outcome, forgets: ['old'], plannedAt: AT };

  function storeWithPlan(): Store {
    const store = storeWithAccount();
    addQueuedRun(store, 'r0');
    addJournalEntry(store, { ...planned, runId: 'r0', forgets: [] }, []);
    confirmJournalEntry(store, { ...planned, runId: 'r0', forgets: [] }, [entry('old'), entry('changed')]);
    addQueuedRun(store, 'r');
    addJournalEntry(store, planned, packNow([entry('new'), entry('changed', 'deleted')]));
    return store;
  }

  test('leaves memory alone until the write is confirmed', () => {
    const store = storeWithPlan();
    expect(listMemory(store, 'a').map(({ transactionId }) => transactionId)).toEqual(['changed', 'old']);
    expect(listJournal(store, 'a')).toEqual([planned]);
    confirmJournalEntry(store, planned, plannedMemory(store, 'r'));
    expect(listMemory(store, 'a')).toEqual([entry('changed', 'deleted'), entry('new')]);
    expect(listJournal(store)).toEqual([]);
  });

  test('leaves no trace of a plan that was discarded', () => {
    const store = storeWithPlan();
    discardJournalEntry(store, 'r');
    expect(listMemory(store, 'a')).toEqual([entry('changed'), entry('old')]);
    expect(store.all('SELECT * FROM planned_memory')).toEqual([]);
  });

  test('forgets deleted rows of the days asked for, and no others', () => {
    const store = storeWithPlan();
    confirmJournalEntry(store, planned, plannedMemory(store, 'r'));
    expect(forgetDeleted(store, 'a', '2026-03-02' as CalendarDate, '2026-03-31' as CalendarDate)).toBe(0);
    expect(forgetDeleted(store, 'a', '2026-03-01' as CalendarDate, '2026-03-01' as CalendarDate)).toBe(1);
    expect(findMemory(store, 'a', 'changed')).toBeNull();
    expect(findMemory(store, 'a', 'new')).toEqual(entry('new'));
  });
});

describe('runs', () => {
  test('are listed newest first, page by page', () => {
    const store = storeWithAccount();
    for (const id of ['r1', 'r2', 'r3']) addQueuedRun(store, id);
    expect(listRuns(store, 'a', { limit: 2 }).map(({ id }) => id)).toEqual(['r3', 'r2']);
    expect(listRuns(store, 'a', { limit: 2, before: 'r2' }).map(({ id }) => id)).toEqual(['r1']);
  });

  test('keep their items in order, however many', async () => {
    const store = storeWithAccount();
    addQueuedRun(store, 'r');
    const items = Array.from({ length: 2500 }, (_, at): RunItem => ({ kind: 'left-feed', transactionId: `t${at}` }));
    addRunItems(store, 'r', await pack(items));
    expect([...iterateRunItems(store, 'r')]).toEqual(items);
    expect(listRunItems(store, 'r', 990, 20)).toEqual(items.slice(990, 1010));
    expect(countRunItems(store, 'r')).toBe(2500);
  });

  test('tell how they ended', () => {
    const store = storeWithAccount();
    addQueuedRun(store, 'r');
    finishRun(store, 'r', AT, { status: 'partial', counts: { ...NO_COUNTS, added: 3 }, messages: [] });
    expect(findRun(store, 'r')).toMatchObject({ status: 'partial', finishedAt: AT, counts: { added: 3 } });
  });
});

describe('sync limits', () => {
  const limits = { perHour: 2, perDay: 3 };
  const minute = 60_000;

  test('give slots until the hour is full, then say when the next one is free', () => {
    const store = storeWithAccount();
    expect(takeSyncSlot(store, 'a', 0, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 10 * minute, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 20 * minute, limits)).toEqual({ retryAfterSeconds: 40 * 60 });
    expect(takeSyncSlot(store, 'a', 60 * minute - 1, limits)).toEqual({ retryAfterSeconds: 1 });
    expect(takeSyncSlot(store, 'a', 60 * minute, limits)).toBeNull();
  });

  test('count the day as well as the hour', () => {
    const store = storeWithAccount();
    for (const hour of [0, 2, 4]) expect(takeSyncSlot(store, 'a', hour * 60 * minute, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 6 * 60 * minute, limits)).toEqual({ retryAfterSeconds: 18 * 3600 });
  });

  test('do not lock an account out when the clock was set back', () => {
    const store = storeWithAccount();
    takeSyncSlot(store, 'a', 1e9, limits);
    takeSyncSlot(store, 'a', 1e9, limits);
    expect(takeSyncSlot(store, 'a', 5 * minute, limits)).toBeNull();
  });
});

describe('schedules', () => {
  test('let each due moment be claimed once, and no earlier one after it', () => {
    const store = storeWithAccount();
    saveSchedule(store, { accountId: 'a', startTime: '07:30', periodMinutes: 60, setAt: AT });
    expect(claimDueRun(store, 'a', '2026-03-10T10:30:00.000Z' as Instant)).toBe(true);
    expect(claimDueRun(store, 'a', '2026-03-10T10:30:00.000Z' as Instant)).toBe(false);
    expect(claimDueRun(store, 'a', '2026-03-10T09:30:00.000Z' as Instant)).toBe(false);
    expect(claimDueRun(store, 'a', '2026-03-10T11:30:00.000Z' as Instant)).toBe(true);
  });

  test('are not due while paused', () => {
    const store = storeWithAccount();
    saveSchedule(store, { accountId: 'a', startTime: '07:30', periodMinutes: 60, setAt: AT });
    pauseSchedule(store, 'a', true);
    expect(claimDueRun(store, 'a', AT)).toBe(false);
    expect(findSchedule(store, 'a')?.paused).toBe(true);
  });
});

describe('an account', () => {
  test('takes everything of its own away with it', () => {
    const store = storeWithAccount();
    addConnection(store, { id: 'c', accountId: 'a', source: 'demo', name: 'Demo', settings: {}, createdAt: AT });
    addToken(store, { id: 't', accountId: 'a', name: 'x', scopes: ['read'], createdAt: AT, expiresAt: null, secretHash: Buffer.alloc(32) });
    removeAccount(store, 'a');
    expect(findAccount(store, 'a')).toBeNull();
    expect(findConnection(store, 'c')).toBeNull();
    expect(findToken(store, 't')).toBeNull();
  });

  test.each([
    [{ kind: 'personal', endsAt: null }, true],
    [{ kind: 'trial', endsAt: '2026-03-10T09:00:00.001Z' as Instant }, true],
    [{ kind: 'trial', endsAt: AT }, false],
    [{ kind: 'trial', endsAt: null }, false],
    [{ kind: 'subscription', endsAt: null }, true],
    [{ kind: 'subscription', endsAt: AT }, false],
  ] as const)('with %j may sync: %j', (entitlement, active) => {
    expect(isEntitled(entitlement, Date.parse(AT))).toBe(active);
  });
});

describe('a connection', () => {
  test('counts failures until it works again', () => {
    const store = storeWithAccount();
    addConnection(store, { id: 'c', accountId: 'a', source: 'demo', name: 'Demo', settings: {}, createdAt: AT });
    const problem = { code: 'source_down', message: 'Down.', remedy: null };
    recordFetchFailure(store, 'c', AT, problem);
    recordFetchFailure(store, 'c', AT, problem);
    expect(findConnection(store, 'c')?.health).toMatchObject({ failures: 2, problem, lastSuccessAt: null });
    recordFetchSuccess(store, 'c', AT, '2026-03-10' as CalendarDate, null);
    expect(findConnection(store, 'c')).toMatchObject({ syncedUntil: '2026-03-10', health: { failures: 0, problem: null, lastSuccessAt: AT } });
  });
});

describe('a token', () => {
  test('is revoked once', () => {
    const store = storeWithAccount();
    addToken(store, { id: 't', accountId: 'a', name: 'x', scopes: ['read', 'write'], createdAt: AT, expiresAt: null, secretHash: Buffer.alloc(32, 1) });
    expect(revokeToken(store, 't', AT)).toBe(true);
    expect(revokeToken(store, 't', AT)).toBe(false);
    expect(findToken(store, 't')).toMatchObject({ token: { scopes: ['read', 'write'], revokedAt: AT }, secretHash: Buffer.alloc(32, 1) });
  });
});
