import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseCount } from '../../../../test/support/cases.ts';
import { countTried, cutLengths, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { NO_CSV_MEMORY, type Statement } from '../statement.ts';
import { mt940Format } from './mt940-format.ts';

const tried = countTried('MT940');
const FIXTURES = new URL('../../../../test/fixtures/statements/mt940/', import.meta.url);
const files = readdirSync(FIXTURES)
  .filter((name) => name.includes('.'))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, FIXTURES)) }));

/** The statement, or the code of a statement error. Other errors fail the test. */
function attempt(bytes: Buffer): Statement | string {
  tried();
  return readOrRefused('fuzz.sta', () => mt940Format.read({ name: 'fuzz.sta', bytes }, NO_CSV_MEMORY));
}

/** The first inconsistency in a result; null if there is none. */
function faultOf(result: Statement | string): string | null {
  if (typeof result === 'string') return null;
  const unsound = result.transactions.find(
    ({ date, amount, description, raw }) =>
      parseCalendarDate(date) !== date ||
      parseAmount(amount) !== amount ||
      description === '' ||
      !JSON.stringify(raw).includes(':61:'),
  );
  return unsound === undefined ? null : `unsound: ${JSON.stringify(unsound)}`;
}

describe.each(files)('the reader of $name', ({ name, bytes }) => {
  const whole = attempt(bytes) as Statement;

  // unbalanced.sta repeats a message: if the file is cut within the copy, the copy is read as more transactions.
  test.skipIf(name === 'unbalanced.sta')('rejects a truncated file, or reads its first whole messages', () => {
    const lengths = cutLengths(bytes.length);
    let read = 0;
    for (const length of lengths) {
      const result = attempt(bytes.subarray(0, length));
      if (typeof result === 'string') continue;
      read += 1;
      const same = result.transactions.map(({ date, amount, status }, index) => {
        const entry = whole.transactions[index];
        return date === entry?.date && amount === entry.amount && status === entry.status;
      });
      expect(same).toEqual(same.map(() => true));
    }
    expect(read).toBeLessThan(lengths.length);
  });

  test('rejects a file with a replaced piece, or reads it correctly', () => {
    const piece = pieceOf([':', '-', '\n-\n', '\n:20:', '\n:61:', '\n:86:', '{4:', '-}', '?20', '//', ',', '\r', '\0']);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(3), piece, (at, removed, inserted) => {
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        expect(faultOf(attempt(changed))).toBeNull();
      }),
      { numRuns: caseCount(30, 100) },
    );
  });

  // Not for UTF-16, where half a line break shifts all later characters, nor for odd-dates, which has no "\n".
  test.skipIf(/utf16|odd-dates|unbalanced/.test(name))(
    'rejects or reports a missing line, unless it contained no entry',
    () => {
      const lines = bytes.toString('latin1').split('\n');
      for (const index of lines.keys()) {
        const changed = lines.toSpliced(index, 1).join('\n');
        const result = attempt(Buffer.from(changed, 'latin1'));
        if (typeof result === 'string') continue;
        const isComplete = result.transactions.length === whole.transactions.length;
        const isReported = result.warnings.some(({ code }) =>
          /^statement_(?:balance_mismatch|entry_count)$/.test(code),
        );
        expect([lines[index], isComplete || isReported]).toEqual([lines[index], true]);
      }
    },
  );
});

test('the MT940 reader rejects random bytes after a valid beginning, or reads them correctly', () => {
  const beginning = fc.constantFrom(
    '',
    ':20:X\n',
    ':20:X\n:25:1\n:60F:C260101EUR0,\n',
    '{1:F01}{2:O940}{4:\n:20:X\n:25:1\n:61:',
  );
  fc.assert(
    fc.property(beginning, fc.uint8Array({ maxLength: 300 }), (beginning, bytes) => {
      expect(faultOf(attempt(Buffer.concat([Buffer.from(beginning), bytes])))).toBeNull();
    }),
    { numRuns: caseCount(150, 500) },
  );
});

test('the MT940 reader rejects random orders of fields, or reads every entry', () => {
  const entry = ':61:260102C1,NTRFNONREF';
  const line = fc.constantFrom(
    entry,
    entry,
    ':20:X',
    ':25:1',
    ':28C:1',
    ':60F:C260101EUR1,',
    ':62F:C260102EUR1,',
    ':86:text',
    '-',
    '-}',
    '{4:',
    ':34F:EUR0,',
    '',
    'text',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      const file = [':20:X', ':25:1', ':60F:C260101EUR0,', ...lines, ':62F:C260101EUR0,', '-'];
      const result = attempt(Buffer.from(file.join('\n')));
      const isRepeated =
        typeof result !== 'string' && result.warnings.some(({ code }) => code === 'statement_repeated');
      if (typeof result === 'string' || isRepeated) return;
      expect(result.transactions).toHaveLength(lines.filter((line) => line === entry).length);
    }),
    { numRuns: caseCount(300, 1000) },
  );
});

test('the MT940 reader reads the exact amount in any layout of an entry, or rejects the file', () => {
  const amounts = fc.record({
    whole: fc.integer({ min: 0, max: 99_999_999 }),
    fraction: fc.constantFrom('', ',', '.', ',5', ',50', '.50', ',05', '.005', ',005'),
  });
  const behind = fc.constantFrom(
    'NTRFNONREF',
    'NID NONREF',
    'N   REF',
    'NET',
    '',
    '//1',
    'NONREF',
    'CR',
    'DR',
    '570NONREF',
    ' 5',
    ' ,5',
    '-',
    ' NTRF',
    ' 1',
  );
  const between = fc.constantFrom('', ' ', '  ');
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom('0102', '    ', ''),
      between,
      behind,
      ({ whole, fraction }, entryDate, blanks, behind) => {
        const entry = `:61:260102${entryDate}C${whole}${fraction}${blanks}${behind}`;
        const result = attempt(Buffer.from(`${START}${entry}\n:62F:C260102EUR0,\n-\n`));
        if (typeof result === 'string') return;
        const cents = `${fraction.slice(1)}00`.slice(0, 2);
        expect([entry, result.transactions.map(({ amount }) => amount)]).toEqual([entry, [`${whole}.${cents}`]]);
      },
    ),
    { numRuns: caseCount(1000, 3000) },
  );
});

const START = ':20:X\n:25:1\n:60F:C260101EUR0,\n';

test.each([
  ['lines of "-"', `${START}:61:260102C1,NTRFNONREF\n:86:x\n${'-\nx\n'.repeat(200_000)}`],
  ['a very long line', `${START}:61:${'1'.repeat(2_000_000)}`],
  ['a very long amount', `${START}:61:260102C${'1,'.repeat(500_000)}`],
  ['separators', `${START}:61:260102C1,NTRFNONREF\n:86:166?20${'?20'.repeat(300_000)}\n:62F:C260102EUR1,\n`],
  ['tags', `${START}:61:260102C1,NTRFNONREF\n:86:166?20${'SVWZ+IBAN: EREF:'.repeat(60_000)}\n:62F:C260102EUR1,\n`],
  ['slashes', `${START}:61:260102C1,NTRFNONREF\n:86:/NAME/${'/REMI/'.repeat(200_000)}\n:62F:C260102EUR1,\n`],
  ['lines of one text', `${START}:61:260102C1,NTRFNONREF\n:86:${'x\n'.repeat(500_000)}:62F:C260102EUR1,\n`],
  ['messages that do not add up', `:20:X\n:25:1\n:28C:1\n:60M:C260101EUR0,\n:62F:C260102EUR1,\n-\n`.repeat(20_000)],
  ['headers without a message', '{1:F01}{4:\n'.repeat(200_000)],
  ['colons', ':'.repeat(1_000_000)],
])('the MT940 reader parses or rejects %s quickly', (_, text) => {
  expect(faultOf(attempt(Buffer.from(text)))).toBeNull();
});
