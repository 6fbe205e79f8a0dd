import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, readAnswered } from '../../../../../test/support/csv-files.ts';
import { inspectCsv } from '../csv-format.ts';
import { NO_CSV_MEMORY } from '../../statement.ts';

const ANSWERS = { account: 'Giro', currency: 'EUR' };
const file = (...lines: readonly string[]) => csvFile(lines.join('\n') + '\n');
const aboutAmount = (...lines: readonly string[]) =>
  inspectCsv(file(...lines), NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions.map(({ about }) => about);

describe('the amounts in a CSV file', () => {
  test('are the net amounts if lines with only a fee have no other amount, also with dashes for no amount', () => {
    const found = readAnswered(
      file(
        'Date,Title,Amount,Fees & Taxes,Net',
        '2026-01-02,Sale of a scarf,25.00,--,25.00',
        '2026-01-02,Fee for a scarf,--,-1.63,-1.63',
        '2026-01-03,Return of a hat,-10.00,--,-10.00',
      ),
      { ...ANSWERS, sign: 'as-written' },
    );
    expect(found.transactions.map(({ amount }) => amount)).toEqual(['25.00', '-1.63', '-10.00']);
  });

  test('are asked about if net amounts beside them differ and no column has fees, because they may be before taxes', () => {
    const lines = ['2026-01-02;Fuel;-119.00;-100.00', '2026-01-03;Hotel;-107.00;-100.00'];
    expect(aboutAmount('Date;Details;Amount;Net amount', ...lines)).toContain('amount');
  });

  test('are asked about without columns in which all lines have the same whole number, the most complete column first', () => {
    const lines = ['7;4.00;;1.00', '7;6.00;9.00;', '7;5.00;;3.00'].map((cells) => `2026-01-02;Shop;${cells}`);
    const { csv } = inspectCsv(file('Date;Details;Batch;One;Two;Three', ...lines), NO_CSV_MEMORY, { answers: ANSWERS });
    expect(csv?.questions[0]?.choices.map(({ value }) => value)).toEqual(['One', 'Three', 'Two']);
  });

  test.each([
    ['TransactionPostedDate', 'TransactionDescription', 'NetTransactionAmount', 'CurrencyCode'],
    ['BookingDate', 'CounterpartyName', 'TransactionAmount', 'AccountCurrency'],
  ])('are found below headers without spaces: %s, %s, %s', (...titles) => {
    const found = readAnswered(file(titles.join(','), '2026-01-02,Shop,-4.00,EUR', '2026-01-03,Cafe,-9.00,EUR'), {
      account: 'Giro',
    });
    expect(csvLines(found)).toEqual(['2026-01-02 -4.00 EUR Shop', '2026-01-03 -9.00 EUR Cafe']);
  });

  test('are asked about if words contradict the columns, because a company’s books show receipts as debits', () => {
    const lines = file(
      'Date,Particulars,Vch Type,Debit,Credit',
      '5-Jan-26,Cafe,Payment,,12.50',
      '6-Jan-26,Acme,Receipt,90.00,',
    );
    const { csv } = inspectCsv(lines, NO_CSV_MEMORY, { answers: ANSWERS });
    expect(csv?.questions.map(({ about, choices }) => [about, choices.length])).toEqual([['out', 2]]);
    const { transactions } = readAnswered(lines, { ...ANSWERS, out: 'Credit' });
    expect(transactions.map(({ amount }) => amount)).toEqual(['-12.50', '90.00']);
  });

  test('are asked about if only a balance fills the other side of a table without headers', () => {
    const lines = file(
      ';18,50;;Saldo;',
      '02.09.2026;;-169,00;Shop;EUR',
      '03.09.2026;;-97,00;Inn;EUR',
      ';;247,50;Saldo;',
    );
    expect(inspectCsv(lines, NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions[0]?.about).toBe('out');
  });
});
