import { describe, expect, it } from 'vitest';
import { SheetSimulator, bankTransaction as tx } from '../../../test/support/sheet-simulator.ts';
import type { Plan } from '../plan.ts';

function isEmpty(plan: Plan): boolean {
  return plan.appends.length + plan.updates.length + plan.leftFeed.length + plan.memory.length === 0;
}

describe('a pending row that posts under another id', () => {
  const pending = tx({ id: 'p', on: '2026-02-01', amount: '-10', text: 'CORNER COFFEE', pending: true });

  it('becomes the posted row', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    const [row] = sheet.rows;
    const posted = [tx({ id: 'q', on: '2026-02-03', amount: '-10', text: 'Corner Coffee 0123 Berlin' })];
    expect(sheet.sync(posted).updates).toMatchObject([{ reason: 'posted', transactionId: row?.transactionId }]);
    expect(sheet.lines).toEqual(['2026-02-03 -10.00 Corner Coffee 0123 Berlin']);
    expect(isEmpty(sheet.sync(posted))).toBe(true);
  });

  it('becomes the posted row if a tip was added', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-12', text: 'Corner Coffee' })]);
    expect(sheet.lines).toEqual(['2026-02-02 -12.00 Corner Coffee']);
  });

  it('becomes the posted row with a tip if an incomplete feed includes its day', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'e', on: '2026-01-30', amount: '-3', text: 'Bakery' }), pending]);
    const later = [
      tx({ id: 'e', on: '2026-01-30', amount: '-3', text: 'Bakery' }),
      tx({ id: 'q', on: '2026-02-03', amount: '-11', text: 'Corner Coffee' }),
    ];
    sheet.sync(later, { complete: [] });
    expect(sheet.lines).toEqual(['2026-01-30 -3.00 Bakery', '2026-02-03 -11.00 Corner Coffee']);
    expect(isEmpty(sheet.sync(later, { complete: [] }))).toBe(true);
  });

  it('stays beside a larger posted row if an incomplete feed does not include its day', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    sheet.sync([tx({ id: 'q', on: '2026-02-03', amount: '-11', text: 'Corner Coffee' })], { complete: [] });
    expect(sheet.lines).toEqual(['2026-02-01 -10.00 CORNER COFFEE', '2026-02-03 -11.00 Corner Coffee']);
  });

  it('becomes the posted row with a smaller amount only if the name is the same', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'p', on: '2026-02-01', amount: '-100', text: 'Fuel Station', pending: true })]);
    sheet.sync([
      tx({ id: 'q', on: '2026-02-02', amount: '-45', text: 'Fuel Station 12' }),
      tx({ id: 'r', on: '2026-02-02', amount: '-50', text: 'Book Shop' }),
    ]);
    expect(sheet.lines).toEqual(['2026-02-02 -45.00 Fuel Station 12', '2026-02-02 -50.00 Book Shop']);
  });

  it('becomes the posted row with the exact amount, then the nearest day, then the most similar text', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending, tx({ id: 'p2', on: '2026-02-03', amount: '-10', text: 'CORNER COFFEE', pending: true })]);
    sheet.sync([
      tx({ id: 'q', on: '2026-02-03', amount: '-10', text: 'Corner Coffee' }),
      tx({ id: 'r', on: '2026-02-02', amount: '-11', text: 'Corner Coffee' }),
    ]);
    expect(sheet.lines).toEqual(['2026-02-02 -11.00 Corner Coffee', '2026-02-03 -10.00 Corner Coffee']);
  });

  it('is recorded as gone when it leaves the feed without posting, and as present when it reappears', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    const shown = sheet.rows.map(({ transactionId }) => transactionId);
    expect(shown).toHaveLength(1);
    expect(sheet.sync([]).leftFeed).toEqual(shown);
    expect(isEmpty(sheet.sync([]))).toBe(true);
    sheet.sync([pending]);
    expect(sheet.states()).toEqual(['in-sheet']);
  });

  it('still posts some days after it left the feed', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    sheet.sync([]);
    sheet.sync([tx({ id: 'q', on: '2026-02-04', amount: '-10', text: 'Corner Coffee' })]);
    expect(sheet.lines).toHaveLength(1);
    expect(sheet.states()).toEqual(['in-sheet']);
  });

  it('is not recorded as gone if the feed is incomplete', () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    expect(isEmpty(sheet.sync([], { complete: [] }))).toBe(true);
    expect(isEmpty(sheet.sync([], { since: '2026-02-02' }))).toBe(true);
  });

  it("causes no duplicate if Pennyrow's memory of it is lost after it posted", () => {
    const sheet = new SheetSimulator();
    sheet.sync([pending]);
    const posted = [tx({ id: 'q', on: '2026-02-03', amount: '-10', text: 'Corner Coffee' })];
    sheet.sync(posted);
    sheet.memory = [];
    expect(sheet.sync(posted).appends).toEqual([]);
    expect(isEmpty(sheet.sync(posted))).toBe(true);
  });
});
