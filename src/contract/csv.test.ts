import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv, type CsvColumn } from './transaction-view.ts';

interface Cells {
  readonly text: string;
  readonly number: string;
}

const columns: readonly CsvColumn<Cells>[] = [
  { name: 'text', value: ({ text }) => text },
  { name: 'number', value: ({ number }) => number, numeric: true },
];

function lineOf(cells: Cells): string {
  return toCsv(columns, [cells]).slice('text,number\r\n'.length, -'\r\n'.length);
}

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('toCsv escapes text that begins like a formula: %j', (text) => {
  expect(lineOf({ text, number: '0' })).toContain(`'${text}`);
});

test('toCsv keeps negative amounts as numbers, and escapes other text that begins with a minus', () => {
  expect(lineOf({ text: 'x', number: '-12.50' })).toBe('x,-12.50');
  expect(lineOf({ text: 'x', number: '-12.50+cmd' })).toBe("x,'-12.50+cmd");
});

test('toCsv quotes cells with commas, quotes and line breaks', () => {
  expect(lineOf({ text: 'a, "b"\nc', number: '1' })).toBe('"a, ""b""\nc",1');
});

const CELL = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '|', '\r', '\n', '=', '-', '@', '\t', "'", 'é') });

test('toCsv writes every cell so that an RFC 4180 reader restores it, and no cell begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: CELL, number: CELL })), (rows) => {
      const [heading, ...records] = readCsv(toCsv(columns, rows));
      expect(heading).toEqual(['text', 'number']);
      expect(records.flat().every((value) => !/^[=+\-@\t\r\n]/.test(value))).toBe(true);
      expect(records.map((record) => record.map(withoutMark))).toEqual(
        rows.map(({ text, number }) => [text, number].map(withoutMark)),
      );
    }),
  );
});

test.each([',', ';', '\t', '|'])('toCsv writes no formula, even if a reader splits the lines at %j', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: CELL, number: CELL })), (rows) => {
      const formulas = spreadsheetCells(toCsv(columns, rows), separator).filter((cell) => /^[=+\-@]/.test(cell));
      expect(formulas).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('toCsv escapes a formula that follows a semicolon', () => {
  expect(lineOf({ text: 'Rent;=HYPERLINK("x")', number: '0' })).toBe(`"Rent;'=HYPERLINK(""x"")",0`);
});

/** Like a spreadsheet program: a quote counts only at the start of a cell, and text after the closing quote is content. */
function spreadsheetCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      const [quoted = ''] = /^"(?:[^"]|"")*("|$)/.exec(text.slice(at)) ?? [];
      cell = quoted.slice(1).replace(/"$/, '').replaceAll('""', '"');
      at += quoted.length;
    }
    for (; at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n'; at += 1)
      cell += text[at];
    cells.push(cell);
    at += 1;
  }
  return cells;
}

/** Removes the apostrophes that escape formulas: at the beginning of a cell, and after separators. */
function withoutMark(value: string): string {
  return value.replace(/^'+/, '').replaceAll(/(?<=[;|\t\r\n])'+/g, '');
}

function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
