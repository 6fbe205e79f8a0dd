import { expect, it } from 'vitest';
import { SheetSimulator, bankTransaction as tx } from '../../../test/support/sheet-simulator.ts';

const coffee = (id: string | null, amount = '-3') => tx({ id, on: '2026-02-01', amount });

it.each(['NOTPROVIDED', 'notprovided', 'NOT PROVIDED', 'NONREF', 'N/A', '-'])(
  'a sync keeps two equal purchases with the id %s, and the next sync leaves their amounts unchanged',
  (id) => {
    const sheet = new SheetSimulator();
    expect(sheet.sync([coffee(id), coffee(id)]).appends).toHaveLength(2);
    sheet.sync([coffee(id), coffee(id), coffee(id, '-4')]);
    expect(sheet.rows.map(({ amount }) => amount)).toEqual(['-3.00', '-3.00', '-4.00']);
  },
);

it('a sync never overwrites a purchase with another purchase that has the same day and placeholder id', () => {
  const sheet = new SheetSimulator();
  sheet.sync([coffee('NOTPROVIDED')]);
  expect(sheet.sync([coffee('NOTPROVIDED', '-8')], { complete: [] })).toMatchObject({ updates: [], appends: [{}] });
});

it('a sync recognizes the row of a placeholder id when the bank sends the transaction again without an id', () => {
  const sheet = new SheetSimulator();
  sheet.sync([coffee('NOTPROVIDED')]);
  expect(sheet.sync([coffee(null)]).appends).toEqual([]);
});
