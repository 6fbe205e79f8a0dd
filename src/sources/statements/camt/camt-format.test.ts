import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { statedBalances } from '../../../../test/support/statement-fixtures.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import { readStatementFile } from '../read-statement.ts';
import type { Statement } from '../statement.ts';

const FIXTURES = new URL('../../../../test/fixtures/statements/camt/', import.meta.url);

function read(name: string): Statement {
  return readStatement({ name, bytes: readFileSync(new URL(name, FIXTURES)) });
}

/** Day, amount, currency, description, the bank's id, and "pending" for a pending transaction. */
function lines({ transactions }: Statement): string[] {
  return transactions.map(({ date, amount, currency, description, providerId, status }) =>
    [date, amount, currency, description, `[${providerId}]`, ...(status === 'pending' ? [status] : [])].join(' '),
  );
}

function codes({ warnings }: Statement): string[] {
  return warnings.map(({ code }) => code);
}

test('reads a German CAMT statement of version 2: direct debit, salary, charges without a reference', () => {
  const statement = read('german-v2.xml');
  expect(statement.format).toBe('CAMT.053.001.02');
  expect(lines(statement)).toEqual([
    '2026-01-30 -85.20 EUR Stadtwerke Tannenfels GmbH & Co. KG - Strom Januar Vertrag 4711 [2026030112345001]',
    '2026-01-30 2500.00 EUR Papiermühle Oberau AG - Lohn/Gehalt 01/2026 [2026030112345002]',
    '2026-02-01 -2.35 EUR Charges [null]',
  ]);
  expect(statement.accounts).toEqual([
    {
      account: {
        id: expect.stringMatching(/^iban:6199-[0-9a-f]{16}$/),
        name: 'Sparbank Tannenfels ••6199',
        currency: 'EUR',
        lastDigits: '6199',
      },
      period: { from: '2026-01-30', to: '2026-02-01' },
    },
  ]);
  expect(statedBalances(statement)).toEqual(['opening 1200.00 EUR 2026-01-30', 'closing 3612.45 EUR 2026-02-01']);
  expect(statement.transactions[0]?.raw).toMatchObject({
    Ntry: { Amt: '85.20', 'Amt.Ccy': 'EUR', 'BkTxCd.Prtry.Cd': 'NDDT+105+931' },
    TxDtls: { 'Refs.MndtId': 'M-0815', 'RmtInf.Ustrd': 'Strom Januar Vertrag 4711' },
  });
  expect(statement.warnings).toEqual([]);
});

const DORFMUSIK = [
  '2026-01-31 50.25 CHF Urs Bärtschi (Lea Bärtschi) - Jahresbeitrag - Ref. 210000000003139471430009017 [310120260000047/210000000003139471430009017]',
  '2026-01-31 50.25 CHF Moritz Alder [310120260000047/E2E-9]',
  '2026-01-31 50.00 CHF Moritz Alder [310120260000047/E2E-9]',
  '2026-01-31 -99.90 CHF KAUF/DIENSTLEISTUNG VOM 30.01.2026 KARTE NR. XXXX1234 NOTENLADEN BERN [310120260000048]',
];

test('splits a Swiss collective booking into its payments, whose sum the balances confirm', () => {
  const statement = read('swiss-statement-v4.xml');
  expect(lines(statement)).toEqual(DORFMUSIK);
  expect(statement.accounts[0]?.account.name).toBe('Vereinskonto ••2957');
  expect(statement.warnings).toEqual([]);
});

test('reads the same transactions from a CAMT notification as from the statement, and reports the split booking', () => {
  const statement = read('swiss-notification-v4.xml');
  expect(statement.format).toBe('CAMT.054.001.04');
  expect(lines(statement)).toEqual(DORFMUSIK);
  expect(statement.accounts[0]?.account).toEqual(read('swiss-statement-v4.xml').accounts[0]?.account);
  expect(codes(statement)).toEqual(['statement_collective']);
});

test('reads CAMT version 8 with separate status and parties, times with zones, foreign money, and a reversal', () => {
  const statement = read('parties-v8.xml');
  expect(lines(statement)).toEqual([
    '2026-03-01 -16.50 EUR Paywell Europe (Maple Inn, Pier 7) (USD 18.00) [F-1]',
    '2026-03-01 20.00 EUR Kirjakauppa Oy - Palautus (reversal) [F-2]',
    '2026-03-01 -20.00 EUR Standing order [F-3]',
  ]);
  expect(statement.accounts[0]).toMatchObject({
    account: { name: 'Savings ••0785' },
  });
  expect(statedBalances(statement)).toEqual([
    'opening 100.00 EUR 2026-03-01',
    'available 500.00 EUR 2026-03-01',
    'closing 83.50 EUR 2026-03-01 2026-03-01T21:59:59.000Z',
  ]);
  expect(codes(statement)).toEqual(['statement_not_booked']);
});

test('reads CAMT in Latin-1 without a declaration, a returned direct debit, and payment-slip codes that report no error', () => {
  const statement = read('return-without-encoding-v2.xml');
  expect(lines(statement)).toEqual([
    '2026-02-27 -25.00 CHF Jürg Zäch [null]',
    '2026-02-28 40.00 CHF Rösli Brüderli - Beitrag [null]',
    '2026-02-28 50.00 CHF Kurt Wyß - ?ERROR?008 [null]',
  ]);
  // Rows that earlier versions of Pennyrow wrote have this text, by which an import finds them.
  expect(statement.transactions[0]?.formerDescription).toBe('Musikverein Oberau');
  expect(statement.warnings).toEqual([]);
});

test('reads CAMT with namespace prefixes, Windows-1252 letters, a local account number, and the currency of the balance', () => {
  const statement = read('prefixed-windows-v2.xml');
  expect(lines(statement)).toEqual(['2026-04-30 -3.50 EUR Bäckerei – 2 Brezeln à 1,75 € [null]']);
  expect(statement.accounts[0]).toMatchObject({
    account: { id: expect.stringMatching(/^account:7890-/), name: 'Girokonto ••7890' },
  });
  expect(statedBalances(statement)).toEqual(['booked 5.00 EUR 2026-04-30']);
});

test('reads a CAMT report without a namespace, with pending, booked and future entries, and a misplaced IBAN', () => {
  const statement = read('report-without-namespace.xml');
  expect(statement.format).toBe('CAMT.052');
  expect(lines(statement)).toEqual([
    '2026-05-04 12.00 EUR Tikkie [P-1] pending',
    '2026-05-04 -1.00 EUR Collective booking (12 payments) [P-2]',
  ]);
  expect(statement.accounts[0]).toMatchObject({
    account: { id: expect.stringMatching(/^iban:4300-/) },
  });
  expect(statedBalances(statement)).toEqual(['booked 10.00 EUR 2026-05-04', 'booked 12.00 EUR 2026-05-04']);
  expect(statement.warnings[0]?.message).toContain('1 entry is left out');
});

test('reads CAMT with two accounts in UTF-16, hides an account number in a name, and reports a missing currency', () => {
  const statement = read('two-accounts-utf16.xml');
  expect(lines(statement)).toEqual([
    '2026-06-01 -12.34 PLN Żabka, Łódź [null]',
    '2026-06-02 1.00 XXX No description [null]',
  ]);
  expect(statement.accounts.map(({ account }) => account.name)).toEqual(['Account ••2874', 'Lokata ••77']);
  expect(codes(statement)).toEqual(['statement_no_currency']);
});

test('reads a CAMT statement without entries', () => {
  const statement = read('empty-v13.xml');
  expect(statement).toMatchObject({ format: 'CAMT.053.001.13', transactions: [], warnings: [] });
  expect(statement.accounts[0]).toMatchObject({
    account: { name: 'Current account ••7034' },
  });
  expect(statedBalances(statement)).toEqual(['closing 0.00 EUR 2026-07-01']);
});

test('checks the pages of one CAMT statement together, and reports a missing page', () => {
  expect(lines(read('pages-v2.xml'))).toEqual([
    '2026-08-01 -3.00 EUR Seite 1 [p1]',
    '2026-08-02 -1.00 EUR Seite 2 [p2]',
  ]);
  expect(read('pages-v2.xml').warnings).toEqual([]);
  expect(codes(read('first-page-v2.xml'))).toEqual(['statement_pages']);
});

test('reads CAMT version 1, and keeps a collective booking as one transaction if its parts do not add up', () => {
  const statement = read('oldest-v1.xml');
  expect(lines(statement)).toEqual(['2026-09-01 -300.00 SEK Collective booking (2 payments) [null]']);
  expect(statement.transactions[0]?.raw).toMatchObject({
    TxDtls: [{ 'Refs.EndToEndId': 'A' }, { 'RltdPties.Cdtr.Nm': 'Ölhallen' }],
  });
  expect(statement.accounts[0]).toMatchObject({
    account: { id: expect.stringMatching(/^account:5667-/) },
  });
  expect(statedBalances(statement)).toEqual(['closing -1000000000000.25 SEK 2026-09-01']);
});

test('reads CAMT with bare ampersands and two equal entries with one reference, and reports wrong sums', () => {
  const statement = read('bare-ampersands-v2.xml');
  expect(lines(statement)).toEqual([
    '2026-10-01 -2.50 GBP Fish & Chips; Marks & Co <3 & &uuml; [R&D-1]',
    '2026-10-01 -2.50 GBP =SUM(A1) [SAME]',
    '2026-10-01 -2.50 GBP =SUM(A1) [SAME#2]',
  ]);
  expect(codes(statement)).toEqual(['statement_entry_count', 'statement_balance_mismatch']);
  expect(statement.warnings[1]?.message).toContain(
    'opening balance £100.00 and bookings of -£7.50 do not give the closing balance £90.00; -£2.50 are not',
  );
});

test('reads CAMT with an envelope, comments, CDATA, foreign elements, and an amount in another currency', () => {
  const statement = read('envelope-v10.xml');
  expect(lines(statement)).toEqual(['2026-11-02 -7.00 USD Carte bleue - Tom & Jérôme <3 [null]']);
  expect(codes(statement)).toEqual(['statement_bad_balance']);
});

describe('CAMT files that are rejected', () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    'claims-utf-8.xml': ['statement_encoding', 'UTF-8'],
    'comma-amount.xml': ['statement_bad_amount', 'line 7, column 16', '"1,00"'],
    'control-character.xml': ['statement_unreadable', 'line 11', 'disallowed character'],
    'crossed-tags.xml': ['statement_unreadable', 'line 8', 'unexpected close tag'],
    'cut-in-tag.xml': ['statement_truncated', 'line 5'],
    'day-before-month.xml': ['statement_bad_date', 'line 10, column 14', '"05.01.2026"'],
    'entity-bomb.xml': ['statement_unreadable', 'line 2', 'DOCTYPE'],
    'entry-outside.xml': ['statement_unreadable', 'line 13', '"Ntry" does not belong here'],
    'exponent-amount.xml': ['statement_bad_amount', 'line 7', '"1e3"'],
    'february-30.xml': ['statement_bad_date', 'line 10', '"2026-02-30"'],
    'loose-text.xml': ['statement_unreadable', 'line 10', '"lost 5.00"'],
    'negative-amount.xml': ['statement_bad_amount', 'line 7', '"-1.00"'],
    'no-account.xml': ['statement_unreadable', 'line 4', 'which account'],
    'no-amount.xml': ['statement_bad_amount', 'line 6', 'no amount'],
    'no-date.xml': ['statement_bad_date', 'line 6', 'no date'],
    'no-direction.xml': ['statement_bad_amount', 'line 6', 'CdtDbtInd'],
    'odd-direction.xml': ['statement_bad_amount', 'line 6', '"OUT"'],
    'payment-order.xml': ['statement_empty', '"pain.001.001.09"'],
    'too-many-digits.xml': ['statement_bad_amount', 'line 7', '"12345678901234567.89"'],
    'truncated.xml': ['statement_truncated', 'line 12', 'ends before it is complete'],
    'two-amounts.xml': ['statement_unreadable', '"Amt.Ccy" is there twice'],
    'two-documents.xml': ['statement_unreadable', 'line 16'],
    'unknown-status.xml': ['statement_unreadable', 'line 6', '"MAYBE"'],
    'web-page.xml': ['statement_unknown_format', 'CAMT.053'],
    'cut.zip': ['statement_zip_damaged', 'damaged or incomplete'],
    'nested.zip': ['statement_zip_damaged', 'nested.zip/inner.zip'],
    'one-broken.zip': ['statement_bad_amount', 'one-broken.zip/b.xml, line 7'],
    'only-pictures.zip': ['statement_empty', 'no statement'],
    'unknown-part.zip': ['statement_unknown_format', 'unknown-part.zip/b.xml'],
    'wrong-checksum.zip': ['statement_zip_damaged', 'damaged or incomplete'],
  };

  test('are all listed in this table', () => {
    expect(readdirSync(new URL('refused/', FIXTURES)).sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.entries(expected))('%s fails with the expected error', async (name, [code, ...words]) => {
    const error = await refusal(`refused/${name}`);
    expect(error.code).toBe(code);
    expect(error.message).toContain(name);
    for (const word of words) expect(`${error.message} ${error.remedy}`).toContain(word);
    expect(error.remedy).toContain('Nothing of this file was imported.');
  });
});

async function refusal(name: string): Promise<PennyrowError> {
  try {
    await readStatementFile({ name, bytes: readFileSync(new URL(name, FIXTURES)) });
  } catch (thrown) {
    if (thrown instanceof PennyrowError) return thrown;
    throw thrown;
  }
  throw new Error(`${name} was read`);
}
