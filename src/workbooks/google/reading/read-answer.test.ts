import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer, RowSplitter } from './read-answer.ts';

interface Seen {
  readonly rows: readonly unknown[][];
  readonly rest: unknown;
}

function split(text: string, cuts: readonly number[] = []): Seen {
  const rows: unknown[][] = [];
  const splitter = new RowSplitter((block, row, data) => {
    (rows[block] ??= [])[row] = data;
  });
  const bytes = Buffer.from(text, 'utf8');
  let from = 0;
  for (const cut of [...cuts.map((part) => part % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    splitter.push(bytes.subarray(from, cut));
    from = cut;
  }
  return { rows, rest: splitter.end() };
}

const rowData = fc.array(fc.oneof(fc.constant({}), fc.record({ values: fc.array(fc.jsonValue()) })), { minLength: 1 });
const grids = fc.array(
  fc.record({ startRow: fc.nat(), rowData, columnMetadata: fc.jsonValue() }, { requiredKeys: ['rowData'] }),
);
const answer = fc.record({
  properties: fc.record({ title: fc.oneof(fc.string(), fc.constant('"rowData":[{')) }),
  sheets: fc.array(fc.record({ title: fc.constant('rowData'), data: grids })),
});

test('RowSplitter passes on each row and returns the rest of the response, wherever the response is split', () => {
  fc.assert(
    fc.property(answer, fc.array(fc.nat()), fc.boolean(), (value, cuts, isPretty) => {
      const grid = value.sheets.flatMap(({ data }) => data);
      const { rows, rest } = split(JSON.stringify(value, null, isPretty ? 2 : 0), cuts);
      expect(rows).toEqual(JSON.parse(JSON.stringify(grid.map((block) => block.rowData))));
      let block = -1;
      const left = value.sheets.map((sheet) => ({
        ...sheet,
        data: sheet.data.map((one) => ({ ...one, rowData: [(block += 1)] })),
      }));
      expect(rest).toEqual(JSON.parse(JSON.stringify({ ...value, sheets: left })));
    }),
    { numRuns: 100 },
  );
});

test('RowSplitter rejects a response that is truncated at any byte', () => {
  const text = JSON.stringify({
    sheets: [{ data: [{ rowData: [{ values: [{ formattedValue: 'a"b\\' }] }] }] }],
    title: 'x',
  });
  for (let end = 0; end < text.length; end += 1) {
    expect(() => split(text.slice(0, end))).toThrow(expect.objectContaining({ code: 'workbook_google' }));
  }
  expect(split(text).rows).toHaveLength(1);
});

test('readAnswer counts each row once in its progress, although the response contains the row once per group of columns', async () => {
  const data = [0, 4, 9].map((startColumn) => ({ startColumn, rowData: Array.from({ length: 12_000 }, () => ({})) }));
  const reported: number[] = [];
  const answer = Readable.from([
    JSON.stringify({ sheets: [{ properties: { sheetId: 0, title: 'Transactions' }, data }] }),
  ]);
  await readAnswer(answer, { progress: (rows) => reported.push(rows) });
  expect(reported).toEqual([5000, 10_000]);
});
