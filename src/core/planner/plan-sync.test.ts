import { describe, expect, it } from 'vitest';
import {
  CHECKING,
  SAVINGS,
  SheetSimulator,
  bankTransaction as tx,
  money,
} from '../../../test/support/sheet-simulator.ts';
import type { Plan } from '../plan.ts';

const FILE = { connection: 'file', complete: [] };

function isEmpty(plan: Plan): boolean {
  return plan.appends.length + plan.updates.length + plan.leftFeed.length + plan.memory.length === 0;
}

describe('a known transaction', () => {
  it('is left unchanged at the next sync', () => {
    const sheet = new SheetSimulator();
    const batch = [tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }), tx({ on: '2026-02-01', amount: '-4' })];
    sheet.sync(batch);
    const again = sheet.sync(batch);
    expect(isEmpty(again)).toBe(true);
    expect(again.skips.map(({ reason }) => reason)).toEqual(['known', 'known']);
  });

  it('has a Transaction ID of 24 hex digits, which differs between accounts', () => {
    const sheet = new SheetSimulator();
    sheet.sync([
      tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }),
      tx({ id: 'a', on: '2026-02-01', amount: '-3.50', account: SAVINGS }),
    ]);
    const ids = sheet.rows.map(({ transactionId }) => transactionId);
    expect(ids[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(2);
  });

  it('updates its row when it posts, and keeps category and notes', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10', text: 'HOLD', pending: true })]);
    sheet.edit(2, { category: 'Food' });
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-03', amount: '-12', text: 'Bistro' })]);
    expect(plan.updates).toMatchObject([{ row: 2, reason: 'posted', kept: [] }]);
    expect(sheet.lines).toEqual(['2026-02-03 -12.00 Bistro']);
    expect(sheet.rows[0]?.category).toBe('Food');
  });

  it('is updated when the bank changes its amount and shifts its date by a day', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-11' })]);
    expect(plan.updates).toMatchObject([{ reason: 'changed' }]);
    expect(sheet.lines).toEqual(['2026-02-02 -11.00 Corner Coffee']);
  });

  it('keeps cells that the user changed, and reports them', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10', pending: true })]);
    sheet.edit(2, { description: 'Lunch with Ada' });
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-12', text: 'Coffee Corner Ltd' })]);
    expect(plan.updates).toMatchObject([{ kept: ['description'] }]);
    expect(sheet.lines).toEqual(['2026-02-02 -12.00 Lunch with Ada']);
    expect(isEmpty(sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-12', text: 'Coffee Corner Ltd' })]))).toBe(
      true,
    );
  });

  it('is reported instead of updated if the user has edited all affected cells', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    sheet.edit(2, { amount: money('-6') });
    const plan = sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-12' })]);
    expect(plan.updates).toEqual([]);
    expect(plan.skips).toMatchObject([{ reason: 'known', kept: ['amount'] }]);
  });

  it('stays posted when an older pending version arrives', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-02', amount: '-12' })]);
    expect(isEmpty(sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10', pending: true })]))).toBe(true);
  });
});

describe('deleted rows', () => {
  it('are not added again', () => {
    const sheet = new SheetSimulator();
    const batch = [tx({ id: 'a', on: '2026-02-01', amount: '-10' })];
    sheet.sync(batch);
    sheet.delete(2);
    expect(sheet.sync(batch).skips).toMatchObject([{ reason: 'deleted' }]);
    expect(sheet.rows).toEqual([]);
    expect(sheet.states()).toEqual(['deleted']);
  });

  it('are recorded as deleted even by the sync of another connection', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    sheet.delete(2);
    sheet.sync([], { connection: 'other', complete: [] });
    expect(sheet.states()).toEqual(['deleted']);
  });

  it('are recorded as present after the user restores them', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    const before = sheet.rows;
    sheet.delete(2);
    sheet.sync([]);
    sheet.reorder(before);
    sheet.sync([]);
    expect(sheet.states()).toEqual(['in-sheet']);
  });

  it('are imported again after Pennyrow forgets them', () => {
    const sheet = new SheetSimulator();
    const batch = [tx({ id: 'a', on: '2026-02-01', amount: '-10' })];
    sheet.sync(batch);
    sheet.delete(2);
    sheet.sync(batch);
    sheet.memory = [];
    expect(sheet.sync(batch).appends).toHaveLength(1);
  });

  it('stay deleted if the row was pending and posts under another id', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'p', on: '2026-02-01', amount: '-10', pending: true })]);
    sheet.delete(2);
    expect(sheet.sync([tx({ id: 'q', on: '2026-02-02', amount: '-10' })]).skips).toMatchObject([{ reason: 'deleted' }]);
    expect(sheet.rows).toEqual([]);
  });
});

describe('ids that the bank changes or reuses', () => {
  it('add no duplicates if the bank sends a whole feed again under new ids', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' }), tx({ id: 'b', on: '2026-02-01', amount: '-10' })]);
    const renamed = ['c', 'd', 'e'].map((id) => tx({ id, on: '2026-02-01', amount: '-10' }));
    expect(sheet.sync(renamed).appends).toHaveLength(1);
    expect(isEmpty(sheet.sync(renamed))).toBe(true);
  });

  it('add no duplicates if the bank changes the text of transactions without ids', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ on: '2026-02-01', amount: '-10', text: 'CORNER COFFEE' })]);
    sheet.sync([tx({ on: '2026-02-01', amount: '-10', text: 'Corner Coffee, Berlin' })]);
    expect(sheet.lines).toEqual(['2026-02-01 -10.00 Corner Coffee, Berlin']);
  });

  it('add no duplicates if the bank changes the id of the account', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-02-01', amount: '-10' })]);
    const account = { ...CHECKING, id: 'bank/new' };
    const plan = sheet.sync([tx({ id: 'z', on: '2026-02-01', amount: '-10', account })], { complete: ['bank/new'] });
    expect(plan.skips).toMatchObject([{ reason: 'elsewhere' }]);
  });

  it('keep transactions with one id apart if they are weeks apart', () => {
    const sheet = new SheetSimulator();
    sheet.sync([tx({ id: 'a', on: '2026-01-05', amount: '-10' })]);
    sheet.sync([tx({ id: 'a', on: '2026-02-05', amount: '-12' })]);
    expect(sheet.lines).toHaveLength(2);
    const [first, second] = sheet.rows.map(({ transactionId }) => transactionId);
    expect(second).toBe(`${first}-2`);
  });

  it('keep two identical purchases without ids, even if the next batch overlaps', () => {
    const sheet = new SheetSimulator();
    const coffee = tx({ on: '2026-02-01', amount: '-3.50' });
    sheet.sync([coffee, coffee]);
    expect(sheet.sync([coffee, coffee, coffee]).appends).toHaveLength(1);
    expect(new Set(sheet.rows.map(({ transactionId }) => transactionId)).size).toBe(3);
    expect(isEmpty(sheet.sync([coffee]))).toBe(true);
  });

  it('cause one row for equal transactions with one id', () => {
    const sheet = new SheetSimulator();
    const plan = sheet.sync([
      tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }),
      tx({ id: 'a', on: '2026-02-01', amount: '-3.50' }),
    ]);
    expect(plan.appends).toHaveLength(1);
    expect(plan.skips).toMatchObject([{ reason: 'known', transactionId: plan.appends[0]?.values.transactionId }]);
  });

  it('cause one posted row if a batch contains a transaction as both pending and posted', () => {
    const sheet = new SheetSimulator();
    sheet.sync([
      tx({ id: 'a', on: '2026-02-03', amount: '-12' }),
      tx({ id: 'a', on: '2026-02-01', amount: '-10', pending: true }),
    ]);
    expect(sheet.lines).toEqual(['2026-02-03 -12.00 Corner Coffee']);
  });

  it('do not merge the lines of a file that gives all its lines the same id', () => {
    const sheet = new SheetSimulator();
    const batch = ['-3', '-3', '-5'].map((amount) => tx({ id: '0', on: '2026-02-01', amount }));
    expect(sheet.sync(batch, FILE).appends).toHaveLength(3);
    expect(isEmpty(sheet.sync(batch, FILE))).toBe(true);
    expect(sheet.sync([tx({ id: '0', on: '2026-02-02', amount: '-4' })], FILE).appends).toHaveLength(1);
  });
});
