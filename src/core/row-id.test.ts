import { describe, expect, it } from 'vitest';
import { createRowIds } from './row-id.ts';
import { sheetRow } from '../../test/support/sheet-row.ts';

const digest = (text: string): string => `<${text}>`;

describe("a row's id", () => {
  it('is its transaction id, whatever that is', () => {
    const rowId = createRowIds(digest);
    expect(rowId(sheetRow({ transactionId: '__proto__' }))).toBe('__proto__');
    expect(rowId(sheetRow({ transactionId: 'x#2' }))).toBe('x#2');
  });

  it('comes from what the row says when a person typed it, and stays when the row is moved or categorised', () => {
    const typed = sheetRow({ transactionId: '', index: 2 });
    const moved = sheetRow({ transactionId: '', index: 90, category: 'Groceries' });
    expect(createRowIds(digest)(moved)).toBe(createRowIds(digest)(typed));
    expect(createRowIds(digest)(sheetRow({ transactionId: '', description: 'Other' }))).not.toBe(
      createRowIds(digest)(typed),
    );
  });

  it('tells two equal typed rows apart', () => {
    const rowId = createRowIds(digest);
    expect(rowId(sheetRow({ transactionId: '' }))).not.toBe(rowId(sheetRow({ transactionId: '' })));
  });
});
