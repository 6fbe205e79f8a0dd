import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CSV_FIXTURES,
  csvFile,
  csvFixture,
  csvLines,
  mappingOf,
  readAnswered,
  remembering,
} from '../../../../test/support/csv-files.ts';
import { CORPUS } from '../../../../test/support/csv-corpus.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { readStatement } from '../../../../test/support/read-statement.ts';
import { NO_CSV_MEMORY } from '../statement.ts';

describe('the CSV reader', () => {
  test('all fixtures are listed in the table', () => {
    expect(
      readdirSync(CSV_FIXTURES)
        .filter((name) => name !== 'refused')
        .sort(),
    ).toEqual(Object.keys(CORPUS).sort());
  });

  test.each(Object.entries(CORPUS))('reads the fixture %s', (name, { answers, account, lines }) => {
    const statement =
      answers === undefined ? readStatement(csvFixture(name), NO_CSV_MEMORY) : readAnswered(csvFixture(name), answers);
    expect(csvLines(statement)).toEqual(lines);
    expect(
      statement.accounts.map(
        ({ account }) => `${account.id.replace(/-?[0-9a-f]{16}$/, '').replace(/:$/, '')} ${account.name}`,
      ),
    ).toEqual([account]);
  });

  test('joins texts in columns beyond the last header, and rejects numbers there', () => {
    const lines = (last: string) => [
      'IBAN Auftragskonto;Buchungstag;Betrag;Währung;Text',
      'DE89370400440532013000;01.06.2026;-12,50;EUR;Bäcker',
      `DE89370400440532013000;02.06.2026;-3,50;EUR;Kiosk;${last}`,
      'DE89370400440532013000;03.06.2026;2000,00;EUR;Gehalt',
    ];
    const read = (last: string) => csvLines(readStatement(csvFile(`${lines(last).join('\n')}\n`)));
    expect(read('Filiale Mitte;am Markt')).toContainEqual(expect.stringContaining('Kiosk Filiale Mitte am Markt'));
    expect(() => read('Filiale Mitte;12,00')).toThrow(expect.objectContaining({ code: 'statement_bad_row' }));
  });

  test('returns balances that the lines prove, and the balance after each transaction if stated', () => {
    const saldo = readAnswered(csvFixture('saldo-anterior.csv'), { account: 'Conta' });
    expect(saldo.transactions.map(({ balanceAfter }) => balanceAfter)).toEqual(['974.50', '3974.50', '2774.50']);
    expect(saldo.balances).toMatchObject([
      { kind: 'opening', amount: '1000.00', currency: 'BRL', date: '2026-01-13' },
      { kind: 'closing', amount: '2774.50', currency: 'BRL', date: '2026-01-20' },
    ]);
    const turnover = readStatement(csvFixture('turnover-lines.csv'));
    expect(turnover.transactions.map(({ balanceAfter }) => balanceAfter)).toEqual([undefined, undefined, undefined]);
    expect(turnover.balances).toMatchObject([
      { kind: 'opening', amount: '1000.00' },
      { kind: 'closing', amount: '2435.50' },
    ]);
  });

  test('returns no balances if the lines contradict one', () => {
    const text = csvFixture('title-over-currency.csv')
      .bytes.toString()
      .replace('500,00;EUR;2.000,00', '500,00;EUR;2.000,01');
    const { transactions, balances } = readAnswered(csvFile(text), { account: 'Betaalrekening', amount: 'Column 4' });
    expect(transactions.map(({ balanceAfter }) => balanceAfter)).toEqual([undefined, undefined, undefined, undefined]);
    expect(balances).toEqual([]);
  });

  test('reads pending lines without a day, both with and without a remembered mapping', () => {
    const settled = csvFile(
      csvFixture('completed-date.csv').bytes.toString().split('\n').slice(0, 3).join('\n').concat('\n'),
    );
    const memory = remembering(mappingOf(settled, { account: 'Pocket' }));
    expect(csvLines(readStatement(csvFixture('completed-date.csv'), memory))).toEqual(
      CORPUS['completed-date.csv']?.lines,
    );
  });

  test("treats an id column as the bank's ids only if every line has its own id", () => {
    expect(
      readAnswered(csvFixture('app-bank.csv'), { account: 'Pocket' }).transactions.map(({ providerId }) => providerId),
    ).toEqual(['tx_0000Aa01', 'tx_0000Aa02', 'tx_0000Aa03']);
    expect(readAnswered(csvFixture('af-bij.csv'), {}).transactions.map(({ providerId }) => providerId)).toEqual([
      null,
      null,
    ]);
  });

  test('leaves out lines that the bank declined, with a warning', () => {
    expect(readStatement(csvFixture('state-and-fee.csv')).warnings).toMatchObject([
      { code: 'statement_csv_left_out', message: expect.stringContaining('1 line is left out: declined') },
    ]);
  });

  test('leaves out lines of totals and notes, and counts them', () => {
    const { warnings } = readAnswered(csvFixture('multi-line-footer.csv'), { account: 'Haushalt', currency: 'EUR' });
    expect(warnings.map(({ message }) => message)).toEqual([
      'multi-line-footer.csv: 2 lines are left out: totals or balances.',
      'multi-line-footer.csv: 1 line is left out: notes without an amount.',
    ]);
  });

  test('leaves out lines with a day and a number above the headers, and counts them', () => {
    const lines = [
      'Deposits;Settled;Text;Sum',
      'Deposits;2026-01-05;Transfer;1000.00',
      'Date;Text;Amount',
      '2026-01-06;Kiosk;-5.00',
    ];
    const { transactions, warnings } = readAnswered(csvFile(lines.join('\n')), { account: 'Giro', currency: 'EUR' });
    expect(transactions).toHaveLength(1);
    expect(warnings[0]?.message).toContain('1 line is left out: above the column titles');
  });

  test('treats a text below the last transaction as a note, unless texts elsewhere in the file continue a description', () => {
    const file = (...more: readonly string[]) =>
      csvFile(
        ['Day,Text,Amount', '2026-01-02,Shop,-1.00', ...more, '2026-01-03,Rent,-2.00', ',Have a nice day,'].join('\n'),
      );
    const answers = { date: 'Day', account: 'Giro', currency: 'EUR' };
    const [alone, beside] = [readAnswered(file(), answers), readAnswered(file(',on the corner,'), answers)];
    expect(csvLines(alone)).toEqual(['2026-01-02 -1.00 EUR Shop', '2026-01-03 -2.00 EUR Rent']);
    expect(alone.warnings).toMatchObject([{ code: 'statement_csv_left_out' }]);
    expect(csvLines(beside)).toEqual([
      '2026-01-02 -1.00 EUR Shop on the corner',
      '2026-01-03 -2.00 EUR Rent Have a nice day',
    ]);
    expect(beside.transactions[0]?.raw).toMatchObject({ Text: 'Shop\non the corner' });
    expect(beside.warnings).toEqual([]);
  });

  test("leaves the counterparty's BIC and a placeholder dash out of the description", () => {
    const file = csvFile(
      [
        'Datum,Empfänger Name,Empfänger BIC,Vorgang/Verwendungszweck,Betrag',
        '02.01.2026,Bäckerei,COBADEFFXXX,Brot,"-1,00"',
        '03.01.2026,Vermieter,GENODEF1XXX,-,"-2,00"',
      ].join('\n'),
    );
    expect(csvLines(readAnswered(file, { account: 'Giro', currency: 'EUR' }))).toEqual([
      '2026-01-02 -1.00 EUR Bäckerei - Brot',
      '2026-01-03 -2.00 EUR Vermieter',
    ]);
  });

  test("never stores the number of the user's account", () => {
    expect(JSON.stringify(readStatement(csvFixture('af-bij.csv')))).not.toContain('NL91ABNA0417164300');
    expect(JSON.stringify(readStatement(csvFixture('preamble-semicolon.csv')))).not.toMatch(/DE12 ?5001/);
  });

  test('stores the original cells of each transaction under the headers of the file', () => {
    expect(readStatement(csvFixture('af-bij.csv')).transactions[0]?.raw).toMatchObject({
      Datum: '20260131',
      'Bedrag (EUR)': '7,25',
      'Af Bij': 'Af',
    });
  });
});

describe('rejected CSV files', () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    'all-positive.csv': ['statement_csv_question', 'How does “Amount”', '--sign as-written|inverted'],
    'ambiguous-amounts.csv': ['statement_csv_question', 'How much is -1.234?', '--decimal-mark'],
    'ambiguous-dates.csv': ['statement_csv_question', 'Which day is 03/04/2026?', '--date-order dmy|mdy'],
    'both-sides.csv': ['statement_bad_amount', 'line 4', '"Debit"', '"Credit"'],
    'cut-amount.csv': ['statement_truncated', 'line 3'],
    'cut-line.csv': ['statement_truncated', 'line 3'],
    'endless-quote.csv': ['statement_unreadable', 'line 2, column 12', 'quotes around a text do not match'],
    'february-30.csv': ['statement_bad_date', 'line 3', '“2026-02-30”'],
    'no-account.csv': ['statement_csv_question', 'Which account', '--of NAME'],
    'no-amount.csv': ['statement_bad_amount', 'line 3', 'no amount'],
    'no-currency.csv': ['statement_csv_question', 'Which currency', '--currency CODE'],
    'no-date.csv': ['statement_bad_date', 'line 3', 'no date'],
    'not-a-statement.csv': ['statement_csv_unclear', '--date COLUMN'],
    'too-many-digits.csv': ['statement_bad_amount', 'line 3', '“-12345678901234567.10”'],
    'two-date-orders.csv': ['statement_bad_date', 'line 3', '“01/31/2026”'],
    'two-decimal-marks.csv': ['statement_bad_amount', 'line 3', '"-5.10"', 'another decimal mark'],
    'unknown-status.csv': ['statement_csv_question', '“Wobbling”', '--status'],
    'unquoted-comma.csv': ['statement_bad_row', 'line 3', '6 columns'],
  };

  test('all rejected fixtures are listed in the table', () => {
    expect(readdirSync(new URL('refused/', CSV_FIXTURES)).sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.entries(expected))('rejects the fixture %s', (name, [code, ...words]) => {
    const error = refusalOf(() => readStatement({ ...csvFixture(`refused/${name}`), name }));
    expect(error.code).toBe(code);
    for (const word of [name, ...words]) expect(`${error.message} ${error.remedy}`).toContain(word);
    expect(error.remedy).toContain('Nothing of this file was imported.');
  });
});

function refusalOf(read: () => unknown): PennyrowError {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof PennyrowError) return thrown;
    throw thrown;
  }
  throw new Error('it was read');
}
