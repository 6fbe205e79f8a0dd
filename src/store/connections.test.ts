import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../core/calendar-date.ts';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import { addConnection, findConnection, recordFetchFailure, recordFetchSuccess } from './connections.ts';

describe('a connection', () => {
  test('counts consecutive failures, and starts again at 0 after a success', () => {
    const store = storeWithAccount();
    addConnection(store, { id: 'c', accountId: 'a', source: 'demo', name: 'Demo', settings: {}, createdAt: AT });
    const problem = { code: 'source_down', message: 'Down.', remedy: null };
    recordFetchFailure(store, 'c', AT, problem);
    recordFetchFailure(store, 'c', AT, problem);
    expect(findConnection(store, 'c')?.health).toMatchObject({ failures: 2, problem, lastSuccessAt: null });
    recordFetchSuccess(store, 'c', AT, '2026-03-10' as CalendarDate, null);
    expect(findConnection(store, 'c')).toMatchObject({
      syncedUntil: '2026-03-10',
      health: { failures: 0, problem: null, lastSuccessAt: AT },
    });
  });
});
