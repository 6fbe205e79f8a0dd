import { describe, expect, test } from 'vitest';
import { describeRefusals, statedBalances, statementFixtures } from '../../../../test/support/statement-fixtures.ts';
import type { Statement } from '../statement.ts';

const fixtures = statementFixtures('mt940');
const { read } = fixtures;

function lines({ transactions }: Statement): string[] {
  return transactions.map(({ date, amount, currency, description }) => `${date} ${amount} ${currency} ${description}`);
}

function ids({ transactions }: Statement): (string | null)[] {
  return transactions.map(({ providerId }) => providerId);
}

describe('readMt940 for statements of several banks', () => {
  test('reads German codes, texts wrapped inside words, and days around the end of a year', () => {
    const statement = read('german-structured.sta');
    expect(lines(statement)).toEqual([
      '2025-12-31 250.50 EUR Grünspan & Töchter Gartengestaltung GmbH - Rechnung R-2026-0117 vom 28.12.2025 für Gartenbau, Baumschnitt und zwei Säcke Rindenmulch; danke für die schnelle Lieferung, und bis zum Frühjahr, wenn die Hecke wieder dran ist. Die Leiter holen wir am Montag ab.',
      '2026-01-02 -19.99 EUR Zahlfix Europe S.A. - Buchladen am Markt - Ihr Einkauf bei Buchladen am Markt, Bestellung 99-1 Was ?20 Euro?',
      '2026-01-02 -3.00 EUR Abrechnung 31.12.2025 siehe Anlage',
    ]);
    expect(ids(statement)).toEqual(['2512310001 251231 250.50', '2601020002 260101 -19.99', null]);
    expect(statement.accounts).toMatchObject([
      {
        account: { name: 'Account ••4600', currency: 'EUR', lastDigits: '4600' },
        period: { from: '2025-12-31', to: '2026-01-03' },
      },
    ]);
    expect(statedBalances(statement)).toEqual([
      'closing 1000.00 EUR 2025-12-30',
      'closing 1227.51 EUR 2026-01-02',
      'available 1227.51 EUR 2026-01-02',
      'closing 1227.51 EUR 2026-01-03',
    ]);
    expect(statement).toMatchObject({ format: 'MT940', warnings: [] });
  });

  test("reads SWIFT's blocks, pages of one statement, reversals, and a BIC below the IBAN", () => {
    const statement = read('swift-blocks.fin');
    expect(lines(statement)).toEqual([
      '2026-01-31 -40.00 EUR Invoice 7 Ferret Films Ltd',
      '2026-01-31 40.00 EUR Return of invoice 7',
      '2026-01-31 -1000.25 EUR Miscellaneous',
    ]);
    const raw = { ':61:': '260131D40,00S103ORDER 7//BK0001\r\nPAYMENT ABROAD', ':86:': 'Invoice 7 Ferret Films Ltd' };
    expect(statement.transactions[0]?.raw).toEqual(raw);
    expect(statedBalances(statement)).toEqual([
      'closing 100.00 EUR 2026-01-30',
      'booked 60.00 EUR 2026-01-31',
      'closing -900.25 EUR 2026-01-31',
    ]);
    expect(statement.warnings).toEqual([]);
  });

  test('reads Dutch codes with the counterparty in one field', () => {
    const statement = read('dutch-counterparty.940');
    expect(lines(statement)).toEqual([
      '2026-01-31 -92.50 EUR Fietsenmaker De Bel - Reparatie fiets factuur 2026-88',
      '2026-01-31 1.00 EUR M. de Vries - 9001123412341234',
    ]);
    expect(ids(statement)).toEqual(['00000000001005 260131 -92.50', '00000000001006 260131 1.00']);
    expect(statement.warnings).toEqual([]);
  });

  test('reads lines of ":86:" whose width includes the tag', () => {
    expect(lines(read('dutch-tag-width.940'))).toEqual([
      '2026-01-31 -15.00 EUR Lindehof Tuinderij Ede - Kistje appels en peren',
      '2026-01-31 -23.90 EUR Kosten Zakelijk Pakket Rekening 12 Betreft rekening-courant over januari 2026',
      '2026-01-31 -60.00 EUR Waterschap De Vaart - 1234567890123456',
    ]);
  });

  test('reads codes between slashes that mark neither a name nor a purpose', () => {
    expect(lines(read('other-slash-codes.sta'))).toEqual([
      '2026-01-31 -300.00 MKD 300000000000999 /BANKA NA EZEROTO AD - PROVIZIJA /EMPTY/ /Mesecna provizija',
      '2026-01-31 2250.00 MKD 300000000000888 /KNIGA DOOEL /Uplata po faktura 7',
      '2026-01-31 -40.00 MKD Batch-20260131-7',
    ]);
  });

  test('reads past an end mark between the opening balance and the entries', () => {
    const statement = read('end-mark-inside.sta');
    expect(lines(statement)).toEqual(['2026-01-31 5.00 EUR Ruderclub - Beitrag']);
    expect(statement.warnings).toEqual([]);
  });

  test('reads numbered lines of ":NS:" instead of ":86:"', () => {
    expect(lines(read('numbered-texts.sta'))).toEqual([
      '2026-01-31 5.00 EUR Genossenschaft der Wanderfreunde - Beitrag 2026 Mitglied 17',
      '2026-01-31 -2.00 EUR Entgelt',
    ]);
  });

  test('reads Dutch codes and free text below a header of the bank', () => {
    const statement = read('dutch-header.sta');
    expect(lines(statement)).toEqual([
      '2026-01-31 -850.00 EUR K. Jansen-Bakker - Huur februari Kade 12',
      "2026-01-31 -12.40 EUR BEA NR:5WL123 31.01.26/12.34 BAKKERIJ 'T HOEKJE,PAS042 UTRECHT",
    ]);
    expect(statement.accounts[0]?.account.id).toMatch(/^account:6789-[0-9a-f]{16}$/);
  });

  test('reads slashes in a purpose, an ultimate party, and messages without an end', () => {
    const statement = read('dutch-groups.swi');
    expect(lines(statement)).toEqual([
      '2026-01-30 30.00 EUR Stichting De Vlieger - Contributie/seizoen 25/26',
      '2026-01-30 -10.00 EUR Boekhandel Inkt - A. Lezer - Roman',
    ]);
    expect(statedBalances(statement).at(-1)).toBe('closing 120.00 EUR 2026-01-31');
    expect(statement.accounts[0]?.account).toEqual(read('dutch-counterparty.940').accounts[0]?.account);
  });

  test('reads UTF-8 with "~" instead of "?" before each code', () => {
    const statement = read('polish-tilde.sta');
    expect(lines(statement)).toEqual([
      '2026-01-06 -125.40 PLN Spółdzielnia Dom ul. Lipowa 3 - Czynsz za styczeń mieszkanie 7',
    ]);
    expect(statement.accounts[0]?.account.id).toMatch(/^iban:2874-/);
  });

  test('reads texts that look like fields or ends of messages, entries with several texts or none, and amounts without cents', () => {
    const statement = read('free-text.sta');
    expect(lines(statement)).toEqual([
      '2026-01-11 5.00 USD FIRST LINE SECOND LINE OF A TEXT THAT HAS LINES - OF ITS OWN',
      '2026-01-11 -1.25 USD Check 000412',
      '2026-01-11 -0.75 USD Debit interest Q4',
      '2026-01-12 -2.00 USD Standing order',
      '2026-01-12 -1.00 USD Rent of the garage',
      '2026-01-13 -10.00 USD Time 12:30 at :12:30 h?20 percent - off',
    ]);
    expect(ids(statement)).toEqual([null, null, null, null, null, null]);
    expect(statement.warnings).toEqual([]);
  });

  test('reads references of a batch, missing references, and amounts with points', () => {
    const statement = read('references.sta');
    expect(statement.transactions.map(({ amount, description }) => `${amount} ${description}`)).toEqual([
      '100.00 Member one',
      '100.00 Member two',
      '120.00 Member three',
      '-20.00 Fee',
      '-20.00 Fee',
      '-7.50 Point',
      '-1234.50 Groups',
    ]);
    expect(ids(statement)).toEqual([
      null,
      null,
      'Z1 260302 120.00',
      null,
      null,
      'Z2 260302 -7.50',
      'Z3 260302 -1234.50',
    ]);
    expect(statement.warnings).toEqual([]);
  });

  test('reads the pending and expected entries of an interim report', () => {
    const statement = read('interim.942');
    expect(statement.format).toBe('MT942');
    expect(
      statement.transactions.map(({ status, ...rest }) => `${status} ${rest.date} ${rest.amount} ${rest.description}`),
    ).toEqual([
      'pending 2026-01-31 -5.80 Cafe Morgenstern - Kaffee',
      'pending 2026-01-31 -5.80 Cafe Morgenstern - Kaffee',
      'pending 2026-02-02 1500.00 Salary announced',
    ]);
    expect(ids(statement)).toEqual(['INT0001 260131 -5.80', null, null]);
    expect(statement.accounts[0]).toMatchObject({
      account: { currency: 'EUR', lastDigits: '3000' },
    });
    expect(statement.balances).toEqual([]);
    expect(statement.accounts[0]?.account.id).toBe(read('swift-blocks.fin').accounts[0]?.account.id);
    expect(statement.warnings).toEqual([]);
  });

  test('reads unusual value dates such as 30 February, and carriage returns as line breaks', () => {
    expect(lines(read('odd-dates.sta'))).toEqual([
      '2026-01-02 1.00 EUR Interest of thirty-day months',
      '2026-01-02 1.00 EUR Valued half a year before',
      '2025-12-31 1.00 EUR Booked before its value date',
      '1999-12-31 1.00 EUR Last century',
    ]);
  });

  test('reads UTF-16', () => {
    expect(lines(read('utf16.sta'))).toEqual(['2026-01-02 -5000.00 JPY 寿司 さくら']);
  });

  test('reads entry types that are padded with spaces', () => {
    const statement = read('padded-types.sta');
    expect(lines(statement)).toEqual([
      '2026-02-01 -15.70 EUR ALGEMENE KOSTEN REKENING',
      '2026-02-02 -36.25 EUR FIETSENMAKER DE BEL 2026-91',
      '2026-02-03 120.00 EUR CONTRIBUTIE FEBRUARI',
      '2026-02-03 -8.05 EUR KOFFIE',
      '2026-02-04 1.00 EUR RENTE',
    ]);
    expect(ids(statement)).toEqual([null, null, null, 'Q77 260203 -8.05', null]);
    expect(statement.warnings).toEqual([]);
  });

  test('reads entries with spaces instead of the entry date', () => {
    const statement = read('blank-entry-date.sta');
    expect(lines(statement)).toEqual([
      '2026-02-04 -65.00 EUR NL62MADE0000012345 mw j bakker Huur schuurtje',
      '2026-02-04 -5.00 EUR /PT/FT/FEE',
    ]);
    expect(statedBalances(statement)).toEqual(['closing 100.00 EUR 2026-02-03', 'closing 30.00 EUR 2026-02-04']);
    expect(statement.warnings).toEqual([]);
  });

  test('reads entries without a type after the amount', () => {
    const statement = read('missing-types.sta');
    expect(lines(statement)).toEqual([
      '2026-01-02 1.00 EUR Nothing behind the amount',
      '2026-01-03 2.50 EUR Only the reference of the bank',
      '2026-01-03 -0.50 EUR Only that there is no reference',
    ]);
    expect(ids(statement)).toEqual([null, 'BANK 1 260103 2.50', null]);
    expect(statement.warnings).toEqual([]);
  });

  test('reads amounts that end in a point or a comma', () => {
    const statement = read('bare-points.sta');
    expect(lines(statement)).toEqual([
      '2026-01-02 -1560000.00 HUF Ár',
      '2026-01-02 -395.00 HUF Díj',
      '2026-01-03 7200.00 HUF Jóváírás',
    ]);
    expect(statedBalances(statement)).toEqual(['closing 1560395.00 HUF 2026-01-01', 'closing 7200.00 HUF 2026-01-03']);
    expect(statement.warnings).toEqual([]);
  });

  test('reads a statement without a closing balance, and warns that the end may be missing', () => {
    const statement = read('no-closing-balance.sta');
    expect(lines(statement)).toEqual(['2026-02-01 1.00 EUR First', '2026-02-03 -4.00 EUR Second']);
    expect(statedBalances(statement)).toEqual(['closing 10.00 EUR 2026-01-31', 'closing 11.00 EUR 2026-02-02']);
    expect(statement.warnings.map(({ severity, message, remedy }) => `${severity}: ${message} ${remedy}`)).toEqual([
      'warning: no-closing-balance.sta: the statement of Account ••3000 that begins in line 1 has no closing balance, so transactions may be missing at its end. Compare its last day with the list at your bank.',
      'warning: no-closing-balance.sta: the statement of Account ••3000 that begins in line 8 has no closing balance, so transactions may be missing at its end. Compare its last day with the list at your bank.',
    ]);
  });

  test('reads statements with harmless deviations, and reports these', () => {
    const statement = read('unbalanced.sta');
    expect(lines(statement)).toEqual(['2026-01-02 1.00 EUR One', '2026-01-03 -1.00 XXX No balance']);
    expect(
      statement.warnings.map(({ code, message }) => `${code} ${message.slice('unbalanced.sta: '.length)}`),
    ).toEqual([
      'statement_balance_mismatch Account ••3000, 1 Jan 2026 to 2 Jan 2026: opening balance €10.00 and bookings of €1.00 do not give the closing balance €12.00 in line 7; €1.00 are not explained.',
      'statement_repeated the statement that begins in line 9 is in the file twice; it was read once.',
      'statement_no_currency the statement of Account ••4711 in line 18 does not say its currency.',
      'statement_bad_balance a balance of Account ••4711 in line 20 cannot be read; the transactions can.',
      'statement_bad_balance a balance of Account ••4711 in line 23 cannot be read; the transactions can.',
      'statement_other_kind the message that begins in line 25 is no account statement and left out.',
      'statement_pages a page of the statement in line 4 is missing.',
    ]);
  });
});

describeRefusals(
  fixtures,
  {
    'ambiguous-amount.sta': ['statement_bad_amount', 'line 5, column 12', '"1.234"'],
    'entry-after-closing.sta': ['statement_unreadable', 'line 6', 'outside the list that it belongs to'],
    'entry-february-30.sta': ['statement_bad_date', 'line 5', '"260301 0230"'],
    'february-30.sta': ['statement_bad_date', 'line 5', '"260230"'],
    'loose-text.sta': ['statement_unreadable', 'line 4', '"entry of 1 euro"'],
    'no-account.sta': ['statement_unreadable', 'line 1', 'which account'],
    'no-mark.sta': ['statement_unreadable', 'line 5', '"260102 1,00NTRFNONREF"'],
    'outside.sta': ['statement_unreadable', 'line 8', '":61:260102C1,NTRFNONREF" does not belong here'],
    'payments-only.sta': ['statement_empty'],
    'second-mark.sta': ['statement_unreadable', 'line 5', '"260102C1,00CR"'],
    'too-many-digits.sta': ['statement_bad_amount', 'line 5', '"1234567890123456,78"'],
    'truncated-amount.sta': ['statement_truncated', 'line 1', 'what begins here'],
    'truncated-interim.942': ['statement_truncated', 'line 1', 'what begins here'],
    'truncated-last.sta': ['statement_truncated', 'line 8', 'what begins here'],
    'truncated-second.sta': ['statement_unreadable', 'line 12', '":62"'],
    'truncated-year.sta': ['statement_truncated', 'line 6', 'what begins here'],
    'truncated.sta': ['statement_truncated', 'line 1', 'what begins here'],
    'two-accounts.sta': ['statement_unreadable', 'line 3', '"25" is there twice'],
    'two-currencies.sta': ['statement_unreadable', 'line 6', '"USD"'],
    'type-of-digits.sta': ['statement_bad_amount', 'line 5', '"1,00570"'],
  },
  ({ message }) => message,
);
