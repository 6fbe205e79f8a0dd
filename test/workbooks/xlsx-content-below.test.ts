import { expect, test } from 'vitest';
import { areaOf, type CellArea } from '../../src/workbooks/xlsx/formulas/cell-reference.ts';
import { columnLetters } from '../../src/workbooks/column-letters.ts';
import { CASE_FACTOR, FIRST_CASE } from '../support/cases.ts';
import { cellsOf } from '../support/own-sheets.ts';
import { seeded } from '../support/seeded.ts';
import { workbookParts, writeSmallXlsx } from '../support/small-xlsx.ts';
import { appended, formulaWorkbook, TYPES } from '../support/formula-workbook.ts';
import { applyTo, rowValues } from '../support/xlsx-files.ts';

const COUNT = 100 * CASE_FACTOR;
const HEADERS = ['Date', 'Description', 'Amount', 'Category', 'Transaction ID'];

const text = (value: string) => `t="inlineStr"><is><t>${value}</t></is></c>`;

/** A sheet with a few transactions, and random content below and beside them; equal seeds give equal sheets. */
function sheet(random: () => number): { readonly xml: string; readonly merged: readonly string[] } {
  const below = (count: number): number => Math.floor(random() * count);
  const rows = 1 + below(4);
  const last = rows + 1;
  const headed = HEADERS.length + below(3);
  const cells = new Map<number, Map<number, string>>();
  const put = (row: number, column: number, inside: string): void => {
    const line = cells.get(row) ?? new Map<number, string>();
    cells.set(row, line);
    line.set(column, `<c r="${columnLetters(column)}${row}" ${inside}`);
  };
  for (let column = 0; column < headed; column += 1) put(1, column, text(HEADERS[column] ?? `Mine ${column}`));
  for (let row = 2; row <= last; row += 1) {
    put(row, 0, text('2026-01-01'));
    put(row, 1, text('Shop'));
    put(row, 2, '><v>-1</v></c>');
    put(row, 4, text(`tx-${row}`));
  }
  const anything = (row: number, column: number): string => {
    const own = columnLetters(column);
    const other = columnLetters(below(9));
    return [
      text('a note'),
      '><v>7</v></c>',
      `><f>SUM(${own}2:${own}${last})</f></c>`,
      `><f>SUM(${own}$1:$${own}${last})</f></c>`,
      `><f>SUM(${other}2:${other}${last})</f></c>`,
      `><f>SUM(A2:${own}${last})</f></c>`,
      `><f>${other}${row}*2</f></c>`,
      `><f>SUM(${other}$2:${other}${row})</f></c>`,
    ][below(8)] as string;
  };
  for (let count = below(5); count > 0; count -= 1) {
    const [row, column] = [last + 1 + below(6), below(11)];
    // Content in the cells that a new row needs is a separate case: see workbook_cells_in_the_way.
    if (column > 2 && column !== 4) put(row, column, anything(row, column));
  }
  const merged = below(4) === 0 ? [`${columnLetters(below(4))}${last + 1 + below(4)}:F${last + 5 + below(2)}`] : [];
  const lines = [...cells]
    .toSorted(([a], [b]) => a - b)
    .map(([row, line]) => {
      const inOrder = [...line].toSorted(([a], [b]) => a - b).map(([, cell]) => cell);
      return `<row r="${row}">${inOrder.join('')}</row>`;
    });
  const merges = merged.map((range) => `<mergeCells count="1"><mergeCell ref="${range}"/></mergeCells>`);
  return { xml: `<sheetData>${lines.join('')}</sheetData>${merges.join('')}`, merged };
}

const holds = ({ left, right, top, bottom }: CellArea, at: CellArea): boolean =>
  left <= at.left && right >= at.left && top <= at.top && bottom >= at.top;

test('an import keeps every cell of a user, hides no value, and makes no formula refer to itself', async () => {
  let [written, refused] = [0, 0];
  for (let number = FIRST_CASE; number < FIRST_CASE + COUNT; number += 1) {
    const random = seeded(number);
    const { xml, merged } = sheet(random);
    const path = await writeSmallXlsx({ '[Content_Types].xml': TYPES, ...workbookParts({ Transactions: xml }) });
    const before = await cellsOf(path);
    const appends = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) =>
      rowValues({ transactionId: `new-${index}` }),
    );
    const code = await applyTo(path, { appends }).then(
      () => null,
      (thrown: unknown) => (thrown as { readonly code?: string }).code,
    );
    expect([number, code]).toEqual([number, code === null ? null : 'workbook_lines_below']);
    if (code === null) written += 1;
    else refused += 1;
    const after = await cellsOf(path);
    const withoutRows = (value = ''): string => (value.startsWith('=') ? value.replaceAll(/\d+/g, '') : value);
    for (const [address, value] of before)
      expect([number, address, withoutRows(after.get(address))]).toEqual([number, address, withoutRows(value)]);
    for (const [address, value] of after) {
      const at = areaOf(address.split('!')[1] ?? null);
      if (at === null) throw new Error(address);
      const ranges = value.startsWith('=') ? (value.match(/\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+/g) ?? []) : [];
      // The user created a range that already contained its own cell.
      if (before.get(address) !== value)
        for (const range of ranges)
          expect([number, address, value, holds(areaOf(range) as CellArea, at)]).toEqual([
            number,
            address,
            value,
            false,
          ]);
      if (before.has(address)) continue;
      for (const range of merged)
        expect([number, address, range, holds(areaOf(range) as CellArea, at)]).toEqual([number, address, range, false]);
    }
  }
  expect(Math.min(written, refused)).toBeGreaterThan(COUNT / 5);
});

test('no range grows over the cell that holds it, at any place', async () => {
  const path = await formulaWorkbook({ 2: '<c r="H2"><f>SUM(A2:H3)</f></c><c r="J2"><f>SUM(A2:E3)</f></c>' });
  const written = await appended(path);
  expect(written).toContain('<f>SUM(A2:H3)</f>');
  expect(written).toContain('<f>SUM(A2:E5)</f>');
});
