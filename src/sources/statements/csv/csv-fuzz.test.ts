import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CSV_FIXTURES, csvFixture, mappingOf, remembering } from '../../../../test/support/csv-files.ts';
import { caseCount } from '../../../../test/support/cases.ts';
import { countTried, cutLengths, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import { inspectCsv } from './csv-format.ts';
import { NO_CSV_MEMORY, type CsvMemory, type Statement } from '../statement.ts';

const tried = countTried('CSV');

const files = readdirSync(CSV_FIXTURES)
  .filter((name) => name !== 'refused')
  .map((name) => {
    const file = csvFixture(name);
    const mapping = mappingOf(file, { account: 'Fuzz', currency: 'EUR', sign: 'as-written' });
    return { name, bytes: file.bytes, memory: remembering(mapping) };
  });

/** A consistent statement, or the code of an error that names the file. Anything else fails the test. */
function attempt(bytes: Buffer, memory: CsvMemory): Statement | string {
  tried();
  return readOrRefused('fuzz.csv', () => {
    const statement = readStatement({ name: 'fuzz.csv', bytes }, memory);
    const unsound = statement.transactions.find(
      ({ date, amount, description }) =>
        parseCalendarDate(date) !== date || parseAmount(amount) !== amount || description === '',
    );
    expect(unsound).toBeUndefined();
    return statement;
  });
}

const PIECES = [
  ',',
  ';',
  '\t',
  '"',
  '""',
  '\n',
  '\r\n',
  '\0',
  '=',
  '-',
  '(',
  ')',
  '31.02.2026',
  '1.234',
  '9'.repeat(50),
  '\ufeff',
  'sep=|\n',
  '__proto__',
];

describe.each(files)('the reader of $name', ({ bytes, memory }) => {
  test('rejects a truncated file, or reads its first transactions without changing an amount', () => {
    const whole = attempt(bytes, memory) as Statement;
    for (const length of cutLengths(bytes.length, caseCount(60, 120))) {
      const result = attempt(bytes.subarray(0, length), memory);
      if (typeof result === 'string') continue;
      const amounts = result.transactions.map(({ date, amount }) => `${date} ${amount}`);
      expect(whole.transactions.slice(0, amounts.length).map(({ date, amount }) => `${date} ${amount}`)).toEqual(
        amounts,
      );
    }
  });

  test('rejects a file with a replaced piece, or reads it consistently, and can inspect it', () => {
    const piece = pieceOf(PIECES);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(3), piece, (at, removed, inserted) => {
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        attempt(changed, memory);
        attempt(changed, NO_CSV_MEMORY);
        inspectCsv({ name: 'fuzz.csv', bytes: changed }, memory, { answers: { account: 'Fuzz' } });
      }),
      { numRuns: caseCount(5, 10) },
    );
  });
});

test('a CSV file of random cells and delimiters is rejected or read consistently', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      'Date',
      'Amount',
      'Debit',
      'Credit',
      '2026-01-31',
      '03/04/2026',
      '-1.00',
      '1,234',
      '',
      'EUR',
      'x',
      '"',
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }),
      fc.constantFrom(',', ';', '\t', '|'),
      (rows, delimiter) => {
        attempt(Buffer.from(rows.map((row) => row.join(delimiter)).join('\n')), NO_CSV_MEMORY);
      },
    ),
    { numRuns: caseCount(100, 300) },
  );
});

test.each([
  ['a million quotes', '"'.repeat(1_000_000)],
  ['a million delimiters', ','.repeat(1_000_000)],
  ['a million lines', 'a,b,c\n'.repeat(170_000)],
  [
    'a line of very many headers',
    `${Array.from({ length: 20_000 }, (_, index) => `T${index}`).join(',')}\n2026-01-01,-1.00\n`,
  ],
  ['quotes that open on every line', 'Date,Amount,Text\n'.concat('2026-01-01,-1.00,"x\n'.repeat(50_000))],
  ['very long cells', `Date,Amount,Text\n2026-01-01,${'1 '.repeat(200_000)},x\n`],
])('the CSV reader parses or rejects %s quickly', (_, text) => {
  expect(attempt(Buffer.from(text), NO_CSV_MEMORY)).toMatch(/^statement_/);
});
