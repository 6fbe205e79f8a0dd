import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, readAnswered } from '../../../../../test/support/csv-files.ts';
import { inspectCsv } from '../csv-format.ts';
import { NO_CSV_MEMORY } from '../../statement.ts';

const ANSWERS = { account: 'Giro', currency: 'EUR' };
const file = (...lines: readonly string[]) => csvFile(lines.join('\n') + '\n');
const aboutAmount = (...lines: readonly string[]) =>
  inspectCsv(file(...lines), NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions.map(({ about }) => about);

describe('the amounts in a CSV file', () => {
  test('are read from the net column if lines with only a fee have no gross amount, or a dash', () => {
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

  test('need an answer if a net column differs from them and no column has fees, because net may mean before taxes', () => {
    const lines = ['2026-01-02;Fuel;-119.00;-100.00', '2026-01-03;Hotel;-107.00;-100.00'];
    expect(aboutAmount('Date;Details;Amount;Net amount', ...lines)).toContain('amount');
  });

  test('need an answer; the choices begin with the most complete column, without columns that repeat one whole number', () => {
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

  test('need an answer if words contradict the titles of the columns, because a company’s books show receipts as debits', () => {
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

  test('need an answer if the second money column of a table without headers has only an opening or closing balance', () => {
    const lines = file(
      ';18,50;;Saldo;',
      '02.09.2026;;-169,00;Shop;EUR',
      '03.09.2026;;-97,00;Inn;EUR',
      ';;247,50;Saldo;',
    );
    expect(inspectCsv(lines, NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions[0]?.about).toBe('out');
  });

  test('are read below the last row of headers above the transactions, because a summary may have similar headers', () => {
    const found = readAnswered(
      file(
        'Valuta;Začetno stanje;Breme;Dobro;Končno stanje',
        'EUR;1.032,18;66,12;129,99;1.096,05',
        'Valuta;Datum valute;Datum knjiženja;Prejemnik / Plačnik;Breme;Dobro',
        'EUR;18.03.2026;19.03.2026;Big Bang;;129,99',
        'EUR;17.03.2026;17.03.2026;Elektro;66,12;',
      ),
      { account: 'Giro' },
    );
    expect(csvLines(found)).toEqual(['2026-03-19 129.99 EUR Big Bang', '2026-03-17 -66.12 EUR Elektro']);
  });

  test('do not include a first line with days in another format, because that line describes the file', () => {
    const lines = [
      '2026-03-31,01-03-2026,Ann Lee,PLN,"100,00","29,96",2',
      '31-03-2026,31-03-2026,Fee,,"-8,00","29,96",1',
    ];
    lines.push(
      '20-03-2026,20-03-2026,Blik,Eva,"-62,04","37,96",2',
      '15-03-2026,15-03-2026,Pay,Acme,"50,00","100,00",3',
    );
    const found = readAnswered(file(...lines), {
      ...ANSWERS,
      date: '1',
    });
    expect(found.transactions.map(({ amount }) => amount)).toEqual(['-8.00', '-62.04', '50.00']);
  });

  test('do not include lines of another record type above all transactions of a table without headers', () => {
    const lines = [
      'BRANCH,0,,4205,ROSEBANK,,0',
      'ACC-NO,0,,10123456789,PRESTIGE CURRENT,,0',
      'OPEN,0,,8412.55,OPEN BALANCE,,0',
      'HIST,20250303,,-6500.00,IB PAYMENT TO,MARULA RENT,4205',
      'HIST,20250303,##,-7.50,FEE - PAYMENT,,4205',
      'HIST,20250325,,24650.00,SALARY,THUNDERBOLT MINING,4205',
      'CLOSE,0,,26555.05,CLOSE BALANCE,,0',
    ];
    const { transactions } = readAnswered(file(...lines), ANSWERS);
    expect(transactions.map(({ amount }) => amount)).toEqual(['-6500.00', '-7.50', '24650.00']);
  });

  test('include a pending line with another day, even if its amount equals the sum of all credits', () => {
    const lines = file(
      'Post Date,Value Dt,Description,Amount,Dr/Cr,Closing Balance',
      ',09/20/2026,Pub,32,DR,',
      '09/19/2026,09/20/2026,Shop,5.00,DR,95.00',
      '09/18/2026,09/18/2026,Gift,16.00,CR,100.00',
      '09/17/2026,09/17/2026,Gift,16.00,CR,84.00',
    );
    expect(readAnswered(lines, ANSWERS).transactions[0]).toMatchObject({ amount: '-32.00', status: 'pending' });
  });
});
