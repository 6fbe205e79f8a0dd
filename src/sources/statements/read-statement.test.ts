import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PennyrowError } from '../../platform/errors.ts';
import { readStatement } from '../../../test/support/read-statement.ts';
import type { Statement } from './statement.ts';

const FIXTURES = new URL('../../../test/fixtures/statements/', import.meta.url);

function read(name: string): Statement {
  return readStatement({ name, bytes: readFileSync(new URL(name, FIXTURES)) });
}

function lines({ transactions }: Statement): string[] {
  return transactions.map(({ date, amount, currency, description }) => `${date} ${amount} ${currency} ${description}`);
}

function refusal(name: string, bytes: Buffer): PennyrowError {
  try {
    readStatement({ name, bytes });
  } catch (thrown) {
    if (thrown instanceof PennyrowError) return thrown;
    throw thrown;
  }
  throw new Error(`${name} was read`);
}

describe('readStatement for OFX statements of several banks', () => {
  test('reads OFX 1 with two accounts, time zones, unclosed tags, bare ampersands and a pending list', () => {
    const statement = read('two-accounts-v1.qfx');
    expect(statement.format).toBe('OFX 1.02');
    expect(lines(statement)).toEqual([
      '2026-01-31 2500.00 USD PAPERMILL PRESS PAYROLL',
      '2026-01-15 -7.25 USD BREAD & BUTTER CO; LINDEN SQ CARD 4321',
      '2026-01-12 -120.00 USD Check 1044',
      '2026-02-02 -31.40 USD THE TIN WHISTLE',
      '2026-01-31 0.42 USD Interest',
    ]);
    expect(statement.transactions.map(({ status, providerId }) => [status, providerId])).toEqual([
      ['posted', '2026013101'],
      ['posted', '2026011501'],
      ['posted', '2026011201'],
      ['pending', null],
      ['posted', '2026013101'],
    ]);
    expect(statement.accounts).toMatchObject([
      {
        account: { name: 'Checking ••6789', currency: 'USD', lastDigits: '6789' },
        period: { from: '2026-01-01', to: '2026-01-31' },
      },
      { account: { name: 'Savings ••4321' } },
    ]);
    expect(
      statement.balances.map(({ account, kind, amount, at }) => `${account.name} ${kind} ${amount} ${at}`),
    ).toEqual([
      'Checking ••6789 booked 4182.17 2026-02-03T13:30:00.000Z',
      'Checking ••6789 available 4150.77 null',
      'Savings ••4321 booked 8000.42 null',
    ]);
    expect(statement.transactions.at(-1)?.account).toEqual(statement.accounts[1]?.account);
    expect(statement.warnings).toEqual([]);
  });

  test('reads OFX 2 of a card with payees, foreign money, CDATA, comments, entities and proprietary fields', () => {
    const statement = read('card-v2.ofx');
    expect(statement.format).toBe('OFX 2.11');
    expect(lines(statement)).toEqual([
      '2026-01-09 -42.10 EUR Café Zoë & Töchter',
      '2026-01-10 -18.00 USD Maple Inn <Pier 7>',
      '2026-01-20 42.10 EUR Refund — Café <Zo&euml;> - ref. 1/2 &amp; 2/2',
    ]);
    expect(statement.accounts[0]?.account).toMatchObject({ name: 'Card ••1234', currency: 'EUR', lastDigits: '1234' });
    expect(statement.transactions[2]?.raw).toMatchObject({
      'BANK.EXTRA.NAME': 'not the payee',
      'BANK.EXTRA.DEEP.DEEPER': 'value',
    });
    expect(statement.warnings).toMatchObject([{ severity: 'warning', code: 'statement_bank_status' }]);
    expect(statement.warnings[0]?.message).toContain('Older transactions are on paper only');
  });

  test('reads decimal commas, Windows-1252 letters, unclosed empty tags, reused ids and formulas', () => {
    const statement = read('oddities-v1.ofx');
    expect(lines(statement)).toEqual([
      '2026-01-05 -1234.56 EUR Bäckerei Süß – 5 € Gutschein',
      '2026-01-06 1000.00 EUR =HYPERLINK("https://prize.example";"won")',
      '2026-01-31 -3.90 EUR Entgelt I <3 Konto - erste Zeile zweite Zeile',
    ]);
    expect(statement.transactions.map(({ providerId }) => providerId)).toEqual(['0', '0', null]);
    expect(statement.transactions[2]?.raw).toMatchObject({ 'BANK.HOUSE.BANK.TEXT': 'inner' });
    expect(statement.accounts[0]).toMatchObject({ account: { name: 'Money market ••4567' } });
    expect(statement.balances).toEqual([]);
    expect(statement.warnings).toMatchObject([{ code: 'statement_bad_balance' }]);
  });

  test('reads the cash of an investment account, and reports the trades that are left out', () => {
    const statement = read('investment-v1.ofx');
    expect(lines(statement)).toEqual(['2026-01-09 100.00 GBP Top-up £100 from Zoë']);
    expect(statement.accounts[0]?.account.name).toBe('Investment ••0042');
    expect(statement.warnings).toMatchObject([{ code: 'statement_security_trades', severity: 'info' }]);
  });

  test('reads dividends and interest as cash, from a list without an end tag', () => {
    const statement = read('dividends-v1.ofx');
    expect(lines(statement)).toEqual([
      '2026-03-16 18.40 USD Northwind Traders - Dividend',
      '2026-03-31 0.37 USD Cash Reserve - Credit interest March',
      '2026-03-20 -2.00 CAD Income',
      '2026-03-09 100.00 USD Top-up',
    ]);
    expect(statement.transactions.map(({ providerId }) => providerId)).toEqual(['I1', 'I2', 'I3', 'T1']);
    expect(statement.transactions[0]?.raw).toMatchObject({ INCOMETYPE: 'DIV', 'INVTRAN.DTTRADE': '20260313120000' });
    expect(statement.accounts[0]?.period).toEqual({ from: '2026-03-01', to: '2026-03-31' });
    expect(statement.warnings.map(({ message }) => message)).toEqual([
      'dividends-v1.ofx: purchases, sales and other bookings of securities are left out (2 of them); the cash that came in as income is imported.',
    ]);
  });

  test.each(['utf16-v2.ofx', 'utf16-without-mark-v2.ofx'])('reads UTF-16: %s', (name) => {
    expect(lines(read(name))).toEqual(['2026-01-09 -5000.00 JPY 寿司 さくら']);
  });

  test('reads two documents of one account without a header, in lower case on one line', () => {
    const statement = read('headerless-v1.ofx');
    expect(lines(statement)).toEqual(['2026-01-03 -1.00 CAD First', '2026-01-17 -2.00 CAD Second']);
    expect(statement.accounts).toMatchObject([
      { account: { name: 'Credit line ••551' }, period: { from: '2026-01-01', to: '2026-01-31' } },
    ]);
  });

  test('reads a statement without transactions', () => {
    const statement = read('no-transactions-v1.ofx');
    expect(statement.transactions).toEqual([]);
    expect(statement.accounts).toHaveLength(1);
  });
});

describe('OFX account ids', () => {
  test('are the same in every file, and hide the account number', () => {
    const ids = read('two-accounts-v1.qfx').accounts.map(({ account }) => account.id);
    expect(ids).toEqual(read('two-accounts-v1.qfx').accounts.map(({ account }) => account.id));
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^ofx:6789-[0-9a-f]{16}$/);
    expect(JSON.stringify(read('card-v2.ofx'))).not.toContain('4929');
  });
});

describe('rejected OFX files', () => {
  const expected = {
    'ambiguous-amounts.ofx': ['statement_bad_amount', 'line 18, column 42', '"-1,234"'],
    'amount-with-symbol.ofx': ['statement_bad_amount', 'line 19', '"$2.50"'],
    'bank-refusal.ofx': ['statement_empty', '"Signon invalid (15500)"'],
    'claims-utf-8.ofx': ['statement_encoding', 'UTF-8'],
    'day-before-month.ofx': ['statement_bad_date', 'line 18', '"31012026"'],
    'empty.ofx': ['statement_empty'],
    'entity-bomb.ofx': ['statement_unreadable', 'line 2', 'DOCTYPE'],
    'february-30.ofx': ['statement_bad_date', 'line 19', '"20260230"'],
    'no-account.ofx': ['statement_unreadable', 'line 14', 'which account'],
    'truncated.ofx': ['statement_truncated', 'line 23'],
    'two-decimal-marks.ofx': ['statement_bad_amount', 'line 19', '"-2.50"'],
    'unclosed-transaction.ofx': ['statement_unreadable', 'line 19', '"STMTTRN" does not belong here'],
    'web-page.ofx': ['statement_unknown_format', '.qfx'],
  };

  test('are all listed in the table', () => {
    expect(readdirSync(new URL('refused/', FIXTURES)).sort()).toEqual(Object.keys(expected));
  });

  test.each(Object.entries(expected))('%s fails with the expected error', (name, [code, ...words]) => {
    const error = refusal(name, readFileSync(new URL(`refused/${name}`, FIXTURES)));
    expect(error.code).toBe(code);
    expect(error.message).toContain(name);
    for (const word of words) expect(`${error.message} ${error.remedy}`).toContain(word);
    expect(error.remedy).toContain('Nothing of this file was imported.');
  });

  test('are named in the message without the control characters of their names', () => {
    expect(refusal('bad\r\n\u202ename.ofx', Buffer.from('x')).message).toContain('bad name.ofx');
  });
});
