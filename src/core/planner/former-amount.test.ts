import { describe, expect, it } from 'vitest';
import { SheetSimulator, bankTransaction as tx, money } from '../../../test/support/sheet-simulator.ts';

type Sample = Parameters<typeof tx>[0];

/** `before`: as an earlier version of Pennyrow read the transaction. `after`: as the current version reads it. */
const before = (sample: Sample, amount: string) => tx({ ...sample, amount });
const after = (sample: Sample, amount: string, former: string) => ({
  ...tx({ ...sample, amount }),
  formerAmount: money(former),
});

const COFFEE: Sample = { id: 'a', on: '2026-02-01', text: 'Coffee', amount: '0' };

describe('an amount that an earlier version of Pennyrow read differently', () => {
  it.each([
    ["by the bank's id", COFFEE],
    ['by its content if it has no id', { ...COFFEE, id: null }],
    ['by its content if it is pending', { ...COFFEE, id: null, pending: true }],
  ] as const)('is corrected in its row, which is found %s', (_, sample) => {
    const sheet = new SheetSimulator();
    sheet.sync([before(sample, '4.50')]);
    const plan = sheet.sync([after(sample, '-4.50', '4.50')]);
    expect([plan.appends.length, plan.updates.length, plan.leftFeed.length]).toEqual([0, 1, 0]);
    expect(sheet.rows.map(({ amount }) => amount)).toEqual(['-4.50']);
    expect(sheet.sync([after(sample, '-4.50', '4.50')]).updates).toEqual([]);
  });

  it('is corrected even if several transactions share its id', () => {
    const sheet = new SheetSimulator();
    const other: Sample = { ...COFFEE, text: 'Bakery' };
    sheet.sync([before(COFFEE, '4.50'), before(other, '7.00')]);
    const plan = sheet.sync([after(COFFEE, '-4.50', '4.50'), after(other, '-7.00', '7.00')]);
    expect([plan.appends.length, plan.updates.length]).toEqual([0, 2]);
    expect(sheet.rows.map(({ description, amount }) => `${description} ${amount}`)).toEqual([
      'Coffee -4.50',
      'Bakery -7.00',
    ]);
  });

  it('is left unchanged for a purchase and its refund on one day if they have no ids', () => {
    const sheet = new SheetSimulator();
    const coffee: Sample = { ...COFFEE, id: null };
    const batch = [after(coffee, '-4.50', '4.50'), after(coffee, '4.50', '-4.50')];
    sheet.sync(batch);
    expect(sheet.sync(batch).updates).toEqual([]);
    expect(new Set(sheet.rows.map(({ amount }) => amount))).toEqual(new Set(['-4.50', '4.50']));
    expect(sheet.rows).toHaveLength(2);
  });

  it('is corrected for a purchase and its refund on one day if each has its own id', () => {
    const sheet = new SheetSimulator();
    const refund: Sample = { ...COFFEE, id: 'b' };
    sheet.sync([before(COFFEE, '4.50'), before(refund, '-4.50')]);
    sheet.sync([after(COFFEE, '-4.50', '4.50'), after(refund, '4.50', '-4.50')]);
    expect(sheet.rows.map(({ amount }) => amount)).toEqual(['-4.50', '4.50']);
  });

  it('is corrected together with its currency', () => {
    const sheet = new SheetSimulator();
    sheet.sync([{ ...before(COFFEE, '-4.50'), currency: 'GBP' }]);
    sheet.sync([{ ...after(COFFEE, '-5.20', '-4.50'), currency: 'EUR' }]);
    expect(sheet.rows.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['-5.20 EUR']);
  });

  it('is not changed again if the user corrected it by hand', () => {
    const sheet = new SheetSimulator();
    sheet.sync([before(COFFEE, '4.50')]);
    sheet.edit(2, { amount: money('-4.50') });
    expect(sheet.sync([after(COFFEE, '-4.50', '4.50')]).updates).toEqual([]);
    expect(sheet.rows.map(({ amount }) => amount)).toEqual(['-4.50']);
  });
});

describe('a text that an earlier version of Pennyrow read differently', () => {
  const rent: Sample = { id: null, on: '2026-02-01', text: 'No description', amount: '-700' };
  const named = { ...tx({ ...rent, text: 'Housing Cooperative' }), formerDescription: 'No description' };

  it('is corrected in the row of a transaction without an id', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx(rent)]);
    const plan = sheet.sync([named]);
    expect([plan.appends.length, plan.updates.length]).toEqual([0, 1]);
    expect(sheet.rows.map(({ description }) => description)).toEqual(['Housing Cooperative']);
    expect(sheet.sync([named]).updates).toEqual([]);
  });

  it('is corrected once: a second equal transaction gets a new row', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx(rent)]);
    expect(sheet.sync([named, named]).appends).toHaveLength(1);
  });
});
