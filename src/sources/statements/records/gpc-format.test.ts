import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CASE_FACTOR } from '../../../../test/support/cases.ts';
import { countTried, pieceOf, readOrRefused } from '../../../../test/support/fuzzing.ts';
import { parseAmount } from '../../../core/amount.ts';
import { parseCalendarDate } from '../../../core/calendar-date.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import type { Statement } from '../statement.ts';
import { gpcFormat } from './gpc-format.ts';

const tried = countTried('GPC');

const digits = (cents: number, length: number) => String(Math.abs(cents)).padStart(length, '0');
const signed = (cents: number) => `${digits(cents, 14)}${cents < 0 ? '-' : '+'}`;
const header = (opening: number, closing: number) =>
  `0740000002000145399${'NOVAK JAN'.padEnd(20)}010326${signed(opening)}${signed(closing)}${'0'.repeat(14)}0${'0'.repeat(14)}0003310326`.padEnd(
    128,
  );
const entry = (
  code: number,
  cents: number,
  { name = '', day = '100326', counter = '0'.repeat(16), type = '1101' } = {},
) =>
  `0750000002000145399${counter}0000000000017${digits(cents, 12)}${code}000012345600080003080000000000${day}${name.padEnd(20)}0${type}${day}`;

const LINES = [
  header(1_000_000, 1_247_650),
  entry(1, 52_350, { name: 'PEKÁRNA U LÍPY' }),
  '078Nákup kartou 9. 3.',
  entry(2, 300_000, { counter: '0000190000000019', day: '130326' }),
];

const read = (text: string) => readStatement({ name: 'a.gpc', bytes: Buffer.from(text) });
const linesOf = ({ transactions }: Statement) =>
  transactions.map(({ date, amount, currency, description }) => `${date} ${amount} ${currency} ${description}`);

describe('a statement in GPC', () => {
  test('has entries, balances and the account', () => {
    const statement = read(LINES.join('\r\n'));
    expect(linesOf(statement)).toEqual([
      '2026-03-10 -523.50 CZK PEKÁRNA U LÍPY - Nákup kartou 9. 3. - VS 123456',
      '2026-03-13 3000.00 CZK 19-19/0800 - VS 123456',
    ]);
    expect(statement.balances.map(({ kind, amount, date }) => `${kind} ${amount} ${date}`)).toEqual([
      'closing 10000.00 2026-03-01',
      'closing 12476.50 2026-03-31',
    ]);
    expect([statement.warnings, statement.accounts.map(({ account }) => account.id.slice(0, 12))]).toEqual([
      [],
      ['account:5399'],
    ]);
  });

  test('has the reversal of a payment as income, and the reversal of a receipt as an expense', () => {
    const text = [header(0, -100), entry(4, 200), entry(5, 300)].join('\n');
    expect(read(text).transactions.map(({ amount }) => amount)).toEqual(['2.00', '-3.00']);
  });

  test.each([
    ['0978', 'EUR'],
    ['0203', 'CZK'],
    ['0000', 'XXX'],
  ])('with the currency code %s has the currency %s', (type, currency) => {
    expect(read([header(0, 100), entry(2, 100, { type })].join('\n')).transactions[0]?.currency).toBe(currency);
  });

  test('may be followed by another statement in the same file', () => {
    const text = [...LINES, header(1_247_650, 1_247_550), entry(1, 100)].join('\n');
    expect(read(text).transactions.map(({ amount }) => amount)).toEqual(['-523.50', '3000.00', '-1.00']);
  });

  test('causes a warning if the entries do not add up to the balances', () => {
    const text = [...LINES.slice(0, 3), entry(2, 300_001)].join('\n');
    expect(read(text).warnings.map(({ code }) => code)).toEqual(['statement_balance_mismatch']);
  });

  test.each([
    [
      'an amount with letters',
      LINES.with(1, entry(1, 5).replace('000000000005', '00000000000X')),
      'statement_bad_amount',
    ],
    ['an unknown booking code', LINES.with(1, entry(3, 52_350)), 'statement_bad_amount'],
    ['an impossible day', LINES.with(1, entry(1, 52_350, { day: '310226' })), 'statement_bad_date'],
    ['the longer records of payment services', LINES.with(1, `${entry(1, 52_350)}20260310`), 'statement_unreadable'],
  ])('is rejected with %s', (_, lines, code) => {
    expect(() => read(lines.join('\n'))).toThrow(expect.objectContaining({ code }));
  });

  test('is rejected, or read with valid entries only, if it is truncated or damaged', () => {
    const bytes = Buffer.from(LINES.join('\n'));
    const piece = pieceOf(['074', '075', '\n', '1', '+', ' ', '\0']);
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(140), piece, (at, removed, inserted) => {
        tried();
        const changed = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
        const result = readOrRefused('a.gpc', () => gpcFormat.read({ name: 'a.gpc', bytes: changed }));
        if (typeof result === 'string') return;
        for (const { date, amount } of result.transactions)
          expect([parseCalendarDate(date), parseAmount(amount)]).toEqual([date, amount]);
      }),
      { numRuns: 1000 * CASE_FACTOR },
    );
  });
});
