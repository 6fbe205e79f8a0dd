import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeRefusals, statementFixtures } from '../../../../test/support/statement-fixtures.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import { NO_CSV_MEMORY, type Statement } from '../statement.ts';

const fixtures = statementFixtures('qif');
const { read } = fixtures;

function lines({ transactions }: Statement): string[] {
  return transactions.map(({ date, amount, description }) => `${date} ${amount} ${description}`);
}

function codes({ warnings }: Statement): string[] {
  return warnings.map(({ code }) => code);
}

describe('readQif for files of several programs', () => {
  test('reads US dates with apostrophes and spaces for zeros, thousands, splits, addresses and checks', () => {
    const statement = read('us-bank.qif');
    expect(lines(statement)).toEqual([
      '2026-01-31 2500.00 Papermill Press - Payroll January',
      '2026-01-12 -1120.00 Check 1044',
      '2026-01-05 -80.25 Linden Supermarket',
      '2025-12-31 -0.50 Fee for paper statement',
    ]);
    expect(statement.transactions[2]?.raw).toEqual({
      D: "1/ 5'26",
      T: '-80.25',
      N: 'xxx',
      P: 'Linden Supermarket',
      A: 'One Linden Square\nSpringfield',
      L: 'Groceries',
      splits: [
        { S: 'Groceries', E: 'Food', $: '-60.25' },
        { S: 'Household', $: '-20.00' },
      ],
    });
    expect(
      statement.transactions.every(
        ({ providerId, status, currency }) => providerId === null && status === 'posted' && currency === 'XXX',
      ),
    ).toBe(true);
    expect(statement.accounts).toEqual([
      {
        account: { id: 'qif:bank', name: 'Bank account', currency: 'XXX', lastDigits: null },
        period: { from: '2025-12-31', to: '2026-01-31' },
      },
    ]);
    expect(codes(statement)).toEqual(['statement_no_currency', 'statement_no_account']);
  });

  test('reads points in dates, decimal commas and Windows-1252 letters', () => {
    expect(lines(read('german.qif'))).toEqual([
      '2026-01-31 -1234.56 Bäckerei Süß - Brötchen für die Feier',
      '2026-02-05 12.50 Käthe Müller',
      '2026-02-06 -3.00 Entgelt',
    ]);
  });

  test('reads years first, with and without dashes and times, the field U alone, and UTF-8 with a byte order mark', () => {
    expect(lines(read('iso-dates.qif'))).toEqual([
      '2026-01-31 -4.50 Café Zoë',
      '2026-02-01 -5.25 寿司',
      '2026-02-03 10.00 No description',
    ]);
  });

  test('reads several accounts, one of them listed twice, and skips categories and trades', () => {
    const statement = read('autoswitch.qif');
    expect(
      statement.transactions.map(
        ({ account, date, amount, description }) => `${account.name}: ${date} ${amount} ${description}`,
      ),
    ).toEqual([
      'Everyday: 2026-01-15 -200.00 Transfer to card',
      'Visa Gold: 2026-01-15 200.00 Transfer from checking',
      'Visa Gold: 2026-01-16 -19.99 Bookshop',
      'Everyday: 2026-01-18 -7.00 Bakery',
    ]);
    expect(statement.accounts.map(({ account, period }) => [account.name, period?.to])).toEqual([
      ['Everyday', '2026-01-18'],
      ['Visa Gold', '2026-01-16'],
    ]);
    expect(statement.accounts[0]?.account.id).toMatch(/^qif:[0-9a-f]{16}$/);
    expect(codes(statement)).toEqual(['statement_no_currency', 'statement_security_trades']);
  });

  test('reads a card with an address instead of a payee', () => {
    const statement = read('card.qif');
    expect(lines(statement)).toEqual(['2026-01-31 -42.10 MAPLE INN PIER 7', '2026-02-01 42.10 Maple Inn Pier 7']);
    expect(statement.accounts[0]?.account).toMatchObject({ id: 'qif:ccard', name: 'Card' });
  });

  test("reads Quicken's years of either century", () => {
    expect(lines(read('quicken-years.qif'))).toEqual([
      '2006-01-01 1.00 Year 2006',
      '1999-12-31 2.00 Year 1999',
      '2026-07-04 3.00 Year 2026',
    ]);
  });

  test('reads a file with blank lines and records, unknown letters, a header without its colon, and no last "^"', () => {
    const statement = read('loose.qif');
    expect(lines(statement)).toEqual([
      '2026-01-13 -1.00 First',
      '2026-01-14 -2.00 Second',
      '2026-01-15 -3.00 Third, wi',
    ]);
    expect(statement.transactions[1]?.raw).toMatchObject({ T: '-2.00', Z: 'Something of its own\nin two lines' });
    expect(codes(statement)).toContain('statement_no_end');
  });

  test('uses the order of day and month that the file states', () => {
    expect(lines(read('option-dmy.qif'))).toEqual(['2026-02-01 -100.00 Loan']);
  });

  test('uses the order of day and month from the user if the file does not show it', () => {
    const bytes = readFileSync(new URL('refused/ambiguous-dates.qif', fixtures.folder));
    const daysIn = (dateOrder: 'dmy' | 'mdy') =>
      readStatement({ name: 'a.qif', bytes }, { ...NO_CSV_MEMORY, dateOrder }).transactions.map(({ date }) => date);
    expect(daysIn('dmy')).toEqual(['2026-02-01', '2026-02-03']);
    expect(daysIn('mdy')).toEqual(['2026-01-02', '2026-03-02']);
  });

  test('uses the order of day and month that the file shows, even if the user gives another one', () => {
    const bytes = readFileSync(new URL('option-dmy.qif', fixtures.folder));
    const statement = readStatement({ name: 'a.qif', bytes }, { ...NO_CSV_MEMORY, dateOrder: 'mdy' });
    expect(lines(statement)).toEqual(['2026-02-01 -100.00 Loan']);
  });

  test('reads days that are the same in either order, and carriage returns as line breaks', () => {
    expect(lines(read('same-either-way.qif'))).toEqual(['2026-01-01 -5.00 Whole amounts', '2026-02-02 -1.50 Comma']);
  });

  test('recognizes two-digit years, which vary less than the days', () => {
    expect(lines(read('short-years.qif'))).toEqual(['2026-01-30 -1.00 Friday', '2026-01-31 -2.00 Saturday']);
  });

  test('reads empty lines instead of "^" between records', () => {
    const statement = read('empty-lines.qif');
    expect(lines(statement)).toEqual(['2026-01-31 -10.00 Federation', '2026-01-31 -4.45 Falafel']);
    expect(codes(statement)).toContain('statement_no_end');
  });

  test('reads names of months, which need no order', () => {
    expect(lines(read('named-months.qif'))).toEqual(['2026-02-03 -25.24 Bookshop', '2026-02-01 10.00 Refund']);
  });

  test('reads UTF-16', () => {
    expect(lines(read('utf16.qif'))).toEqual(['2026-01-31 -1.50 Kavárna Růže']);
  });

  test('reads an opening balance that names the account and is not a transaction', () => {
    const statement = read('opening-balance.qif');
    expect(lines(statement)).toEqual(['2026-01-13 -9.99 Music']);
    expect(statement.accounts[0]?.account.name).toBe('Joint account');
    expect(codes(statement)).toEqual(['statement_no_currency', 'statement_opening_balance']);
  });
});

describe('a QIF opening balance', () => {
  const readText = (text: string) => readStatement({ name: 'a.qif', bytes: Buffer.from(text) });
  const entry = (payee: string, category: string) =>
    `!Type:Bank\nD31/01/2026\nT80.00\nP${payee}\n${category}^\nD31/01/2026\nT-1.50\nPBakery\n^\n`;

  test.each([
    [
      'with any payee if its category is the named account',
      `!Account\nNHousehold\n^\n${entry('Vortrag', 'L[Household]\n')}`,
    ],
    ['in German', entry('Anfangssaldo', 'L[Joint]\n')],
    ['in French without a category', entry("Solde d'ouverture", '')],
    ['in Czech', entry('Počáteční zůstatek', 'L[Joint]\n')],
    ['in Japanese', entry('期首残高', '')],
  ])('is left out %s', (_, text) => {
    const statement = readText(text);
    expect(lines(statement)).toEqual(['2026-01-31 -1.50 Bakery']);
    expect(codes(statement)).toContain('statement_opening_balance');
  });

  test.each([
    ['a transfer to another account', `!Account\nNHousehold\n^\n${entry('Savings', 'L[Savings]\n')}`],
    ['an entry of a category', entry('Anfangssaldo', 'LIncome\n')],
  ])('is not recognized in %s', (_, text) => expect(lines(readText(text))).toHaveLength(2));
});

describeRefusals(
  fixtures,
  {
    'ambiguous-amounts.qif': ['statement_bad_amount', 'line 3', '"-1,234"', 'longer period'],
    'ambiguous-dates.qif': ['statement_bad_date', 'line 2', '"01/02/2026"', '--date-order dmy'],
    'amount-with-symbol.qif': ['statement_bad_amount', 'line 3', '"$1.50"'],
    'before-any-type.qif': ['statement_unreadable', 'line 2', 'outside the list'],
    'conflicting-dates.qif': ['statement_bad_date', 'line 5', '"31/01/2026"', 'another order'],
    'february-30.qif': ['statement_bad_date', 'line 2', '"02/30/2026"'],
    'investments-only.qif': ['statement_empty', '!Type:Invst'],
    'missing-end-inside.qif': ['statement_unreadable', 'line 5', '"D31/01/2026"'],
    'no-amount.qif': ['statement_bad_amount', 'line 2', 'no amount'],
    'no-date.qif': ['statement_bad_date', 'line 2', 'no date'],
    'no-list.qif': ['statement_empty', 'no statement'],
    'truncated-date.qif': ['statement_truncated', 'line 5'],
    'truncated.qif': ['statement_truncated', 'line 5'],
    'two-amounts.qif': ['statement_bad_amount', 'line 4', '"-2.00"'],
    'two-marks.qif': ['statement_bad_amount', 'line 6', '"-1,50"'],
    'word-date.qif': ['statement_bad_date', 'line 2', '"yesterday"'],
    'year-first-or-last.qif': ['statement_bad_date', 'line 2', '"12-01-26"'],
  },
  ({ message, remedy }) => `${message} ${remedy}`,
);
