import { expect, it } from 'vitest';
import { ACCOUNT, bankTransaction, syncBench } from '../../../test/support/sync-bench.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { createMirrorRows } from './mirror-rows.ts';

it('createMirrorRows() reads again only the months that have changed', async () => {
  const bench = await syncBench();
  const march = bankTransaction('1', '-4.00', { date: '2026-03-05' as CalendarDate });
  const april = bankTransaction('2', '-5.00', { date: '2026-04-05' as CalendarDate });
  bench.bank = { transactions: [march, april] };
  await bench.run();
  const mirror = createMirrorRows(bench.store, bench.sync);
  const before = await mirror.load(ACCOUNT);
  const [newest, oldest] = before.rows.map(({ view }) => view);
  const run = bench.sync.setCategories(ACCOUNT, [
    { id: newest?.id ?? '', row: newest?.row ?? 0, category: '', chosen: 'Food' },
  ]);
  await bench.sync.wait(run);
  const after = await mirror.load(ACCOUNT);
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.rows.map(({ view }) => view.category)).toEqual(['Food', '']);
  expect(after.rows[1]?.view).toBe(oldest);
});

it('createMirrorRows() returns the currency of a bank account that was added after the first read', async () => {
  const bench = await syncBench();
  bench.bank = { transactions: [bankTransaction('1', '-4.00', { date: '2026-03-05' as CalendarDate })] };
  await bench.run();
  const mirror = createMirrorRows(bench.store, bench.sync);
  await mirror.load(ACCOUNT);
  const account = { id: 'bank/2', name: 'Travel', currency: 'CHF', lastDigits: '1' };
  bench.bank = {
    transactions: [bankTransaction('2', '-5.00', { date: '2026-04-05' as CalendarDate, account, currency: 'CHF' })],
  };
  await bench.run();
  const { rows } = await mirror.load(ACCOUNT);
  expect(rows.map(({ view }) => view.currency)).toEqual(['CHF', 'EUR']);
});
