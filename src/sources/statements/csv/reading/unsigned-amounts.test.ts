import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, mappingOf, readAnswered, remembering } from '../../../../../test/support/csv-files.ts';
import { readStatement } from '../../../../../test/support/read-statement.ts';
import { NO_CSV_MEMORY } from '../../statement.ts';
import { inspectCsv } from '../csv-format.ts';

const ANSWERS = { account: 'Giro', currency: 'EUR' };

const amountsOf = (lines: readonly string[], answers = {}): readonly string[] =>
  csvLines(readAnswered(csvFile(lines.join('\n')), { ...ANSWERS, ...answers })).map((line) => line.split(' ')[1] ?? '');
const questionsOf = (lines: readonly string[]): readonly string[] =>
  inspectCsv(csvFile(lines.join('\n')), NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions.map(({ about }) => about) ??
  [];

describe('CSV amounts without a sign beside a running balance', () => {
  const LINES = [
    'Date;Text;Amount;Balance',
    '2026-01-12;a;20.00;80.00',
    '2026-01-13;b;30.00;110.00',
    '2026-01-14;c;5.00;105.00',
  ];

  test('get their direction from the changes of the balance, and only the first line needs an answer', () => {
    expect(questionsOf(LINES)).toEqual(['sign']);
    expect(amountsOf(LINES, { sign: 'inverted' })).toEqual(['-20.00', '30.00', '-5.00']);
    expect(amountsOf(LINES, { sign: 'as-written' })).toEqual(['20.00', '30.00', '-5.00']);
    expect(amountsOf([LINES[0] ?? '', ...LINES.slice(1).toReversed()], { sign: 'inverted' })).toEqual([
      '-5.00',
      '30.00',
      '-20.00',
    ]);
  });

  test('need no answer after a line with the opening balance, or if the first line is a salary', () => {
    expect(amountsOf([LINES[0] ?? '', '2026-01-11;Opening balance;;100.00', ...LINES.slice(1)])).toEqual([
      '-20.00',
      '30.00',
      '-5.00',
    ]);
    expect(amountsOf(LINES.map((line) => line.replace(';a;', ';Salary;')))).toEqual(['20.00', '30.00', '-5.00']);
  });

  test('are left out and counted if they have no balance beside them', () => {
    const pending = [LINES[0] ?? '', '2026-01-11;Opening balance;;100.00', ...LINES.slice(1), '2026-01-15;Cafe;4.00;'];
    const { transactions, warnings } = readAnswered(csvFile(pending.join('\n')), ANSWERS);
    expect(transactions).toHaveLength(3);
    expect(warnings.map(({ params }) => params)).toContainEqual(expect.objectContaining({ reason: 'open', count: 1 }));
  });

  test('need an answer about the first line of each file, because an earlier answer does not apply', () => {
    const file = csvFile(LINES.join('\n'));
    const memory = remembering(mappingOf(file, { ...ANSWERS, sign: 'inverted' }));
    expect(csvLines(readStatement(file, memory))).toHaveLength(3);
    const next = csvFile(
      [
        'Date;Text;Amount;Balance',
        '2026-02-12;a;6.00;99.00',
        '2026-02-13;b;1.00;100.00',
        '2026-02-14;c;5.00;95.00',
      ].join('\n'),
    );
    expect(() => readStatement(next, memory)).toThrow('Did money go out in “2026-02-12');
  });
});

describe('CSV amounts without a sign, in a file with few clues', () => {
  const ALL_IN = [
    'Date;Text;Amount;Balance',
    '2026-01-12;a;20.00;80.00',
    '2026-01-13;Salary;30.00;110.00',
    '2026-01-14;c;5.00;115.00',
  ];

  test('need an answer about the first line, although all other lines are credits', () => {
    expect(questionsOf(ALL_IN)).toEqual(['sign']);
    expect(amountsOf(ALL_IN, { sign: 'inverted' })).toEqual(['-20.00', '30.00', '5.00']);
    expect(amountsOf(ALL_IN, { sign: 'as-written' })).toEqual(['20.00', '30.00', '5.00']);
  });

  test('follow the balances of the next file instead of the answer about a single line', () => {
    const [titles = '', line = ''] = ALL_IN;
    const memory = remembering(mappingOf(csvFile(`${titles}\n${line}`), { ...ANSWERS, sign: 'inverted' }));
    const next = csvFile([titles, '2026-02-01;Opening balance;;100.00', '2026-02-02;b;6.00;106.00'].join('\n'));
    expect(csvLines(readStatement(next, memory))).toEqual(['2026-02-02 6.00 EUR b']);
  });

  test('are expenses if the balance falls, even after a file in which all amounts raised it', () => {
    const titles = 'Date;Text;Amount;Balance';
    const opening = (balance: string): string => `2026-01-01;Opening balance;;${balance}`;
    const first = [titles, opening('100.00'), '2026-01-02;Salary;20.00;120.00', '2026-01-03;b;5.00;125.00'];
    const memory = remembering(mappingOf(csvFile(first.join('\n')), ANSWERS));
    const next = [titles, opening('125.00'), '2026-01-05;c;20.00;105.00', '2026-01-06;d;1.00;104.00'];
    expect(csvLines(readStatement(csvFile(next.join('\n')), memory))).toEqual([
      '2026-01-05 -20.00 EUR c',
      '2026-01-06 -1.00 EUR d',
    ]);
  });

  test('need no answer about a column of categories, which states no directions', () => {
    const lines = [
      'Date;Text;Amount;Category;Balance',
      '2026-01-11;Opening balance;;;100.00',
      '2026-01-12;a;20.00;Food;80.00',
      '2026-01-13;b;30.00;Other;110.00',
      '2026-01-14;c;5.00;Other;115.00',
      '2026-01-15;d;1.00;Food;114.00',
    ];
    expect(questionsOf(lines)).toEqual([]);
    expect(amountsOf(lines)).toEqual(['-20.00', '30.00', '5.00', '-1.00']);
  });

  test('get their direction from a column without a header, even if lines below the table leave it empty', () => {
    const lines = [
      'Tanggal;Keterangan;Cabang;Jumlah;;Saldo',
      "'15/09/2026;'TRSF;'0000;1,500.00;DB;8,500.00",
      "'20/09/2026;'SETORAN;'0123;2,000.00;CR;10,500.00",
      'Mutasi Debet;:;;1;;',
      '',
    ];
    expect(questionsOf(lines)).toEqual([]);
    expect(amountsOf(lines)).toEqual(['-1500.00', '2000.00']);
  });

  test('need an answer if the word for their direction is unknown', () => {
    const lines = ['Date;Text;Kind;Amount;Balance', '2026-01-12;a;D;20.00;80.00', '2026-01-13;b;D;30.00;50.00'];
    const memory = remembering(mappingOf(csvFile(lines.join('\n')), ANSWERS));
    const next = csvFile([...lines, '2026-01-14;c;X;7.00;50.00'].join('\n'));
    expect(() => readStatement(next, memory)).toThrow('does “X” mean that money went out?');
  });

  test.each([
    [
      'a salary in the first line of an account, whose other lines lower the balance',
      [
        'Account number;Date;Text;Type;Amount;Balance',
        '00471108150;2026-01-12;Acme;Salary;125.71;2369.05',
        '00471108150;2026-01-13;Shop;Direct debit;136.00;2233.05',
        '00471108150;2026-01-14;Bar;Direct debit;99.90;2133.15',
        '00471208151;2026-01-12;Inn;Direct debit;98.00;500.00',
        '00471208151;2026-01-15;Zoo;Direct debit;72.00;428.00',
      ],
    ],
    [
      'payments that raise a running total',
      [
        'Date;Text;Type;Amount;Spent this year',
        '2026-01-12;Acme;Salary;148.39;0.00',
        '2026-01-13;Shop;Direct debit;185.75;185.75',
        '2026-01-14;Ann;Transfer sent;35.22;220.97',
      ],
    ],
  ])('need an answer if words contradict the balance: %s', (_case, lines) => {
    expect(questionsOf(lines)).toEqual(['direction']);
  });

  test('follow the balance if words agree with it, and only the first line needs an answer', () => {
    const lines = [
      'Date;Text;Type;Amount;Balance',
      '2026-01-12;Shop;Card payment;18.00;-17.00',
      '2026-01-13;Ann;Transfer received;11.00;-6.00',
    ];
    expect(questionsOf(lines)).toEqual(['sign']);
    expect(amountsOf(lines, { sign: 'inverted' })).toEqual(['-18.00', '11.00']);
  });
});
