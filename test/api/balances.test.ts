import { describe, expect, it } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { BalanceKind } from '../../src/core/balance.ts';
import type { CalendarDate, Instant } from '../../src/core/calendar-date.ts';
import type { Finding } from '../../src/core/reconcile/reconciliation.ts';
import { recordBalances } from '../../src/store/balances.ts';
import { markStale, saveReconciliation } from '../../src/store/reconciliations.ts';
import { addRun } from '../../src/store/runs.ts';
import { apiService, type ApiService } from '../support/api-service.ts';

const PATH = '/api/v2/balances';
const AT = '2026-03-08T09:00:00.000Z' as Instant;

const stated = (kind: BalanceKind, amount: string, date = '2026-03-08', bankAccountId = 'bank/1') => ({
  bankAccountId,
  name: bankAccountId === 'bank/1' ? 'Everyday ••4321' : 'Savings',
  kind,
  amount: amount as Amount,
  currency: 'EUR',
  date: date as CalendarDate,
  at: null,
  connectionId: 'bank',
  file: null,
});

const UNTIL = { from: '2026-01-01' as CalendarDate, until: '2026-03-08' as CalendarDate };
const PROVEN: Finding = { status: 'proven', ...UNTIL, unsettled: null };
const DIFFERS: Finding = {
  status: 'differs',
  by: '-12.50' as Amount,
  since: '2026-02-01' as CalendarDate,
  proven: [{ from: '2026-01-01' as CalendarDate, until: '2026-02-01' as CalendarDate }],
  differences: [],
};

/** Creates a service with a run that stored these balances, and `finding` as the reconciliation of the first account. */
async function withBalances(finding: Finding | null, ...balances: ReturnType<typeof stated>[]): Promise<ApiService> {
  const service = await apiService();
  const { store } = service;
  const run = { id: 'run_1', accountId: 'home', kind: 'sync', trigger: 'api', queuedAt: AT, undoes: null } as const;
  addRun(store, run);
  recordBalances(store, { accountId: 'home', runId: 'run_1' }, balances, AT);
  markStale(
    store,
    'home',
    balances.map(({ bankAccountId }) => bankAccountId),
  );
  if (finding !== null)
    saveReconciliation(
      store,
      'home',
      { bankAccountId: 'bank/1', currency: 'EUR', basis: '', result: { finding, links: [] } },
      [],
    );
  return service;
}

describe('GET /api/v2/balances', () => {
  it('returns the latest balance of each account, and the date up to which its rows match it', async () => {
    const { call, token } = await withBalances(
      PROVEN,
      stated('booked', '1234.50'),
      stated('booked', '1000.00', '2026-03-01'),
      stated('available', '1200.00'),
      stated('available', '5.00', '2026-03-08', 'bank/2'),
    );
    const { status, body } = await call('GET', PATH, { token: token(['read']) });
    expect([status, body]).toEqual([
      200,
      {
        balances: [
          {
            account_id: 'bank/1',
            bank_account_identifier: 'Everyday ••4321',
            currency: 'EUR',
            balance: '1234.50',
            balance_date: '2026-03-08',
            available: '1200.00',
            available_date: '2026-03-08',
            state: 'proven',
            proven_from: '2026-01-01',
            proven_until: '2026-03-08',
            difference: null,
          },
          {
            account_id: 'bank/2',
            bank_account_identifier: 'Savings',
            currency: 'EUR',
            balance: null,
            balance_date: null,
            available: '5.00',
            available_date: '2026-03-08',
            state: 'unproven',
            proven_from: null,
            proven_until: null,
            difference: null,
          },
        ],
      },
    ]);
  });

  it('reports the difference between rows and balance, and the last date on which they matched', async () => {
    const { call, token } = await withBalances(DIFFERS, stated('booked', '1234.50'));
    const { body } = await call('GET', PATH, { token: token(['read']) });
    expect(body).toMatchObject({
      balances: [{ state: 'differs', difference: '-12.50', proven_from: '2026-01-01', proven_until: '2026-02-01' }],
    });
  });

  it('returns an empty list if no bank stated a balance', async () => {
    const { call, token } = await apiService();
    expect((await call('GET', PATH, { token: token(['read']) })).body).toEqual({ balances: [] });
  });

  it('needs a token of the same account with the scope read', async () => {
    const { call, token, account } = await withBalances(PROVEN, stated('booked', '1234.50'));
    account({ id: 'other', name: 'Other' });
    expect((await call('GET', PATH)).status).toBe(401);
    const refused = await call('GET', PATH, { token: token(['write']) });
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([403, ['error']]);
    const other = await call('GET', PATH, { token: token(['read'], { accountId: 'other' }) });
    expect(JSON.stringify(other.body)).not.toContain('1234.50');
  });

  it('answers 304 to a client with the current ETag, until the list changes', async () => {
    const { call, token, store } = await withBalances(PROVEN, stated('booked', '1234.50'));
    const first = await call('GET', PATH, { token: token(['read']) });
    const etag = String(first.headers['etag']);
    expect(first.headers['pennyrow-as-of']).toMatch(/^\d{4}-/);
    const headers = { 'if-none-match': etag };
    const again = await call('GET', PATH, { token: token(['read']), headers });
    expect([again.status, again.text]).toEqual([304, '']);
    recordBalances(store, { accountId: 'home', runId: 'run_1' }, [stated('booked', '1.00')], AT);
    const changed = await call('GET', PATH, { token: token(['read']), headers });
    expect([changed.status, changed.headers['etag'] === etag]).toEqual([200, false]);
  });

  it('accepts only GET and HEAD', async () => {
    const { call, token } = await apiService();
    const { status, body, headers } = await call('POST', PATH, { token: token(['read', 'write']), body: {} });
    expect([status, Object.keys(body as object), headers['allow']]).toEqual([405, ['error'], 'GET, HEAD']);
  });
});
