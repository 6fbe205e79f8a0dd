import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CASE_FACTOR } from '../../../../test/support/cases.ts';
import { countTried, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import type { Statement } from '../statement.ts';
import { cfonbFormat } from './cfonb-format.ts';
import { frenchIban } from './national-ibans.ts';

const tried = countTried('CFONB');

/** A record: the fields of the account, then the given texts at their columns, counted from 0. */
function record(code: string, fields: Readonly<Record<number, string>>, number = '0500013M026'): string {
  const cells = Array.from(`${code}20041    01005EUR2 ${number}`.padEnd(120));
  for (const [column, text] of Object.entries(fields))
    for (const [place, character] of Array.from(text).entries()) cells[Number(column) + place] = character;
  return cells.join('');
}

/** An amount in cents, with the sign in the last character. */
function signedText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(14, '0');
  const last = Number(digits.at(-1));
  return digits.slice(0, -1) + (cents < 0 ? '}JKLMNOPQR' : '{ABCDEFGHI').charAt(last);
}

const balance = (code: string, day: string, cents: number) => record(code, { 34: day, 90: signedText(cents) });
const entry = (day: string, cents: number, text: string) => record('04', { 34: day, 48: text, 90: signedText(cents) });
const detail = (qualifier: string, text: string) => record('05', { 34: '100326', 45: qualifier, 48: text });

const LINES = [
  balance('01', '090326', 150_000),
  entry('100326', -2350, 'PRLV SEPA ENERGIE'),
  detail('NBE', 'Energie du Nord'),
  detail('LIB', 'Facture 12'),
  entry('130326', 210_000, 'VIR SALAIRE'),
  detail('NPY', 'Employeur SA'),
  balance('07', '310326', 357_650),
];

const read = (text: string) => readStatement({ name: 'a.cfonb', bytes: Buffer.from(text, 'latin1') });
const linesOf = ({ transactions }: Statement) =>
  transactions.map(({ date, amount, currency, description }) => `${date} ${amount} ${currency} ${description}`);

describe('a statement in CFONB 120', () => {
  test.each([
    ['lines', LINES.join('\r\n')],
    ['one text without line breaks', LINES.join('')],
    ['lines with national characters instead of braces', LINES.join('\n').replaceAll('{', 'é').replaceAll('}', 'è')],
  ])('has entries, balances and the account if it consists of %s', (_, text) => {
    const statement = read(text);
    expect(linesOf(statement)).toEqual([
      '2026-03-10 -23.50 EUR Energie du Nord - PRLV SEPA ENERGIE - Facture 12',
      '2026-03-13 2100.00 EUR Employeur SA - VIR SALAIRE',
    ]);
    expect(statement.balances.map(({ kind, amount, date }) => `${kind} ${amount} ${date}`)).toEqual([
      'closing 1500.00 2026-03-09',
      'closing 3576.50 2026-03-31',
    ]);
    expect([statement.warnings, statement.accounts.map(({ account }) => account.id.slice(0, 5))]).toEqual([
      [],
      ['iban:'],
    ]);
  });

  test('may have entries with another bank code', () => {
    const lines = LINES.map((line) => line.replace(/^(0[45])20041/, '$130041'));
    expect(linesOf(read(lines.join('\n')))).toEqual(linesOf(read(LINES.join('\n'))));
  });

  test('causes a warning if its entries do not add up to the balances', () => {
    const { warnings } = read(LINES.toSpliced(1, 1).join('\n'));
    expect(warnings.map(({ code }) => code)).toEqual(['statement_balance_mismatch']);
  });

  test.each([
    ['without its last balance', LINES.slice(0, -1), 'statement_truncated'],
    ['if it begins inside another', [...LINES.slice(0, 3), ...LINES], 'statement_truncated'],
    [
      'with an entry of another account',
      LINES.with(1, record('04', { 34: '100326', 90: signedText(1) }, '99999999999')),
      'statement_unreadable',
    ],
    ['with an unknown record', LINES.with(2, record('09', {})), 'statement_unreadable'],
    ['with a day that does not exist', LINES.with(1, entry('300226', 1, 'x')), 'statement_bad_date'],
    [
      'with an amount without a sign',
      LINES.with(1, record('04', { 34: '100326', 90: '00000000002350' })),
      'statement_bad_amount',
    ],
  ])('is rejected %s', (_, lines, code) => {
    expect(() => read(lines.join('\n'))).toThrow(expect.objectContaining({ code }));
  });

  test('is recognized by its first record', () => {
    expect(cfonbFormat.recognizes(LINES[0] ?? '')).toBe(true);
    expect(cfonbFormat.recognizes('01/03/2026;Bakery;-1,50')).toBe(false);
  });

  test('keeps every amount, day and text of its entries', () => {
    const day = fc.date({ min: new Date('1971-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    const one = fc.record({
      day,
      cents: fc.integer({ min: -(10 ** 13), max: 10 ** 13 }),
      text: fc.stringMatching(/^[A-Z][A-Z0-9 ]{0,20}[A-Z]$/),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (entries) => {
        const written = entries.map(({ day, cents, text }) => {
          const [year = '', month = '', date = ''] = day.toISOString().slice(0, 10).split('-');
          return entry(`${date}${month}${year.slice(2)}`, cents, text);
        });
        const { transactions } = read([balance('01', '010100', 0), ...written, balance('07', '010100', 0)].join('\n'));
        expect(transactions.map(({ date, amount }) => `${date} ${amount}`)).toEqual(
          entries.map(({ day, cents }) => `${day.toISOString().slice(0, 10)} ${parseAmount((cents / 100).toFixed(2))}`),
        );
        expect(transactions.map(({ description }) => description.replaceAll(' ', ''))).toEqual(
          entries.map(({ text }) => text.replaceAll(' ', '')),
        );
      }),
      { numRuns: 200 * CASE_FACTOR },
    );
  });

  test('is rejected, or read with valid entries only, if it is truncated or damaged', () => {
    const bytes = Buffer.from(LINES.join('\n'), 'latin1');
    const piece = pieceOf(['01', '04', '07', '\n', '{', '}', ' ', '\0']);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(130), piece, (at, removed, inserted) => {
        tried();
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        const result = readOrRefused('a.cfonb', () => cfonbFormat.read({ name: 'a.cfonb', bytes: changed }));
        if (typeof result === 'string') return;
        for (const { date, amount } of result.transactions)
          expect([parseCalendarDate(date), parseAmount(amount)]).toEqual([date, amount]);
      }),
      { numRuns: 1000 * CASE_FACTOR },
    );
    for (let length = 130; length < bytes.length - 16; length += 7)
      expect(readOrRefused('a', () => cfonbFormat.read({ name: 'a', bytes: bytes.subarray(0, length) }))).toMatch(
        /^statement_/,
      );
  });
});

test('a French account number is converted to its IBAN', () => {
  expect(frenchIban('20041', '01005', '0500013M026')).toBe('FR1420041010050500013M02606');
  expect(frenchIban('2004X', '01005', '0500013M026')).toBeNull();
});
