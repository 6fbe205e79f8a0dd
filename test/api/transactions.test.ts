import { describe, expect, it } from 'vitest';
import { apiService } from '../support/api-service.ts';
import { sheetRow } from '../support/sheet-row.ts';

const PATH = '/api/v2/transactions';

interface Body {
  readonly transactions: Record<string, Record<string, unknown>>;
  readonly count: number;
  readonly start_date: string;
  readonly end_date: string;
}

async function withRows(rows: readonly Parameters<typeof sheetRow>[0][]) {
  const service = await apiService();
  service.show({ rows: rows.map((row, index) => sheetRow({ index: index + 2, transactionId: `t${index}`, ...row })) });
  const token = service.token(['read']);
  return {
    ...service,
    get: async (query = '') => {
      const answer = await service.call('GET', PATH + query, { token });
      return { ...answer, body: answer.body as Body };
    },
  };
}

describe('GET /api/v2/transactions', () => {
  it('returns the transactions of a range as a map by id, with their count and the range', async () => {
    const { get } = await withRows([{ date: '2026-03-05' }, { date: '2026-03-06' }]);
    const { status, body } = await get('?start_date=2026-03-05&end_date=2026-03-05');
    expect(status).toBe(200);
    expect(body).toEqual({
      transactions: {
        t0: {
          row_index: 2,
          amount: '-12.50',
          date: '2026-03-05',
          date_added: '2026-03-10T09:00:00.000Z',
          account_id: 'demo-checking',
          bank_account_identifier: 'Everyday checking ••4321',
          sheet_description: 'Green Grocer',
          category: '',
        },
      },
      count: 1,
      start_date: '2026-03-05',
      end_date: '2026-03-05',
    });
  });

  it('includes both ends of the range', async () => {
    const { get } = await withRows(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((date) => ({ date })));
    const { body } = await get('?start_date=2026-03-01&end_date=2026-03-02');
    expect(Object.keys(body.transactions)).toEqual(['t1', 't2']);
  });

  it('defaults to the last 30 days up to today', async () => {
    const { get } = await withRows(['2026-02-07', '2026-02-08', '2026-03-10', '2026-03-11'].map((date) => ({ date })));
    const { body } = await get();
    expect(body).toMatchObject({ start_date: '2026-02-08', end_date: '2026-03-10', count: 2 });
    expect(Object.keys(body.transactions)).toEqual(['t1', 't2']);
  });

  it('takes today from the account’s time zone', async () => {
    const { get, clock, account } = await withRows([]);
    clock.set('2026-03-10T23:30:00Z');
    expect((await get()).body.end_date).toBe('2026-03-11');
    account({ timeZone: 'America/New_York' });
    expect((await get()).body.end_date).toBe('2026-03-10');
  });

  it('accepts one date and uses the default for the other', async () => {
    const { get } = await withRows([]);
    expect((await get('?start_date=2026-03-01')).body).toMatchObject({
      start_date: '2026-03-01',
      end_date: '2026-03-10',
    });
    expect((await get('?end_date=2026-03-01')).body).toMatchObject({
      start_date: '2026-02-08',
      end_date: '2026-03-01',
    });
  });

  it('returns an empty map for an empty range', async () => {
    const { get } = await withRows([{ date: '2026-03-05' }]);
    expect((await get('?start_date=2020-01-01&end_date=2020-12-31')).body).toMatchObject({
      transactions: {},
      count: 0,
    });
  });

  it('sorts by date, then by sheet order, even in the raw JSON text', async () => {
    const { get } = await withRows([
      { date: '2026-03-05', transactionId: '9' },
      { date: '2026-03-04', transactionId: '10' },
      { date: '2026-03-05', transactionId: '1' },
    ]);
    const { text } = await get();
    expect(text.match(/"\d+":/g)).toEqual(['"10":', '"9":', '"1":']);
  });

  it('returns the date as the sheet displays it, but selects the range by the parsed date', async () => {
    const { get } = await withRows([{ date: '2026-03-05', dateText: '05.03.26' }]);
    const { body } = await get('?start_date=2026-03-05&end_date=2026-03-05');
    expect(body.transactions['t0']?.['date']).toBe('05.03.26');
  });

  it('omits a row without a readable date from every range', async () => {
    const { get } = await withRows([{ date: null, dateText: 'soon' }]);
    expect((await get('?start_date=0001-01-01&end_date=9999-12-31')).body.count).toBe(0);
  });

  it('returns null for an empty account id, and an empty text for an empty category', async () => {
    const { get } = await withRows([{ accountId: '', category: '' }]);
    expect((await get()).body.transactions['t0']).toMatchObject({ account_id: null, category: '' });
  });

  it('returns many years in one response', async () => {
    const { get } = await withRows(['2019-12-31', '2020-01-01', '2023-06-01', '2026-03-01'].map((date) => ({ date })));
    const { body } = await get('?start_date=2019-01-01&end_date=2026-12-31');
    expect(Object.keys(body.transactions)).toEqual(['t0', 't1', 't2', 't3']);
  });

  it('returns updated rows as soon as the cached copy is replaced', async () => {
    const { get, show } = await withRows([{ transactionId: 'old' }]);
    expect(Object.keys((await get()).body.transactions)).toEqual(['old']);
    show({ rows: [sheetRow({ transactionId: 'new' })] });
    expect(Object.keys((await get()).body.transactions)).toEqual(['new']);
  });
});
