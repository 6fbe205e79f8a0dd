import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CASE_FACTOR } from '../../../../test/support/cases.ts';
import { countTried, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import type { Statement } from '../statement.ts';
import { spanishIban } from './national-ibans.ts';
import { norma43Format } from './norma43-format.ts';

const tried = countTried('Norma 43');

const ACCOUNT = '210004180200051332';
const signed = (cents: number) => `${cents < 0 ? 1 : 2}${String(Math.abs(cents)).padStart(14, '0')}`;
const header = (cents: number, currency = '978') =>
  `11${ACCOUNT}260301260331${signed(cents)}${currency}3ANA GARCIA`.padEnd(80);
const entry = (day: string, cents: number, reference = '') =>
  `22    0418${day}${day}02040${signed(cents)}0000000000000000000000${reference}`.padEnd(80);
const concept = (text: string) => `2301${text}`.padEnd(80);
const footer = (cents: number, account = ACCOUNT) =>
  `33${account}00001${'0'.repeat(14)}00001${'0'.repeat(14)}${signed(cents)}978`.padEnd(80);
const END = `88${'9'.repeat(18)}000006`.padEnd(80);

const LINES = [
  header(150_000),
  entry('260310', -2350),
  concept('COMPRA PANADERIA'),
  entry('260313', 210_000, 'NOMINA MARZO'),
  footer(357_650),
  END,
];

const read = (text: string) => readStatement({ name: 'a.n43', bytes: Buffer.from(text, 'latin1') });
const linesOf = ({ transactions }: Statement) =>
  transactions.map(({ date, amount, currency, description }) => `${date} ${amount} ${currency} ${description}`);

describe('a statement in Norma 43', () => {
  test.each([
    ['lines', LINES.join('\r\n')],
    ['one text without line breaks', LINES.join('')],
    ['lines without blanks at their ends', LINES.map((line) => line.trimEnd()).join('\n')],
  ])('has entries, balances and the account if it consists of %s', (_, text) => {
    const statement = read(text);
    expect(linesOf(statement)).toEqual([
      '2026-03-10 -23.50 EUR COMPRA PANADERIA',
      '2026-03-13 2100.00 EUR NOMINA MARZO',
    ]);
    expect(statement.balances.map(({ kind, amount, date }) => `${kind} ${amount} ${date}`)).toEqual([
      'closing 1500.00 2026-03-01',
      'closing 3576.50 2026-03-31',
    ]);
    expect([statement.warnings, statement.accounts.map(({ account }) => account.id.slice(0, 9))]).toEqual([
      [],
      ['iban:1332'],
    ]);
  });

  test('has no currency if its code is unknown', () => {
    expect(read(LINES.with(0, header(150_000, '000')).join('\n')).warnings.map(({ code }) => code)).toEqual([
      'statement_no_currency',
    ]);
  });

  test.each([
    ['without its last balance', LINES.slice(0, 4), 'statement_truncated'],
    ['if it begins inside another', [...LINES.slice(0, 3), ...LINES], 'statement_truncated'],
    ['with the balance of another account', LINES.with(4, footer(1, '999999999999999999')), 'statement_unreadable'],
    ['with an unknown record', LINES.with(2, '55'.padEnd(80)), 'statement_unreadable'],
    ['with a day that does not exist', LINES.with(1, entry('260230', 1)), 'statement_bad_date'],
    [
      'with an amount without a sign',
      LINES.with(1, LINES[1]?.replace('020401', '020403') ?? ''),
      'statement_bad_amount',
    ],
  ])('is rejected %s', (_, lines, code) => {
    expect(() => read(lines.join('\n'))).toThrow(expect.objectContaining({ code }));
  });

  test('keeps every amount, day and text of its entries', () => {
    const day = fc.date({ min: new Date('1971-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    const text = fc.stringMatching(/^[A-Z][A-Z0-9]{0,30}[A-Z]$/);
    const one = fc.record({ day, cents: fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), text });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (entries) => {
        const written = entries.flatMap(({ day, cents, text }) => [
          entry(day.toISOString().slice(2, 10).replaceAll('-', ''), cents),
          concept(text),
        ]);
        expect(linesOf(read([header(0), ...written, footer(0), END].join('\n')))).toEqual(
          entries.map(
            ({ day, cents, text }) =>
              `${day.toISOString().slice(0, 10)} ${parseAmount((cents / 100).toFixed(2))} EUR ${text}`,
          ),
        );
      }),
      { numRuns: 200 * CASE_FACTOR },
    );
  });

  test('is rejected, or read with valid entries only, if it is truncated or damaged', () => {
    const bytes = Buffer.from(LINES.join('\n'), 'latin1');
    const piece = pieceOf(['11', '22', '33', '\n', '1', '2', ' ', '\0']);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(90), piece, (at, removed, inserted) => {
        tried();
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        const result = readOrRefused('a.n43', () => norma43Format.read({ name: 'a.n43', bytes: changed }));
        if (typeof result === 'string') return;
        for (const { date, amount } of result.transactions)
          expect([parseCalendarDate(date), parseAmount(amount)]).toEqual([date, amount]);
      }),
      { numRuns: 1000 * CASE_FACTOR },
    );
    for (let length = 90; length < 4 * 81 + 60; length += 7)
      expect(readOrRefused('a', () => norma43Format.read({ name: 'a', bytes: bytes.subarray(0, length) }))).toMatch(
        /^statement_/,
      );
  });
});

test('a Spanish account number is converted to its IBAN', () => {
  expect(spanishIban('2100', '0418', '0200051332')).toBe('ES9121000418450200051332');
});
