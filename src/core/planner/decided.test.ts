import { describe, expect, it } from 'vitest';
import { SheetSimulator, bankTransaction as tx } from '../../../test/support/sheet-simulator.ts';

const COFFEE = [
  tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }),
  tx({ id: 'b', on: '2026-02-01', amount: '-3.50' }),
  tx({ id: 'c', on: '2026-02-04', amount: '-8' }),
];

/** A sheet with only the row of the first transaction, and the ids that rows of the other two would get. */
function withFirst(): { readonly sheet: SheetSimulator; readonly ids: readonly string[] } {
  const sheet = new SheetSimulator();
  sheet.sync(COFFEE.slice(0, 1));
  const { appends } = sheet.plan(COFFEE);
  return { sheet, ids: appends.map(({ values }) => values.transactionId) };
}

describe('a transaction that the user declines in a preview', () => {
  it('is skipped by this and every later sync, like a deleted row, and can be restored', () => {
    const { sheet, ids } = withFirst();
    const plan = sheet.sync(COFFEE, { declined: [ids[1] as string] });
    expect(sheet.lines).toEqual(['2026-02-01 -3.50 Corner Coffee', '2026-02-01 -3.50 Corner Coffee']);
    expect(plan.skips.map(({ reason }) => reason)).toEqual(['known', 'deleted']);
    expect(sheet.memory.find(({ state }) => state === 'deleted')).toMatchObject({
      transactionId: ids[1],
      written: { date: '2026-02-04', amount: '-8.00', description: 'Corner Coffee' },
    });
    expect(sheet.sync(COFFEE)).toMatchObject({ appends: [], memory: [] });
  });

  it('keeps its row if another sync added it after the preview', () => {
    const { sheet, ids } = withFirst();
    sheet.sync(COFFEE);
    expect(sheet.sync(COFFEE, { declined: ids })).toMatchObject({ appends: [], memory: [] });
    expect(sheet.rows).toHaveLength(3);
  });

  it('is not added when it posts under another id', () => {
    const sheet = new SheetSimulator();
    const hold = tx({ id: 'p', on: '2026-02-01', amount: '-10', text: 'Bistro', pending: true });
    const id = sheet.plan([hold]).appends[0]?.values.transactionId as string;
    sheet.sync([hold], { declined: [id] });
    sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-10', text: 'Bistro' })]);
    expect(sheet.lines).toEqual([]);
  });
});

describe('a transaction that the user merges with a row in a preview', () => {
  it('adds no row in this and later syncs, and is reported as shown in another row', () => {
    const { sheet, ids } = withFirst();
    const plan = sheet.sync(COFFEE, { answers: [[ids[0] as string, 2]] });
    expect(sheet.lines).toEqual(['2026-02-01 -3.50 Corner Coffee', '2026-02-04 -8.00 Corner Coffee']);
    expect(plan.skips.map(({ reason }) => reason)).toEqual(['known', 'elsewhere']);
    expect(sheet.sync(COFFEE)).toMatchObject({ appends: [], memory: [] });
  });

  it('is added if the row was deleted or its amount has changed since the preview', () => {
    const { sheet, ids } = withFirst();
    sheet.edit(2, { amount: '-4.00' as never });
    expect(sheet.plan(COFFEE, { answers: [[ids[0] as string, 2]] }).appends).toHaveLength(2);
    expect(sheet.plan(COFFEE, { answers: [[ids[0] as string, 9]] }).appends).toHaveLength(2);
  });
});
