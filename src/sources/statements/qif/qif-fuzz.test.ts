import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../../../test/support/cases.ts';
import { countTried, cutLengths, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { NO_CSV_MEMORY, type Statement } from '../statement.ts';
import { qifFormat } from './qif-format.ts';

const tried = countTried('QIF');
const FIXTURES = new URL('../../../../test/fixtures/statements/qif/', import.meta.url);
const files = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.qif'))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, FIXTURES)) }));

/** The statement, or the code of a statement error. Other errors fail the test. */
function attempt(bytes: Buffer): Statement | string {
  tried();
  return readOrRefused('fuzz.qif', () => qifFormat.read({ name: 'fuzz.qif', bytes }, NO_CSV_MEMORY));
}

/** The first inconsistency in a result; null if there is none. */
function faultOf(result: Statement | string): string | null {
  if (typeof result === 'string') return null;
  const unsound = result.transactions.find(
    ({ date, amount, description, raw }) =>
      parseCalendarDate(date) !== date ||
      parseAmount(amount) !== amount ||
      description === '' ||
      !/"[TU]":/.test(JSON.stringify(raw)),
  );
  return unsound === undefined ? null : `unsound: ${JSON.stringify(unsound)}`;
}

describe.each(files)('the reader of $name', ({ name, bytes }) => {
  const whole = attempt(bytes) as Statement;

  test('rejects a truncated file, or reads the part before the cut with a warning', () => {
    for (const length of cutLengths(bytes.length)) {
      const result = attempt(bytes.subarray(0, length));
      if (typeof result === 'string') continue;
      // Does not compare a last record without "^": the cut may have removed the mark of an opening balance.
      const isReported = result.warnings.some(({ code }) => code === 'statement_no_end');
      const same = result.transactions.slice(0, isReported ? -1 : undefined).map(({ date, amount }, index) => {
        const transaction = whole.transactions[index];
        return amount === transaction?.amount && date === transaction.date;
      });
      expect([length, same]).toEqual([length, same.map(() => true)]);
    }
  });

  test('rejects a file with a replaced piece, or reads it correctly', () => {
    const piece = pieceOf([
      '^',
      '\n^\n',
      '\nD',
      '\nT-1',
      '!',
      '!Type:',
      '\n!Account\nNX\n^\n',
      '/',
      "'",
      ',',
      '.',
      '\r',
      '\0',
      '$',
    ]);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(3), piece, (at, removed, inserted) => {
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        expect(faultOf(attempt(changed))).toBeNull();
      }),
      { numRuns: caseCount(30, 100) },
    );
  });

  // Not for UTF-16, where half a line break shifts all later characters, nor for same-either, which has no "\n".
  test.skipIf(/utf16|same-either/.test(name))('loses no transaction silently if a line is missing', () => {
    const lines = bytes.toString('latin1').split('\n');
    for (const [index, line] of lines.entries()) {
      const result = attempt(Buffer.from(lines.toSpliced(index, 1).join('\n'), 'latin1'));
      if (typeof result === 'string' || line.startsWith('!')) continue;
      const left = result.warnings.some(({ code }) => code === 'statement_opening_balance') ? 1 : 0;
      const before = whole.warnings.some(({ code }) => code === 'statement_opening_balance') ? 1 : 0;
      expect([line, result.transactions.length + left]).toEqual([line, whole.transactions.length + before]);
    }
  });
});

test('the QIF reader rejects random bytes after a valid beginning, or reads them correctly', () => {
  const beginning = fc.constantFrom('', '!Type:Bank\n', '!Type:Bank\nD31/01/2026\nT', '!Account\nNX\n^\n!Type:Cash\nD');
  fc.assert(
    fc.property(beginning, fc.uint8Array({ maxLength: 200 }), (beginning, bytes) => {
      expect(faultOf(attempt(Buffer.concat([Buffer.from(beginning), bytes])))).toBeNull();
    }),
    { numRuns: caseCount(150, 500) },
  );
});

test('the QIF reader rejects random orders of lines, or reads every amount', () => {
  const line = fc.constantFrom(
    'D31/01/2026',
    'T-1.00',
    '^',
    '^',
    'PShop',
    '!Type:Bank',
    '!Account',
    'NX',
    '',
    'SFood',
    '$1.00',
    '!Type:Cash',
  );
  const record = fc.constantFrom('D31/01/2026\nT-1.00\n^');
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 1, arbitrary: record }, { weight: 2, arbitrary: line }), { maxLength: 14 }),
      (lines) => {
        const text = ['!Type:Bank', ...lines, '^'].join('\n');
        const result = attempt(Buffer.from(text));
        if (typeof result === 'string') return;
        const inAccounts =
          text
            .match(/!Account[^!]*/g)
            ?.join('')
            .match(/^T/gm)?.length ?? 0;
        expect(result.transactions).toHaveLength((text.match(/^T/gm)?.length ?? 0) - inAccounts);
      },
    ),
    { numRuns: caseCount(300, 1000) },
  );
});

test.each([
  ['very many days', Array.from({ length: 200_000 }, (_, index) => `D${index}/1/2026\nT1.00\n^\n`).join('')],
  ['one record of very many lines', `D31/01/2026\nT1.00\n${'MX\n'.repeat(300_000)}`],
  ['splits', `D31/01/2026\nT1.00\n${'SX\n$1\n'.repeat(200_000)}^\n`],
  ['a very long amount', `D31/01/2026\nT${'1,'.repeat(500_000)}\n^\n`],
  ['a very long date', `D${'1 '.repeat(500_000)}\nT1.00\n^\n`],
  ['lists', '!Type:Bank\n!Account\nNX\n^\n'.repeat(100_000)],
  [
    'accounts',
    Array.from({ length: 20_000 }, (_, index) => `!Account\nN${index}\n^\n!Type:Bank\nD31/01/2026\nT1.00\n^\n`).join(
      '',
    ),
  ],
  ['kinds of lists', Array.from({ length: 20_000 }, (_, index) => `!Type:${index}\n`).join('')],
])('the QIF reader parses or rejects %s quickly', (_, text) => {
  expect(faultOf(attempt(Buffer.from(`!Type:Bank\n${text}`)))).toBeNull();
});
