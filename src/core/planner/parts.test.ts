import { describe, expect, it } from 'vitest';
import type { DescriptionParts } from '../bank-transaction.ts';
import { compareTexts } from './arrival.ts';
import { SheetSimulator, bankTransaction, type Sample } from '../../../test/support/sheet-simulator.ts';

const REWE: Sample = { id: 'a', on: '2026-01-05', amount: '-12.50' };
const BOTH: DescriptionParts = { payee: 'Rewe Markt', notes: 'Invoice for apples' };

/** A bank that reports the payee separately. */
function withParts({ payee, notes }: DescriptionParts, sample: Partial<Sample> = {}) {
  return { ...bankTransaction({ ...REWE, ...sample, text: `${payee} - ${notes}` }), parts: { payee, notes } };
}

function sheetWithNotes(): SheetSimulator {
  const sheet = new SheetSimulator();
  sheet.hasSeparateNotes = true;
  return sheet;
}

const cells = ({ rows }: SheetSimulator) => rows.map(({ description, notes }) => [description, notes]);

describe('a sheet with a column for the payee and one for notes', () => {
  it('gets the payee and the notes in separate cells, and the next sync changes nothing', () => {
    const sheet = sheetWithNotes();
    sheet.sync([withParts(BOTH)]);
    expect(cells(sheet)).toEqual([['Rewe Markt', 'Invoice for apples']]);
    expect(sheet.memory).toMatchObject([
      { bankDescription: 'Rewe Markt - Invoice for apples', written: { description: 'Rewe Markt' } },
    ]);
    const again = sheet.sync([withParts(BOTH)]);
    expect([again.appends, again.updates, again.memory]).toEqual([[], [], []]);
  });

  it('gets the whole text in the payee column if the bank does not separate payee and notes', () => {
    const sheet = sheetWithNotes();
    sheet.sync([bankTransaction({ ...REWE, text: 'Rewe Markt, apples' })]);
    expect(cells(sheet)).toEqual([['Rewe Markt, apples', '']]);
    expect(sheet.memory[0]).not.toHaveProperty('bankDescription');
  });

  it('matches rules against the whole text', () => {
    const sheet = sheetWithNotes();
    sheet.rules = [{ index: 2, description: 'apples', category: 'Fruit', minAmount: null, maxAmount: null }];
    sheet.sync([withParts(BOTH)]);
    expect(sheet.rows).toMatchObject([{ description: 'Rewe Markt', category: 'Fruit' }]);
  });

  it('gets a payee that the bank corrected, unless the user has changed the cell', () => {
    const sheet = sheetWithNotes();
    sheet.sync([withParts(BOTH), withParts(BOTH, { id: 'b' })]);
    sheet.edit(3, { description: 'The shop' });
    const corrected = { ...BOTH, payee: 'REWE City' };
    const plan = sheet.sync([withParts(corrected), withParts(corrected, { id: 'b' })]);
    expect(cells(sheet)).toEqual([
      ['REWE City', 'Invoice for apples'],
      ['The shop', 'Invoice for apples'],
    ]);
    expect(plan.skips).toMatchObject([{ reason: 'known', kept: ['description'] }]);
  });

  it('keeps the notes that the user wrote when the bank changes its notes', () => {
    const sheet = sheetWithNotes();
    sheet.sync([withParts(BOTH)]);
    sheet.edit(2, { notes: 'for Anna' });
    const plan = sheet.sync([withParts({ ...BOTH, notes: 'Invoice for pears' })]);
    expect([cells(sheet), plan.updates]).toEqual([[['Rewe Markt', 'for Anna']], []]);
    expect(sheet.memory).toMatchObject([{ bankDescription: 'Rewe Markt - Invoice for pears' }]);
  });

  it('gets the whole posted text in the payee cell if the pending row had no notes', () => {
    const sheet = sheetWithNotes();
    sheet.sync([bankTransaction({ ...REWE, text: 'Rewe Markt', pending: true })]);
    sheet.sync([withParts(BOTH)]);
    expect(cells(sheet)).toEqual([['Rewe Markt - Invoice for apples', '']]);
  });

  it('keeps existing rows unchanged when the notes column is added or removed', () => {
    const sheet = new SheetSimulator();
    sheet.sync([withParts(BOTH)]);
    sheet.hasSeparateNotes = true;
    expect(sheet.sync([withParts(BOTH), withParts(BOTH, { id: 'b' })]).updates).toEqual([]);
    sheet.hasSeparateNotes = false;
    expect(sheet.sync([withParts(BOTH), withParts(BOTH, { id: 'b' }), withParts(BOTH, { id: 'c' })]).updates).toEqual(
      [],
    );
    expect(cells(sheet)).toEqual([
      ['Rewe Markt - Invoice for apples', ''],
      ['Rewe Markt', 'Invoice for apples'],
      ['Rewe Markt - Invoice for apples', ''],
    ]);
  });

  it('recognizes the transactions of another source by their whole text', () => {
    const sheet = sheetWithNotes();
    const other = { account: { ...withParts(BOTH).account, id: 'file/1' }, connection: 'file' };
    const purchases = ['2026-01-05', '2026-01-06', '2026-01-07'].map((on) => withParts(BOTH, { id: on, on }));
    sheet.sync(purchases);
    const plan = sheet.sync(
      purchases.map((one) => ({ ...one, account: other.account, providerId: null })),
      { connection: 'file', complete: [] },
    );
    expect(plan.skips.map(({ reason }) => reason)).toEqual(['elsewhere', 'elsewhere', 'elsewhere']);
    expect(sheet.rows).toHaveLength(3);
  });
});

describe("after Pennyrow's memory of its rows is lost", () => {
  const lost = (sheet: SheetSimulator): SheetSimulator => Object.assign(sheet, { memory: [] });

  it.each([
    ['ids', 'a'],
    ['no ids', null],
  ])('rows that show only the payee are recognized for a bank with %s', (_, id) => {
    const sheet = sheetWithNotes();
    sheet.sync([withParts(BOTH, { id }), withParts({ ...BOTH, notes: 'Pears' }, { id: id === null ? null : 'b' })]);
    const plan = lost(sheet).sync([
      withParts({ ...BOTH, notes: 'Pears' }, { id: id === null ? null : 'b' }),
      withParts(BOTH, { id }),
    ]);
    expect([plan.appends, plan.updates, plan.skips.flatMap(({ kept }) => kept)]).toEqual([[], [], []]);
    expect(sheet.memory.map(({ bankDescription = '' }) => bankDescription).toSorted(compareTexts)).toEqual([
      'Rewe Markt - Invoice for apples',
      'Rewe Markt - Pears',
    ]);
    if (id === null) return;
    sheet.sync([withParts({ ...BOTH, payee: 'REWE City' }), withParts({ ...BOTH, notes: 'Pears' }, { id: 'b' })]);
    expect(cells(sheet)).toEqual([
      ['REWE City', 'Invoice for apples'],
      ['Rewe Markt', 'Pears'],
    ]);
  });

  it('a payee that the user changed is kept', () => {
    const sheet = sheetWithNotes();
    sheet.sync([withParts(BOTH)]);
    sheet.edit(2, { description: 'The shop' });
    const plan = lost(sheet).sync([withParts(BOTH)]);
    expect([plan.appends, plan.updates]).toEqual([[], []]);
    sheet.sync([withParts({ ...BOTH, payee: 'REWE City' })]);
    expect(cells(sheet)).toEqual([['The shop', 'Invoice for apples']]);
  });

  it('a purchase with a reused id is not matched to the row with that id, even if day and amount are equal', () => {
    const sheet = sheetWithNotes();
    const bakery = { payee: 'Bakery', notes: 'Bread 3' };
    sheet.sync([withParts(BOTH, { id: '1' })]);
    const plan = lost(sheet).sync([withParts(bakery, { id: '1' }), withParts(BOTH, { id: '2' })]);
    expect(plan.appends).toMatchObject([{ values: { description: 'Bakery' } }]);
  });
});

describe('a row that the user typed with a payee and a note', () => {
  it("is recognized by the payee, even if the bank's text is much longer", () => {
    const sheet = sheetWithNotes();
    sheet.type('2026-01-05', '-12.50', 'Konditorei');
    sheet.edit(2, { notes: 'cake' });
    const parts = { payee: 'Konditoreien', notes: 'Kartenzahlung girocard Bahnhofstrasse Terminal Folgenummer' };
    const plan = sheet.sync([withParts(parts)]);
    expect([plan.appends, plan.claims.length]).toEqual([[], 1]);
    expect(cells(sheet)).toEqual([['Konditorei', 'cake']]);
  });
});
