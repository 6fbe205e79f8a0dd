import { describe, expect, it } from 'vitest';
import { CHECKING, CHECKING_IN_FILE, SAVINGS, SheetInHand, bankTransaction as tx, day, money } from '../../../test/support/sheet-in-hand.ts';
import type { Plan } from '../plan.ts';

const FILE = { connection: 'file', complete: [] };

function isEmpty(plan: Plan): boolean {
  return plan.appends.length + plan.updates.length + plan.leftFeed.length + plan.memory.length === 0;
}

describe('what is known by its identity', () => {
  it('is left alone at the next sync', () => {
    const sheet = new SheetInHand();
    const batch = [tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }), tx({ on: '2026-02-01', amount: '-4' })];
    sheet.sync(batch);
    const again = sheet.sync(batch);
    expect(isEmpty(again)).toBe(true);
    expect(again.skips.map(({ reason }) => reason)).toEqual(['known', 'known']);
  });

  it('has a Transaction ID of 24 hex digits, and another one in another account', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }), tx({ id: 'a', on: '2026-02-01', amount: '-3.50', account: SAVINGS })]);
    const ids = sheet.rows.map(({ transactionId }) => transactionId);
    expect(ids[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('posts in its row, with category and notes as they were', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10', text: 'HOLD', pending: true })]);
    sheet.edit(2, { category: 'Food' });
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-03', amount: '-12', text: 'Bistro' })]);
    expect(plan.updates).toMatchObject([{ row: 2, reason: 'posted', kept: [] }]);
    expect(sheet.lines).toEqual(['2026-02-03 -12.00 Bistro']);
    expect(sheet.rows[0]?.category).toBe('Food');
  });

  it('is corrected when the bank corrects it within days', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-11' })]);
    expect(plan.updates).toMatchObject([{ reason: 'changed' }]);
    expect(sheet.lines).toEqual(['2026-02-02 -11.00 Corner Coffee']);
  });

  it('keeps the cells that the user changed, and says so (#9)', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10', pending: true })]);
    sheet.edit(2, { description: 'Lunch with Ada' });
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-12', text: 'Coffee Corner Ltd' })]);
    expect(plan.updates).toMatchObject([{ kept: ['description'] }]);
    expect(sheet.lines).toEqual(['2026-02-02 -12.00 Lunch with Ada']);
    expect(isEmpty(sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-12', text: 'Coffee Corner Ltd' })]))).toBe(true);
  });

  it('reports a change of which nothing could be written', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    sheet.edit(2, { amount: money('-6') });
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-12' })]);
    expect(plan.updates).toEqual([]);
    expect(plan.skips).toMatchObject([{ reason: 'known', kept: ['amount'] }]);
  });

  it('never turns pending again by an older view', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-12' })]);
    expect(isEmpty(sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10', pending: true })]))).toBe(true);
  });
});

describe('deleted rows', () => {
  it('do not come back (#2)', () => {
    const sheet = new SheetInHand();
    const batch = [tx({ id: 'a', on: '2026-02-01', amount: '-10' })];
    sheet.sync(batch);
    sheet.delete(2);
    expect(sheet.sync(batch).skips).toMatchObject([{ reason: 'deleted' }]);
    expect(sheet.rows).toEqual([]);
    expect(sheet.states()).toEqual(['deleted']);
  });

  it('are listed after any sync, whatever it fetched', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    sheet.delete(2);
    sheet.sync([], { connection: 'other', complete: [] });
    expect(sheet.states()).toEqual(['deleted']);
  });

  it('are in the sheet again once the user brings them back', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    const before = sheet.rows;
    sheet.delete(2);
    sheet.sync([]);
    sheet.reorder(before);
    sheet.sync([]);
    expect(sheet.states()).toEqual(['in-sheet']);
  });

  it('can be imported again once they are forgotten (#3)', () => {
    const sheet = new SheetInHand();
    const batch = [tx({ id: 'a', on: '2026-02-01', amount: '-10' })];
    sheet.sync(batch);
    sheet.delete(2);
    sheet.sync(batch);
    sheet.memory = [];
    expect(sheet.sync(batch).appends).toHaveLength(1);
  });

  it('stay away when the pending one that was deleted posts under another id', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'p', on: '2026-02-01', amount: '-10', pending: true })]);
    sheet.delete(2);
    expect(sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-10' })]).skips).toMatchObject([{ reason: 'deleted' }]);
    expect(sheet.rows).toEqual([]);
  });
});

describe('a pending row whose posted form has another id (#1)', () => {
  const pending = tx({ id: 'p', on: '2026-02-01', amount: '-10', text: 'CORNER COFFEE', pending: true });

  it('becomes the posted row', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending]);
    const [row] = sheet.rows;
    const posted = [tx({ id: 'q', on: '2026-02-03', amount: '-10', text: 'Corner Coffee 0123 Berlin' })];
    expect(sheet.sync(posted).updates).toMatchObject([{ reason: 'posted', transactionId: row?.transactionId }]);
    expect(sheet.lines).toEqual(['2026-02-03 -10.00 Corner Coffee 0123 Berlin']);
    expect(isEmpty(sheet.sync(posted))).toBe(true);
  });

  it('becomes the posted row with a tip', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending]);
    sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-12', text: 'Corner Coffee' })]);
    expect(sheet.lines).toEqual(['2026-02-02 -12.00 Corner Coffee']);
  });

  it('takes a smaller final amount only under the same name', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'p', on: '2026-02-01', amount: '-100', text: 'Fuel Station', pending: true })]);
    sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-45', text: 'Fuel Station 12' }), tx({ id: 'r', on: '2026-02-02', amount: '-50', text: 'Book Shop' })]);
    expect(sheet.lines).toEqual(['2026-02-02 -45.00 Fuel Station 12', '2026-02-02 -50.00 Book Shop']);
  });

  it('prefers the exact amount, then the nearest day, then the most alike text', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending, tx({ id: 'p2', on: '2026-02-03', amount: '-10', text: 'CORNER COFFEE', pending: true })]);
    sheet.sync([
      tx({ id: 'q', on: '2026-02-03', amount: '-10', text: 'Corner Coffee' }),
      tx({ id: 'r', on: '2026-02-02', amount: '-11', text: 'Corner Coffee' }),
    ]);
    expect(sheet.lines).toEqual(['2026-02-02 -11.00 Corner Coffee', '2026-02-03 -10.00 Corner Coffee']);
  });

  it('is marked when it left the feed and never posted, and is itself again when it reappears', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending]);
    expect(sheet.sync([]).leftFeed).toMatchObject([{ row: 2 }]);
    expect(isEmpty(sheet.sync([]))).toBe(true);
    sheet.sync([pending]);
    expect(sheet.states()).toEqual(['in-sheet']);
  });

  it('still posts some days after it left the feed', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending]);
    sheet.sync([]);
    sheet.sync([tx({ id: 'q', on: '2026-02-04', amount: '-10', text: 'Corner Coffee' })]);
    expect(sheet.lines).toHaveLength(1);
    expect(sheet.states()).toEqual(['in-sheet']);
  });

  it('is not taken as gone where the feed is not whole', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending]);
    expect(isEmpty(sheet.sync([], { complete: [] }))).toBe(true);
    expect(isEmpty(sheet.sync([], { since: '2026-02-02' }))).toBe(true);
  });

  it('leads to no duplicate when the memory is lost afterwards', () => {
    const sheet = new SheetInHand();
    sheet.sync([pending]);
    const posted = [tx({ id: 'q', on: '2026-02-03', amount: '-10', text: 'Corner Coffee' })];
    sheet.sync(posted);
    sheet.memory = [];
    expect(sheet.sync(posted).appends).toEqual([]);
    expect(isEmpty(sheet.sync(posted))).toBe(true);
  });
});

describe('ids that the bank changes (#4) or reuses (#5)', () => {
  it('do not double what a whole feed sends again under new ids', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' }), tx({ id: 'b', on: '2026-02-01', amount: '-10' })]);
    const renamed = ['c', 'd', 'e'].map((id) => tx({ id, on: '2026-02-01', amount: '-10' }));
    expect(sheet.sync(renamed).appends).toHaveLength(1);
    expect(isEmpty(sheet.sync(renamed))).toBe(true);
  });

  it('do not double what the bank words anew', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ on: '2026-02-01', amount: '-10', text: 'CORNER COFFEE' })]);
    sheet.sync([tx({ on: '2026-02-01', amount: '-10', text: 'Corner Coffee, Berlin' })]);
    expect(sheet.lines).toEqual(['2026-02-01 -10.00 Corner Coffee, Berlin']);
  });

  it('do not double an account that the bank gave another id', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    const account = { ...CHECKING, id: 'bank/new' };
    const plan = sheet.sync([tx({ id: 'z', on: '2026-02-01', amount: '-10', account })], { complete: ['bank/new'] });
    expect(plan.skips).toMatchObject([{ reason: 'elsewhere' }]);
  });

  it('do not join far apart transactions under one id', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-01-05', amount: '-10' })]);
    sheet.sync([tx({ id: 'a', on: '2026-02-05', amount: '-12' })]);
    expect(sheet.lines).toHaveLength(2);
    const [first, second] = sheet.rows.map(({ transactionId }) => transactionId);
    expect(second).toBe(`${first}-2`);
  });

  it('keep two real purchases two, without ids and in overlapping windows', () => {
    const sheet = new SheetInHand();
    const coffee = tx({ on: '2026-02-01', amount: '-3.50' });
    sheet.sync([coffee, coffee]);
    expect(sheet.sync([coffee, coffee, coffee]).appends).toHaveLength(1);
    expect(new Set(sheet.rows.map(({ transactionId }) => transactionId)).size).toBe(3);
    expect(isEmpty(sheet.sync([coffee]))).toBe(true);
  });

  it('take one id with equal content as one transaction delivered twice', () => {
    const sheet = new SheetInHand();
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }), tx({ id: 'a', on: '2026-02-01', amount: '-3.50' })]);
    expect(plan.appends).toHaveLength(1);
    expect(plan.skips).toMatchObject([{ reason: 'known', transactionId: plan.appends[0]?.values.transactionId }]);
  });

  it('take the posted one when a batch holds both views', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-03', amount: '-12' }), tx({ id: 'a', on: '2026-02-01', amount: '-10', pending: true })]);
    expect(sheet.lines).toEqual(['2026-02-03 -12.00 Corner Coffee']);
  });

  it('count every line of a file that numbers all its lines the same', () => {
    const sheet = new SheetInHand();
    const batch = ['-3', '-3', '-5'].map((amount) => tx({ id: '0', on: '2026-02-01', amount }));
    expect(sheet.sync(batch, FILE).appends).toHaveLength(3);
    expect(isEmpty(sheet.sync(batch, FILE))).toBe(true);
    expect(sheet.sync([tx({ id: '0', on: '2026-02-02', amount: '-4' })], FILE).appends).toHaveLength(1);
  });
});

describe('another connection for the same account', () => {
  const inFeed = ['a', 'b'].map((id) => tx({ id, on: '2026-02-01', amount: '-3.50' }));
  const inFile = ['1', '2', '3'].map((id) => tx({ id, on: '2026-02-01', amount: '-3.50', text: 'POS 99 COFFEE', account: CHECKING_IN_FILE }));

  it.each([
    ['the feed', inFeed, {}, inFile, FILE, 1],
    ['the file', inFile, FILE, inFeed, {}, 0],
  ] as const)('adds only the purchases that are more than %s showed', (_, first, firstOptions, second, secondOptions, added) => {
    const sheet = new SheetInHand();
    sheet.sync(first, firstOptions);
    expect(sheet.sync(second, secondOptions).appends).toHaveLength(added);
    expect(sheet.lines).toHaveLength(3);
    expect(isEmpty(sheet.sync(first, firstOptions))).toBe(true);
    expect(isEmpty(sheet.sync(second, secondOptions))).toBe(true);
  });

  it('may date a transaction some days apart, where the batch holds all of that day', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-20', text: 'Book Shop' })]);
    const file = [
      tx({ id: '1', on: '2026-02-01', amount: '-1', account: CHECKING_IN_FILE }),
      tx({ id: '2', on: '2026-02-04', amount: '-20', text: 'BOOK SHOP BERLIN', account: CHECKING_IN_FILE }),
    ];
    expect(sheet.sync(file, FILE).skips).toMatchObject([{ reason: 'elsewhere' }]);
  });

  it('never hides today behind yesterday at the edge of a statement', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: '1', on: '2026-02-01', amount: '-3.50', account: CHECKING_IN_FILE })], FILE);
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-3.50' })], { since: '2026-02-02' });
    expect(plan.appends).toMatchObject([{ possibleDuplicateOf: [2] }]);
  });

  it('does not show again what the user deleted', () => {
    const sheet = new SheetInHand();
    sheet.sync(inFeed);
    sheet.delete(2);
    const plan = sheet.sync(inFile.slice(0, 2), FILE);
    expect(plan.skips.map(({ reason }) => reason).sort()).toEqual(['deleted', 'elsewhere']);
  });

  it('posts its pending view without a second row', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: '1', on: '2026-02-01', amount: '-8', account: CHECKING_IN_FILE })], FILE);
    sheet.sync([tx({ id: 'p', on: '2026-02-01', amount: '-8', pending: true })]);
    sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-8' })]);
    expect(sheet.lines).toHaveLength(1);
  });

  it('is not linked by other last digits or another currency', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-8' })]);
    const others = [SAVINGS, { ...CHECKING_IN_FILE, currency: 'USD' }].map((account) => tx({ id: '1', on: '2026-02-01', amount: '-8', account }));
    expect(sheet.sync(others, FILE).appends).toHaveLength(2);
  });
});

describe('new rows', () => {
  it('come by date, then as the source gave them, with the first fitting category', () => {
    const sheet = new SheetInHand();
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

  it('are reported when they look like a row typed by hand, and appended all the same (#4)', () => {
    const sheet = new SheetInHand();
    sheet.type('2026-02-01', '-10', 'corner coffee');
    expect(sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-10' })]).appends).toMatchObject([{ possibleDuplicateOf: [2] }]);
  });

  it('are dated as the bank dated them (#11)', () => {
    const sheet = new SheetInHand();
    sheet.sync([tx({ id: 'a', on: '2026-03-29', amount: '-10' })]);
    expect(sheet.rows[0]?.date).toBe(day('2026-03-29'));
  });

  it.each(['__proto__', '', 'constructor', '\u0000\ud800', 'x'.repeat(100_000)])('survive the text %#', (text) => {
    const sheet = new SheetInHand();
    const account = { ...CHECKING, id: text };
    const batch = [tx({ id: text, on: '2026-02-01', amount: '-1', text, account }), tx({ on: '2026-02-01', amount: '-1', text, account })];
    expect(sheet.sync(batch, { complete: [text] }).appends).toHaveLength(2);
    expect(isEmpty(sheet.sync(batch, { complete: [text] }))).toBe(true);
  });
});

describe('a lost memory', () => {
  const batch = [
    tx({ id: 'a', on: '2026-02-01', amount: '-10' }),
    tx({ on: '2026-02-01', amount: '-3' }),
    tx({ on: '2026-02-01', amount: '-3' }),
    tx({ id: 'r', on: '2026-01-01', amount: '-9' }),
    tx({ id: 'r', on: '2026-02-01', amount: '-8' }),
  ];

  it('is rebuilt from the sheet, with the same ids and no change to it', () => {
    const sheet = new SheetInHand();
    sheet.sync(batch);
    const ids = sheet.memory.map(({ transactionId }) => transactionId).sort();
    sheet.memory = [];
    const plan = sheet.sync(batch);
    expect([plan.appends, plan.updates]).toEqual([[], []]);
    expect(sheet.memory.map(({ transactionId }) => transactionId).sort()).toEqual(ids);
    expect(isEmpty(sheet.sync(batch))).toBe(true);
  });

  it('leaves cells alone that may be the user\'s, and names them', () => {
    const sheet = new SheetInHand();
    sheet.sync(batch);
    sheet.edit(2, { description: 'Mine' });
    sheet.memory = [];
    const plan = sheet.sync(batch);
    expect(plan.updates).toEqual([]);
    expect(plan.skips.flatMap(({ kept }) => kept)).toEqual(['description']);
  });

  it('brings deleted rows back, since only the memory knew of them', () => {
    const sheet = new SheetInHand();
    sheet.sync(batch);
    sheet.delete(2);
    sheet.memory = [];
    expect(sheet.sync(batch).appends).toHaveLength(1);
  });
});
