import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/calendar-date.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';
import { dailyBank, purchase, TODAY, year } from './daily-bank.ts';

describe('a stored response', () => {
  test('is reused for an hour if its rows were never written, and then requested again', async () => {
    const server = await fakeSimplefin();
    const bench = sourceBench(server, { writtenUntilMs: 0 });
    const first = await bench.fetch();
    const seenBefore = server.seen.length;
    bench.clock.advance(3 * 60_000);
    const again = await bench.fetch();
    expect(again.transactions).toEqual(first.transactions);
    expect(again.messages).toMatchObject([
      { severity: 'info', code: 'source_replayed', message: expect.stringContaining('3 minutes ago') },
    ]);
    expect(server.seen).toHaveLength(seenBefore);
    bench.clock.advance(60 * 60_000);
    expect((await bench.fetch()).messages).toEqual([]);
    expect(server.seen).toHaveLength(seenBefore + 1);
  });

  test('is never reused once its rows are written, or if it had a problem', async () => {
    const server = await fakeSimplefin();
    const written = sourceBench(server);
    await written.fetch();
    await written.fetch();
    expect(server.seen).toHaveLength(2);
    const unwritten = sourceBench(server, { writtenUntilMs: 0 });
    server.bank.errors = [{ code: 'con.auth', msg: 'Sign in', conn_id: 'CON-linden' }];
    await unwritten.fetch();
    server.bank.errors = [];
    expect((await unwritten.fetch()).messages).toEqual([]);
  });

  test('is not reused for an account that was added later, nor for a bank that recovered', async () => {
    const server = await dailyBank();
    server.budget = 1000;
    const bench = sourceBench(server);
    server.bank.errors = [{ code: 'con.', msg: 'Away', conn_id: 'CON-linden' }];
    await bench.fetch(year);
    const seenBefore = server.seen.length;
    await bench.fetch(year);
    expect(server.seen).toHaveLength(seenBefore + 1);
    server.bank.errors = [];
    await bench.fetch(year);
    expect(server.seen.length).toBeGreaterThan(seenBefore + 10);
    const before = server.seen.length;
    server.bank.accounts.push({
      conn_id: 'CON-harbour',
      id: 'ACT-new',
      name: 'New',
      currency: 'EUR',
      transactions: [purchase(addDays(TODAY, -200))],
    });
    expect((await bench.fetch(year)).transactions).toHaveLength(367);
    expect(server.seen.length).toBeGreaterThan(before + 10);
  });
});

test('a pending transaction is returned once, and never from an old response after it disappeared', async () => {
  const server = await dailyBank();
  server.bank.pendingEverywhere = true;
  const [account] = server.bank.accounts;
  const pending = {
    id: 'P-1',
    posted: 0,
    amount: '-20.00',
    description: 'Restaurant',
    pending: true,
    transacted_at: noon('2026-03-09'),
  };
  account?.transactions.push(pending);
  const bench = sourceBench(server);
  const isPending = ({ status }: { readonly status: string }) => status === 'pending';
  expect((await bench.fetch(year)).transactions.filter(isPending)).toHaveLength(1);
  account?.transactions.pop();
  account?.transactions.push({ id: 'T-9', posted: noon('2026-03-10'), amount: '-23.00', description: 'Restaurant' });
  const seenBefore = server.seen.length;
  const later = await bench.fetch(year);
  expect(server.seen).toHaveLength(seenBefore + 1);
  expect(later.transactions.filter(isPending)).toEqual([]);
  expect(later.completeAccountIds).toHaveLength(1);
});
