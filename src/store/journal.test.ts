import { describe, expect, test } from 'vitest';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { NO_COUNTS, type RunItem } from '../core/run.ts';
import { AT, addQueuedRun, storeWithAccount } from '../../test/support/store-with-account.ts';
import {
  addJournalEntry,
  confirmJournalEntry,
  discardJournalEntry,
  listJournal,
  packMemory,
  plannedMemory,
} from './journal.ts';
import { findMemory, forgetDeleted, listMemory } from './memory.ts';
import { packNow, unpack } from './packing.ts';
import { addRunItems } from './runs.ts';
import type { Store } from './store.ts';
import { CHOSEN_VALUES } from '../../test/support/chosen-blanks.ts';

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
    bankDescription: '=HYPERLINK("x") - said beside',
    written: {
      date: '2026-03-01' as CalendarDate,
      description: '=HYPERLINK("x")',
      notes: 'said beside',
      ...CHOSEN_VALUES,
      month: '2026-03-01' as CalendarDate,
      week: '2026-03-01' as CalendarDate,
      fullDescription: '=HYPERLINK("x") - said beside',
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

  test('remembers the planned entries only when the write is confirmed', () => {
    const store = storeWithPlan();
    expect(listMemory(store, 'a').map(({ transactionId }) => transactionId)).toEqual(['changed', 'old']);
    expect(listJournal(store, 'a')).toEqual([planned]);
    confirmJournalEntry(store, planned, plannedMemory(store, 'r'));
    expect(listMemory(store, 'a')).toEqual([entry('changed', 'deleted'), entry('new')]);
    expect(listJournal(store)).toEqual([]);
  });

  test('takes the values of added rows from the stored items of the run, and throws store_damaged if they are missing', async () => {
    const store = storeWithAccount();
    addQueuedRun(store, 'r');
    const [fresh, changed] = [entry('new'), entry('changed', 'deleted')];
    const item: RunItem = {
      kind: 'added',
      connectionId: 'c',
      values: fresh.written,
      ruleRow: null,
      possibleDuplicateOf: [],
      raw: null,
    };
    const memory = await packMemory([fresh, changed], [item]);
    expect(unpack(memory[0]?.bytes as Buffer)).toEqual([{ ...fresh, written: null }, changed]);
    addJournalEntry(store, planned, memory);
    expect(() => plannedMemory(store, 'r')).toThrow(expect.objectContaining({ code: 'store_damaged' }));
    addRunItems(store, 'r', packNow([item]));
    expect(plannedMemory(store, 'r')).toEqual([fresh, changed]);
  });

  test('deletes all data of a discarded plan, and leaves the memory unchanged', () => {
    const store = storeWithPlan();
    discardJournalEntry(store, 'r');
    expect(listMemory(store, 'a')).toEqual([entry('changed'), entry('old')]);
    expect(store.all('SELECT * FROM planned_memory')).toEqual([]);
  });

  test('forgetDeleted() forgets only rows that the user deleted and that are within the given days', () => {
    const store = storeWithPlan();
    confirmJournalEntry(store, planned, plannedMemory(store, 'r'));
    expect(forgetDeleted(store, 'a', '2026-03-02' as CalendarDate, '2026-03-31' as CalendarDate)).toBe(0);
    expect(forgetDeleted(store, 'a', '2026-03-01' as CalendarDate, '2026-03-01' as CalendarDate)).toBe(1);
    expect(findMemory(store, 'a', 'changed')).toBeNull();
    expect(findMemory(store, 'a', 'new')).toEqual(entry('new'));
  });
});
