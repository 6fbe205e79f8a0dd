import { describe, expect, it } from 'vitest';
import {
  CHECKING,
  CHECKING_IN_FILE,
  SAVINGS,
  SheetSimulator,
  bankTransaction as tx,
  day,
} from '../../../test/support/sheet-simulator.ts';
import type { Plan } from '../plan.ts';

const FILE = { connection: 'file', complete: [] };

function isEmpty(plan: Plan): boolean {
  return plan.appends.length + plan.updates.length + plan.leftFeed.length + plan.memory.length === 0;
}

describe('another connection of the same account', () => {
  const inFeed = ['a', 'b'].map((id) => tx({ id, on: '2026-02-01', amount: '-3.50' }));
  const inFile = ['1', '2', '3'].map((id) =>
    tx({ id, on: '2026-02-01', amount: '-3.50', text: 'POS 99 COFFEE', account: CHECKING_IN_FILE }),
  );

  it.each([
    ['the feed', inFeed, {}, inFile, FILE, 1],
    ['the file', inFile, FILE, inFeed, {}, 0],
  ] as const)(
    'adds only as many equal purchases as %s lacks',
    (_, first, firstOptions, second, secondOptions, added) => {
      const sheet = new SheetSimulator();
      sheet.sync(first, firstOptions);
      expect(sheet.sync(second, secondOptions).appends).toHaveLength(added);
      expect(sheet.lines).toHaveLength(3);
      expect(isEmpty(sheet.sync(first, firstOptions))).toBe(true);
      expect(isEmpty(sheet.sync(second, secondOptions))).toBe(true);
    },
  );

  it('adds no second row for a transaction that it dates some days later, if its batch covers the days between', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-20', text: 'Book Shop' })]);
    const file = [
      tx({ id: '1', on: '2026-02-01', amount: '-1', account: CHECKING_IN_FILE }),
      tx({ id: '2', on: '2026-02-04', amount: '-20', text: 'BOOK SHOP BERLIN', account: CHECKING_IN_FILE }),
    ];
    expect(sheet.sync(file, FILE).skips).toMatchObject([{ reason: 'elsewhere' }]);
  });

  it('adds an equal purchase of the day after a statement ends, and reports a possible duplicate', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: '1', on: '2026-02-01', amount: '-3.50', account: CHECKING_IN_FILE })], FILE);
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-3.50' })], { since: '2026-02-02' });
    expect(plan.appends).toMatchObject([{ possibleDuplicateOf: [2] }]);
  });

  it('does not restore a row that the user deleted', () => {
    const sheet = new SheetSimulator();
    sheet.sync(inFeed);
    sheet.delete(2);
    const plan = sheet.sync(inFile.slice(0, 2), FILE);
    expect(plan.skips.map(({ reason }) => reason).sort()).toEqual(['deleted', 'elsewhere']);
  });

  it('adds no second row when its pending transaction posts', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: '1', on: '2026-02-01', amount: '-8', account: CHECKING_IN_FILE })], FILE);
    sheet.sync([tx({ id: 'p', on: '2026-02-01', amount: '-8', pending: true })]);
    sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-8' })]);
    expect(sheet.lines).toHaveLength(1);
  });

  it('is not recognized if the last digits or the currency differ', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-8' })]);
    const others = [SAVINGS, { ...CHECKING_IN_FILE, currency: 'USD' }].map((account) =>
      tx({ id: '1', on: '2026-02-01', amount: '-8', account }),
    );
    expect(sheet.sync(others, FILE).appends).toHaveLength(2);
  });
});

describe('new rows', () => {
  it('are sorted by date and then by the order of the source, and get the first matching category', () => {
    const sheet = new SheetSimulator();
    sheet.rules = [{ index: 7, description: 'coffee', category: 'Food', minAmount: null, maxAmount: null }];
    const plan = sheet.sync([
      tx({ id: 'c', on: '2026-02-02', amount: '-1', text: 'Rent' }),
      tx({ id: 'b', on: '2026-02-01', amount: '-2' }),
      tx({ id: 'a', on: '2026-02-01', amount: '-3' }),
    ]);
    expect(plan.appends.map(({ values, ruleRow }) => [values.amount, values.category, ruleRow])).toEqual([
      ['-2.00', 'Food', 7],
      ['-3.00', 'Food', 7],
      ['-1.00', '', null],
    ]);
  });

  it('are appended and reported if they look like a row typed by hand', () => {
    const sheet = new SheetSimulator();
    sheet.type('2026-02-01', '-10', 'corner coffee');
    expect(sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-10' })]).appends).toMatchObject([
      { possibleDuplicateOf: [2] },
    ]);
  });

  it('have the date that the bank states', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-03-29', amount: '-10' })]);
    expect(sheet.rows[0]?.date).toBe(day('2026-03-29'));
  });

  it.each(['__proto__', '', 'constructor', '\u0000\ud800', 'x'.repeat(100_000)])(
    'may contain any text (sample %#)',
    (text) => {
      const sheet = new SheetSimulator();
      const account = { ...CHECKING, id: text };
      const batch = [
        tx({ id: text, on: '2026-02-01', amount: '-1', text, account }),
        tx({ on: '2026-02-01', amount: '-1', text, account }),
      ];
      expect(sheet.sync(batch, { complete: [text] }).appends).toHaveLength(2);
      expect(isEmpty(sheet.sync(batch, { complete: [text] }))).toBe(true);
    },
  );
});

describe('a lost memory of the written rows', () => {
  const batch = [
    tx({ id: 'a', on: '2026-02-01', amount: '-10' }),
    tx({ on: '2026-02-01', amount: '-3' }),
    tx({ on: '2026-02-01', amount: '-3' }),
    tx({ id: 'r', on: '2026-01-01', amount: '-9' }),
    tx({ id: 'r', on: '2026-02-01', amount: '-8' }),
  ];

  it('is rebuilt from the sheet, with the same ids and without changing the sheet', () => {
    const sheet = new SheetSimulator();
    sheet.sync(batch);
    const ids = sheet.memory.map(({ transactionId }) => transactionId).sort();
    sheet.memory = [];
    const plan = sheet.sync(batch);
    expect([plan.appends, plan.updates]).toEqual([[], []]);
    expect(sheet.memory.map(({ transactionId }) => transactionId).sort()).toEqual(ids);
    expect(isEmpty(sheet.sync(batch))).toBe(true);
  });

  it('keeps cells that the user may have edited, and reports them', () => {
    const sheet = new SheetSimulator();
    sheet.sync(batch);
    sheet.edit(2, { description: 'Mine' });
    sheet.memory = [];
    const plan = sheet.sync(batch);
    expect(plan.updates).toEqual([]);
    expect(plan.skips.flatMap(({ kept }) => kept)).toEqual(['description']);
  });

  it('restores deleted rows, because only the memory recorded the deletions', () => {
    const sheet = new SheetSimulator();
    sheet.sync(batch);
    sheet.delete(2);
    sheet.memory = [];
    expect(sheet.sync(batch).appends).toHaveLength(1);
  });
});
