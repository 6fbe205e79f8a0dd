import { describe, expect, test } from 'vitest';
import { amountsOf, csvFile, csvLines, questionsOf, readAnswered } from '../../../../test/support/csv-files.ts';
import { NO_CSV_MEMORY } from '../statement.ts';
import { inspectCsv } from './csv-format.ts';

describe('the direction of CSV amounts', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'a column of expenses with and without a minus if the balance proves each line',
      [
        'Date;Text;In;Out;Balance',
        '2026-01-02;Pay;90.00;;190.00',
        '2026-01-03;Rent;;-40.50;149.50',
        '2026-01-14;Fee;;9.00;140.50',
      ],
      ['90.00', '-40.50', '-9.00'],
    ],
    [
      'a single refund with a minus in the column of credits',
      ['Date,Text,Debit,Credit', '2026-01-12,Shop,10.00,', '2026-01-13,Refund Shop,,-10.00'],
      ['-10.00', '10.00'],
    ],
    [
      'credits with a minus in the column of credits',
      ['Date,Text,Debit,Credit', '2026-01-02,Shop,8.00,', '2026-01-03,Paid,,-70.00', '2026-01-13,Back,,-6.00'],
      ['-8.00', '70.00', '6.00'],
    ],
    [
      'direction words that contradict every sign',
      ['Date,Text,Amount,Debit/Credit', '2026-01-12,Paid,-90.00,Credit', '2026-01-13,Shop,12.00,Debit'],
      ['90.00', '-12.00'],
    ],
    [
      'types of card transactions beside amounts without a sign',
      ['Date,Text,Type,Amount', '2026-01-12,a,Sale,9.00', '2026-01-13,b,Payment,70.00', '2026-01-14,c,Return,1.00'],
      ['-9.00', '70.00', '1.00'],
    ],
    [
      'types of card transactions that contradict every sign',
      ['Date,Text,Type,Amount', '2026-01-12,a,Sale,9.00', '2026-01-13,b,Payment,-70.00'],
      ['-9.00', '70.00'],
    ],
    [
      'a plus or a minus before every amount',
      ['Date,Text,Amount', '2026-01-12,Shop,- $3.00', '2026-01-13,Rent,+ $44.00', '2026-01-14,Gift,+ $5.00'].map(
        (line) => line.replace(' $', ''),
      ),
      ['-3.00', '44.00', '5.00'],
    ],
    [
      'two columns without headers, one with a minus and one with a plus before every amount',
      ['2026-01-12;Rent;-80.00;;900.00', '2026-01-13;Refund;;+8.00;700.00', '2026-01-14;Shop;-9.00;;100.00'],
      ['-80.00', '8.00', '-9.00'],
    ],
    [
      'the only column of amounts beside card numbers and line numbers',
      ['2026-01-12,1301,2226,Shop,-3.00', '2026-01-13,1302,2101,Pay,44.50', '2026-01-14,1303,2226,Cafe,-5.00'],
      ['-3.00', '44.50', '-5.00'],
    ],
    [
      'lines with a constant type of repayment whose name sounds like a balance',
      ['Date;Text;Tipo rimborso;Importo', '2026-01-12;Bar;a saldo;-3.00', '2026-01-13;Hotel;a saldo;-4.00'],
      ['-3.00', '-4.00'],
    ],
    [
      'two columns with debit and credit in their headers, of which each line fills one',
      [
        'Date;Text;Gutschrift in EUR;Lastschrift in EUR',
        '2026-01-12;a;;3.00',
        '2026-01-13;b;7.00;',
        '2026-01-14;c;;1.00',
      ],
      ['-3.00', '7.00', '-1.00'],
    ],
    [
      'two columns with debit and credit in Japanese headers',
      ['取引日;内容;入金金額;出金金額', '2026/01/12;a;;350', '2026/01/13;b;7000;', '2026/01/14;c;;100'],
      ['-350.00', '7000.00', '-100.00'],
    ],
    [
      'two columns with unknown headers, one of which contains a salary',
      ['Date;Text;Alpha;Beta', '2026-01-12;Shop;;3.00', '2026-01-13;Salary;700.00;', '2026-01-14;Pub;;1.00'],
      ['-3.00', '700.00', '-1.00'],
    ],
    [
      'two columns of amounts beside an empty column of details',
      ['Datum;Text;Betrag Detail;Belastung;Gutschrift', '12.01.2026;a;;3.00;', '13.01.2026;b;;;7.00'],
      ['-3.00', '7.00'],
    ],
  ])('is found in %s', (_, lines, expected) => {
    expect(amountsOf(lines)).toEqual(expected);
  });

  test.each<readonly [string, readonly string[], string]>([
    [
      'every line of a card may be a refund',
      ['Date,Text,Amount', '2026-01-12,Online payment,-80.00', '2026-01-13,Shoe return,-5.00'],
      'sign',
    ],
    [
      'direction words contradict some signs',
      ['Date,Text,Amount,Debit/Credit', '2026-01-12,a,-9.00,Credit', '2026-01-13,b,-1.00,Debit'],
      'sign',
    ],
    ['a single credit has a minus', ['Date,Text,Debit,Credit', '2026-01-12,a,9.00,', '2026-01-13,b,,-1.00'], 'sign'],
    ['two columns have unknown headers', ['Date;Text;Alpha;Beta', '2026-01-12;a;;3.00', '2026-01-13;b;7.00;'], 'out'],
    ['one of two columns may be the balance', ['24.01.2026;a;156;;99.50', '25.01.2026;b;200;;-100.50'], 'amount'],
  ])('needs an answer if %s', (_, lines, about) => {
    expect(questionsOf(lines)).toEqual([about]);
  });

  test('follows an answer that names which of two columns with unknown headers has the expenses', () => {
    const lines = ['Date;Text;Alpha;Beta', '2026-01-12;a;;3.00', '2026-01-13;b;7.00;'];
    expect(amountsOf(lines, { out: 'Beta' })).toEqual(['-3.00', '7.00']);
    expect(amountsOf(lines, { out: '3' })).toEqual(['3.00', '-7.00']);
  });

  test('follows the answer about a single credit with a minus', () => {
    const lines = ['Date,Text,Debit,Credit', '2026-01-12,a,9.00,', '2026-01-13,b,,-1.00'];
    expect(amountsOf(lines, { sign: 'as-written' })).toEqual(['-9.00', '-1.00']);
    expect(amountsOf(lines, { sign: 'inverted' })).toEqual(['-9.00', '1.00']);
  });
});

describe('numeric CSV columns without meaning for the amounts', () => {
  test('a constant beside a counter is neither an amount nor a balance', () => {
    const lines = [
      'Date,Text,Quantity,Amount,Entry No',
      '2026-01-12,a,1,-9.50,17',
      '2026-01-13,b,1,70.10,18',
      '2026-01-14,c,1,-3.00,19',
    ];
    expect(amountsOf(lines)).toEqual(['-9.50', '70.10', '-3.00']);
  });

  test('totals of the statement in each line are neither amounts nor balances', () => {
    const totals = '0.00,1000.00,1500.00,500.00';
    const lines = [`2026-01-02,Pay,${totals},1500.00`, `2026-01-10,Rent,${totals},-500.00`];
    const titles = 'Date,Text,Initial balance,Final balance,Income,Expenses,Amount';
    expect(questionsOf([titles, ...lines])).toEqual(['sign']);
    expect(amountsOf([titles, ...lines, `2026-01-12,Shop,${totals},-9.00`])).toEqual(['1500.00', '-500.00', '-9.00']);
  });

  test('a column under an unknown title, or under none, is a fee if only that explains the balance', () => {
    const lines = [
      '2026-01-12;Shop;-90.00;1.50;908.50',
      '2026-01-13;Cinema;-40.00;0.50;868.00',
      '2026-01-14;Pay;900.00;0.00;1768.00',
    ];
    const expected = ['-91.50', '-40.50', '900.00'];
    expect(amountsOf(['Date;Text;Amount;Levy;Balance', ...lines])).toEqual(expected);
    expect(amountsOf(lines)).toEqual(expected);
  });

  test('an exchange rate is not a fee', () => {
    const lines = ['Datum;Originalbetrag;Kurs;Buchungsbetrag;Text', '12.01.2026;-5,00;1,00;-5,00;Shop'];
    expect(amountsOf(lines)).toEqual(['-5.00']);
  });

  test('days without separators beside an account number are not read as a balance', () => {
    const lines = ['00471108151;20150403;Shop;D;66,07', '00471108151;20150416;Cafe;C;9,00'];
    expect(amountsOf(lines)).toEqual(['-66.07', '9.00']);
  });

  test('an amount above the table reveals the decimal mark', () => {
    const lines = [
      'Kontostand;15.442,57 €',
      '',
      'Datum;Text;Betrag',
      '12.01.2026;a;-1.000',
      '13.01.2026;b;250',
      '14.01.2026;c;-2.500',
    ];
    expect(amountsOf(lines)).toEqual(['-1000.00', '250.00', '-2500.00']);
  });

  test('in a currency without cents, three digits after a mark are thousands', () => {
    const lines = ['Datum;Text;Összeg', '12.01.2026;Kávézó;-1.250'];
    expect(amountsOf(lines, { currency: 'HUF' })).toEqual(['-1250.00']);
    const table = csvFile('Datum;Text;Összeg;Deviza\n12.01.2026;Kávézó;-1.250;HUF\n');
    expect(csvLines(readAnswered(table, { account: 'Giro' }))).toEqual(['2026-01-12 -1250.00 HUF Kávézó']);
    expect(questionsOf(lines)).toEqual(['decimalMark']);
  });
});

describe('a balance before each CSV line, without one after it', () => {
  const lines = [
    '02-01-2026,812.35,-698.12,9714,1',
    '03-01-2026,114.23,45.00,8807,2',
    '06-01-2026,159.23,-50.00,3103,3',
  ];

  test('proves the amounts of a table without headers, and is no balance after the lines', () => {
    const { transactions, balances } = readAnswered(csvFile(`${lines.join('\n')}\n`), {
      account: 'Giro',
      currency: 'EUR',
    });
    expect(transactions.map(({ amount }) => amount)).toEqual(['-698.12', '45.00', '-50.00']);
    expect(transactions.every(({ balanceAfter }) => balanceAfter === undefined)).toBe(true);
    expect(balances).toEqual([]);
  });
});

describe('CSV amounts whose direction follows from the texts', () => {
  test('keep their signs if a salary is positive and another amount negative', () => {
    expect(amountsOf(['Date,Text,Amount', '2026-01-12,Shop,-9.00', '2026-01-13,Salary ACME,900.00'])).toEqual([
      '-9.00',
      '900.00',
    ]);
  });

  test('are inverted if all negative ones are payments to a card and most are positive', () => {
    const lines = [
      'Date,Text,Amount',
      '2026-01-12,Shop,9.00',
      '2026-01-13,Payment received - thank you,-70.00',
      '2026-01-14,Cafe,3.00',
    ];
    expect(amountsOf(lines)).toEqual(['-9.00', '70.00', '-3.00']);
    expect(questionsOf(lines.slice(0, 3))).toEqual(['sign']);
  });

  test('come from the debit or the credit column, whichever is not zero', () => {
    const lines = ['Date,Text,Debit,Credit,Balance', '2026-01-12,Shop,9.00,0,91.00', '2026-01-13,Gift,0,20.00,111.00'];
    expect(amountsOf(lines)).toEqual(['-9.00', '20.00']);
  });

  test('come from two columns without titles if only the first, which has money out, has minus signs', () => {
    const lines = ['03.11.2025;Rent;-5,00;', '04.11.2025;Gift;;9,00', '04.11.2025;Shop;-7,00;'];
    expect(amountsOf(lines)).toEqual(['-5.00', '9.00', '-7.00']);
    expect(questionsOf(lines.map((line) => line.replace(/;(-?[\d,]*);([\d,]*)$/, ';$2;$1')))).toEqual(['out']);
  });

  test('need an answer if the first line is a debit with a minus', () => {
    const lines = [
      'Date,Text,Debit,Credit,Balance',
      '2026-01-12,Shop,-20.00,,80.00',
      '2026-01-13,Cafe,5.00,,75.00',
      '2026-01-14,Pay,,100.00,175.00',
    ];
    expect(questionsOf(lines)).toEqual(['sign']);
    expect(amountsOf(lines, { sign: 'as-written' })).toEqual(['-20.00', '-5.00', '100.00']);
    expect(amountsOf(lines, { sign: 'inverted' })).toEqual(['20.00', '-5.00', '100.00']);
  });
});

test('inspectCsv returns, for each possible answer to a question, the transactions as that answer would read them', () => {
  const lines = ['Date,Text,Amount', '2026-01-12,Shop,9.00', '2026-01-13,Cafe,3.00'];
  const { csv } = inspectCsv(csvFile(lines.join('\n')), NO_CSV_MEMORY, { answers: { account: 'Giro' } });
  const sign = csv?.questions.find(({ about }) => about === 'sign');
  expect(sign?.choices.map(({ value, examples }) => [value, examples?.map(({ amount }) => amount)])).toEqual([
    ['as-written', ['9.00', '3.00']],
    ['inverted', ['-9.00', '-3.00']],
  ]);
});

test('inspectCsv returns examples for a few possible answers only if a table has hundreds of columns', () => {
  const lines = Array.from({ length: 10 }, (_, index) => `2026-01-31${`,${index}`.repeat(900)}`);
  const { csv } = inspectCsv(csvFile(lines.join('\n')), NO_CSV_MEMORY, {});
  const amount = csv?.questions.find(({ about }) => about === 'amount');
  expect(amount?.choices).toHaveLength(900);
  // Few choices have examples, because each example reads all columns of the table.
  expect(amount?.choices.filter(({ examples }) => examples !== undefined).length).toBeLessThan(10);
});
