import { expect, test } from 'vitest';
import { csvFile, csvLines, readAnswered } from '../../../../test/support/csv-files.ts';

// Each table needs a rule that the generated tables do not test.

const ANSWERS = { account: 'Giro', currency: 'EUR' };
const read = (lines: readonly string[]): string[] => csvLines(readAnswered(csvFile(`${lines.join('\n')}\n`), ANSWERS));
const DAYS = Array.from({ length: 12 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);

test('a table is read although most lines have more cells than the header line has titles', () => {
  const lines = ['2026-01-01,Shop,-4.00,note', '2026-01-02,Bar,-3.00,note', '2026-01-03,Inn,-2.00'];
  expect(read(['Date,Description,Amount', ...lines])).toEqual([
    '2026-01-01 -4.00 EUR Shop',
    '2026-01-02 -3.00 EUR Bar',
    '2026-01-03 -2.00 EUR Inn',
  ]);
});

test.each(['Type', 'Kind', ''])('an unknown word among directions under “%s” is asked about', (title) => {
  const lines = ['2026-01-01,Shop,4.00,Debit', '2026-01-02,Employer,100.00,Credit', '2026-01-03,X,2.00,Standing order'];
  expect(() => read([`Date,Text,Amount,${title}`, ...lines])).toThrow(
    'does “Standing order” mean that money went out?',
  );
});

test('lines are not pending if most lines of the file lack a booking day', () => {
  const lines = DAYS.map((day, index) => `${day},${index % 6 === 0 ? day : ''},Shop,-1.00`);
  expect(read(['Transaction date,Booking date,Text,Amount', ...lines])).toEqual(
    DAYS.map((day) => `${day} -1.00 EUR Shop`),
  );
});

test('a line that repeats the balance as its amount is not a transaction', () => {
  const lines = ['2026-01-01,Shop,-4.00,96.00', '2026-01-31,Ultimo,96.00,96.00', '2026-02-01,Inn,-2.00,94.00'];
  expect(read(['Date,Text,Amount,Balance', ...lines, '2026-02-02,Salary,100.00,194.00'])).toEqual([
    '2026-01-01 -4.00 EUR Shop',
    '2026-02-01 -2.00 EUR Inn',
    '2026-02-02 100.00 EUR Salary',
  ]);
});

test('the only column of texts is the description, even if titled as a category', () => {
  expect(read(['Date;Category;Amount', '2026-01-01;Food;-4,00', '2026-01-02;Rent;-300,00'])).toEqual([
    '2026-01-01 -4.00 EUR Food',
    '2026-01-02 -300.00 EUR Rent',
  ]);
});

test('a table without headers needs an answer if it has other numbers beside the signed amounts', () => {
  const table = ['2026-01-01;4711;-4,00', '2026-01-02;4712;-3,00', '2026-01-03;4713;-2,00'];
  expect(() => read(table)).toThrow('amount');
});

test('status words are not read as directions, even if the balance would agree with them', () => {
  const rows = [
    '06.07.26;;SALDO ANTERIOR;;4105,38;;',
    '06.07.26;07.07.26;Market;15551,00;;Contabilizado;-11445,62',
    '07.07.26;08.07.26;Theatre;176,00;;Contabilizado;-11621,62',
    '08.07.26;10.07.26;Pub;180,02;;Contabilizado;-11801,64',
    'pendiente;25.07.26;Bakery;41,00;;Pendiente;',
    'pendiente;25.07.26;Bakery;171,32;;Pendiente;',
  ];
  const { transactions } = readAnswered(csvFile(`${rows.join('\n')}\n`), { ...ANSWERS, date: '1' });
  expect(transactions.map(({ amount }) => amount)).toEqual(['-15551.00', '-176.00', '-180.02', '-41.00', '-171.32']);
});

test('a column of exchange rates, mostly 1, beside a sequence number is not read as amounts; the user is asked', () => {
  const table = [
    ';+6.019,85;2026-06-30;Saldo iniziale;;;;00471108150',
    'Food;-62,22;2026-06-30;Market;rent;1041;1.0000;00471108150',
    'Other;-5,73;2026-07-01;Market;4711;1042;1.0000;00471108150',
    'Food;-197,94;2026-07-02;Café;;1043;1.0000;00471108150',
    'Other;-91,26;2026-07-04;Café;REF 000123456;1044;1.0000;00471108150',
    'Food;-57,91;2026-07-04;Book Shop;Invoice 2024-0815;1045;1.0842;00471108150',
    'Other;-183,64;2026-07-05;Book Shop;thank you;1046;1.0000;00471108150',
    ';+5.421,15;2026-07-05;Saldo finale;;;;00471108150',
  ];
  expect(() => read(table)).toThrow('Which column is the amount?');
});
