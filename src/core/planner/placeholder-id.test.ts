import { expect, it } from 'vitest';
import { SheetSimulator, bankTransaction as tx } from '../../../test/support/sheet-simulator.ts';

const coffee = (id: string | null, amount = '-3') => tx({ id, on: '2026-02-01', amount });

it.each(['NOTPROVIDED', 'notprovided', 'NOT PROVIDED', 'NONREF', 'N/A', '-'])(
  'keeps both of two equal purchases with the id %s, and their amounts at the next sync',
  (id) => {
    const sheet = new SheetSimulator();
    expect(sheet.sync([coffee(id), coffee(id)]).appends).toHaveLength(2);
    sheet.sync([coffee(id), coffee(id), coffee(id, '-4')]);
    expect(sheet.rows.map(({ amount }) => amount)).toEqual(['-3.00', '-3.00', '-4.00']);
  },
);

it('never corrects a purchase with another one that has the same placeholder and day', () => {
  const sheet = new SheetSimulator();
  sheet.sync([coffee('NOTPROVIDED')]);
  expect(sheet.sync([coffee('NOTPROVIDED', '-8')], { complete: [] })).toMatchObject({ updates: [], appends: [{}] });
});

it('recognizes a row written with a placeholder when the transaction comes without an id', () => {
  const sheet = new SheetSimulator();
  sheet.sync([coffee('NOTPROVIDED')]);
  expect(sheet.sync([coffee(null)]).appends).toEqual([]);
});
