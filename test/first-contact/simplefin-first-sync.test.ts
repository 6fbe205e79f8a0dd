import { expect, test } from 'vitest';
import { format } from '../../src/cli/locale.ts';
import { daysAgo } from '../fakes/simplefin/bank.ts';
import { shell } from '../simplefin/shell.ts';

const dayOf = (days: number): string => new Date(daysAgo(days) * 1000).toISOString().slice(0, 10);

test('a first sync stops where the history has a gap, reports the date, and continues on request', async () => {
  const person = await shell({ dialect: 'bridge', versions: ['1.0'] });
  const { server } = person;
  await person.add();
  server.bank.accounts.length = 1;
  const [account] = server.bank.accounts;
  // Purchases of 90 days, which most banks keep, and one that is more than half a year older.
  if (account !== undefined)
    account.transactions = [
      ...[1, 15, 40, 62, 88].map((days) => ({
        id: `D-${days}`,
        posted: daysAgo(days),
        amount: '-2.40',
        description: `City transit ${days}`,
      })),
      { id: 'OLD', posted: daysAgo(300), amount: '-7.00', description: 'Long ago' },
    ];
  const { code, run } = await person.sync();
  expect(code).toBe(0);
  expect(run).toMatchObject({ status: 'succeeded', counts: { added: 5 } });
  const historyRequests = server.seen.filter(({ path }) => path.includes('start-date'));
  expect(historyRequests.length).toBeLessThanOrEqual(8);
  // Only half of the day's 24 requests may fetch past days; the other half is kept for recent days.
  expect(server.seen.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(12);
  const oldest = new Date(
    Math.min(
      ...historyRequests.map(({ path }) => Number(new URL(path, server.origin).searchParams.get('start-date'))),
    ) * 1000,
  )
    .toISOString()
    .slice(0, 10);
  const end = run.messages.find(({ code: reported }) => reported === 'source_history_end');
  expect(end).toMatchObject({
    severity: 'info',
    message: expect.stringContaining(person.host),
    remedy: expect.stringContaining('pennyrow connection backfill'),
    params: { from: oldest },
  });

  const backfill = await person.run(['connection', 'backfill', 'SimpleFIN', '--since', dayOf(330)]);
  expect(backfill.code).toBe(0);
  expect(backfill.stdout).toContain(format().day(dayOf(330)));
  // Past days may have to wait until the next day, because half of the requests are kept for recent days.
  const again = await person.sync();
  expect(again.run.messages.map(({ code: reported }) => reported)).toContain('source_history_paced');
  expect(server.seen.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(13);
});

test('a year with transactions in each month is fetched within two days, newest first, without gaps', async () => {
  const person = await shell();
  const { server } = person;
  await person.add();
  server.bank.accounts.length = 1;
  const [account] = server.bank.accounts;
  const days = Array.from({ length: 52 }, (_, week) => week * 7 + 1);
  if (account !== undefined)
    account.transactions = days.map((day) => ({
      id: `D-${day}`,
      posted: daysAgo(day),
      amount: '-2.40',
      description: `Week ${day}`,
    }));
  const first = await person.sync();
  expect(first).toMatchObject({ code: 0, run: { status: 'succeeded' } });
  expect(first.run.messages).toContainEqual(
    expect.objectContaining({ code: 'source_history_paced', severity: 'info' }),
  );
  expect(first.run.counts.added).toBeGreaterThan(40);
  const used = server.seen.filter(({ method }) => method === 'GET').length;
  expect(used).toBeLessThanOrEqual(12);
});
