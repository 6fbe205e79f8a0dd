import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Run } from '../../src/core/run.ts';
import { createStatementSource } from '../../src/sources/statements/statement-source.ts';
import { WRITE_STATEMENT, type Booking, type StatementKind } from '../support/statement-writers.ts';
import { ACCOUNT, bankTransaction, syncBench, type SyncBench } from '../support/sync-bench.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Difficult transactions: two equal ones, a value date after the booking date, and truncated names. */
const BOOKINGS: readonly Booking[] = [
  { on: '2026-02-02', amount: '-3.50', who: 'Corner Coffee', what: 'Card 1234 Springfield' },
  { on: '2026-02-02', amount: '-3.50', who: 'Corner Coffee', what: 'Card 1234 Springfield' },
  { on: '2026-02-03', amount: '-3.50', who: 'Corner Coffee', what: 'Card 1234 Springfield' },
  { on: '2026-02-10', amount: '2500.00', who: 'Employer Manufacturing and Trading Company', what: 'Salary February' },
  { on: '2026-02-13', amount: '-64.20', who: 'Grocer Market Central Station', what: 'Card 1234', valueDays: 3 },
  { on: '2026-02-20', amount: '-800.00', who: 'Ada Landlady', what: 'Rent March, Market Street 12' },
  { on: '2026-02-27', amount: '-12.99', who: 'Film Club', what: 'Membership 0815', valueDays: 1 },
  { on: '2026-03-02', amount: '-3.50', who: 'Corner Coffee', what: 'Card 1234 Springfield' },
  { on: '2026-03-05', amount: '-100.00', who: 'Ada Lovelace', what: 'To savings' },
  { on: '2026-03-05', amount: '100.00', who: 'Ada Lovelace', what: 'From savings' },
];

async function openBench() {
  const folder = temporaryFolder();
  const bench = await syncBench({
    openStatements: async (paths) => createStatementSource(paths),
    isFetchable: ({ source }) => source !== 'statements',
  });
  let files = 0;
  const write = (kind: StatementKind, from = 0, to = BOOKINGS.length): string => {
    const path = join(folder, `${(files += 1)}.${kind}`);
    writeFileSync(path, WRITE_STATEMENT[kind](BOOKINGS.slice(from, to), from));
    return path;
  };
  const importFiles = async (...paths: string[]): Promise<Run> =>
    (await bench.sync.wait(bench.sync.importFiles(ACCOUNT, paths, { trigger: 'person' }))) as Run;
  return { bench, write, importFiles };
}

function amounts({ workbook }: SyncBench): string[] {
  return workbook.lines.flatMap((line) => (line === null ? [] : [line.amount])).sort();
}

const ALL = BOOKINGS.map(({ amount }) => amount).sort();

describe('files of one account', () => {
  const orders: readonly (readonly StatementKind[])[] = [
    ['ofx', 'csv', 'camt', 'mt940'],
    ['mt940', 'camt', 'csv', 'ofx'],
    ['csv', 'mt940', 'ofx', 'camt'],
    ['camt', 'ofx', 'mt940', 'csv'],
  ];

  it.each(orders)(
    'in the formats %s, %s, %s and %s, imported one after the other, add each transaction once',
    async (...kinds) => {
      const { bench, write, importFiles } = await openBench();
      for (const kind of kinds) expect(await importFiles(write(kind))).toMatchObject({ status: 'succeeded' });
      expect(amounts(bench)).toEqual(ALL);
      for (const kind of kinds)
        expect(await importFiles(write(kind))).toMatchObject({ counts: { added: 0, updated: 0 } });
    },
  );

  it.each(orders)(
    'in the formats %s, %s, %s and %s, imported together, add each transaction once',
    async (...kinds) => {
      const { bench, write, importFiles } = await openBench();
      expect(await importFiles(...kinds.map((kind) => write(kind)))).toMatchObject({
        counts: { fetched: 40, added: 10, elsewhere: 30, possibleDuplicates: 0 },
      });
      expect(amounts(bench)).toEqual(ALL);
    },
  );

  it.each(['ofx', 'csv', 'camt', 'mt940'] as const)(
    'in the format %s with overlapping days, imported together, add each transaction once',
    async (kind) => {
      const { bench, write, importFiles } = await openBench();
      expect(await importFiles(write(kind, 0, 6), write(kind, 3, 10), write(kind, 2, 5))).toMatchObject({
        counts: { added: 10, known: 6 },
      });
      expect(amounts(bench)).toEqual(ALL);
    },
  );

  it('in another format do not add a row again that the user deleted', async () => {
    const { bench, write, importFiles } = await openBench();
    await importFiles(write('ofx'));
    bench.workbook.edit((lines) =>
      lines.splice(
        lines.findIndex((line) => line?.amount === '-800.00'),
        1,
      ),
    );
    for (const kind of ['camt', 'csv', 'mt940', 'ofx'] as const)
      expect(await importFiles(write(kind))).toMatchObject({ counts: { added: 0, deleted: 1 } });
    expect(amounts(bench)).not.toContain('-800.00');
  });
});

describe('a bank connection and files of one account', () => {
  const inFeed = BOOKINGS.map(({ on, amount, who }, place) =>
    bankTransaction(`feed-${place}`, amount, {
      date: on as CalendarDate,
      description: who,
      account: { id: 'simplefin:1', name: 'Checking', currency: 'EUR', lastDigits: '3000' },
    }),
  );

  it.each(['before', 'after'] as const)('add every transaction once if the bank is read %s the files', async (when) => {
    const { bench, write, importFiles } = await openBench();
    bench.bank = { transactions: inFeed };
    if (when === 'before') await bench.run();
    await importFiles(write('camt', 2), write('csv', 0, 8));
    await bench.run();
    await importFiles(write('mt940'));
    expect(amounts(bench)).toEqual(ALL);
    expect(await bench.run()).toMatchObject({ counts: { fetched: 10, added: 0, updated: 0 } });
  });
});
