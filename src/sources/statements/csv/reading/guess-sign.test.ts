import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, mappingOf, readAnswered, remembering } from '../../../../../test/support/csv-files.ts';
import type { CsvAmountColumns, CsvAnswers } from '../../../../core/csv-mapping.ts';
import { inspectCsv } from '../csv-format.ts';
import { NO_CSV_MEMORY, type StatementFile } from '../../statement.ts';
import { readStatement } from '../../../../../test/support/read-statement.ts';

const signOf = (...lines: readonly string[]): CsvAmountColumns =>
  mappingOf(
    csvFile(`Date,Text,Amount,Balance,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`),
    {},
  ).mapping.amount;

test('negative CSV amounts are expenses if most amounts are negative', () => {
  expect(signOf('2026-01-03,c,-1.00,', '2026-01-02,b,-2.00,', '2026-01-01,a,5.00,')).toMatchObject({
    kind: 'signed',
    inverted: false,
  });
});

test('the sign of CSV amounts needs an answer if a balance that rises with purchases may be the debt of a card', () => {
  expect(() =>
    signOf('2026-01-01,shop,10.00,10.00', '2026-01-02,shop,5.00,15.00', '2026-01-03,paid,-15.00,0.00'),
  ).toThrow('How does “Amount”');
});

test('the sign of CSV amounts needs no answer if a received transfer is positive, unless its text names both accounts', () => {
  const lines = (text: string) => [
    `2026-01-01,${text},300.00,310.00`,
    '2026-01-02,Ann,5.00,315.00',
    '2026-01-03,shop,-15.00,300.00',
  ];
  for (const text of ['Transfer from savings', 'Payment from Ben', 'BONIFICO DA ADA', 'Zahlungseingang'])
    expect(signOf(...lines(text))).toMatchObject({ kind: 'signed', inverted: false });
  expect(() => signOf(...lines('Transfer from checking to savings'))).toThrow('How does “Amount”');
});

test('the sign of CSV amounts needs no answer if a column has the balance before each line, which cards never have', () => {
  const lines = [
    '2026-01-01,Ann,0.00,10.00,10.00',
    '2026-01-02,Ben,10.00,5.00,15.00',
    '2026-01-03,Shop,15.00,-3.00,12.00',
  ];
  const file = (titles: string) => csvFile(`${titles}\n${lines.join('\n')}\n`);
  const { mapping } = mappingOf(file('Date,Text,Start balance,Amount,End balance'), {
    account: 'Giro',
    currency: 'EUR',
  });
  expect(mapping.amount).toMatchObject({ kind: 'signed', inverted: false });
});

test('the sign of CSV amounts follows from a running balance if income and expenses are equally frequent', () => {
  const lines = [
    '2026-01-04,d,-1.00,12.00',
    '2026-01-03,c,3.00,13.00',
    '2026-01-02,b,-2.00,10.00',
    '2026-01-01,a,12.00,12.00',
  ];
  expect(signOf(...lines)).toMatchObject({ inverted: false });
  expect(signOf(...lines.toReversed())).toMatchObject({ inverted: false });
  expect(() => signOf(...lines.map((line) => line.replace(/[^,]*$/, '')))).toThrow('How does “Amount”');
});

test('the sign of CSV amounts needs an answer if a salary is negative', () => {
  expect(() => signOf('2026-01-02,SALARY,-100.00,', '2026-01-01,shop,5.00,', '2026-01-01,RENT,-1.00,')).toThrow(
    'How does “Amount”',
  );
});

test.each(['PAYMENT RECEIVED - THANK YOU', 'HARTELIJK BEDANKT VOOR UW BETALING', 'Merci pour votre paiement'])(
  'negative CSV amounts are money in if one line is a card issuer’s thanks for a payment: %s',
  (payment) => {
    const shops = ['2026-01-05,Grocer,20.00,', '2026-01-04,Cinema,9.00,', '2026-01-03,Grocer,31.00,'];
    const paid = `2026-01-02,${payment},-75.00,`;
    expect(signOf(...shops, paid, '2026-01-01,Grocer,-4.00,')).toMatchObject({ kind: 'signed', inverted: true });
    expect(() => signOf(...shops, '2026-01-02,CARD AUTOPAY PAYMENT,-75.00,', '2026-01-01,Grocer,-4.00,')).toThrow(
      'How does “Amount”',
    );
  },
);

test('unsigned CSV amounts get their direction from a column with D and C', () => {
  const file = csvFile(
    'Date,Text,Amount,D/C,Currency,Account\n2026-01-02,a,5.00,D,EUR,00123456\n2026-01-01,b,6.00,C,EUR,00123456\n',
  );
  expect(mappingOf(file, {}).mapping.amount).toEqual({ kind: 'marked', column: 2, mark: 3, out: ['d'], in: ['c'] });
});

test('the sign in a column of expenses is learned from the first CSV file that has an expense', () => {
  const file = (...lines: readonly string[]): StatementFile =>
    csvFile(`Date,Text,Money out,Money in,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`);
  const first = mappingOf(file('2026-01-01,pay,,900.00', '2026-01-02,gift,0.00,20.00'), {});
  expect(first.mapping.amount).toMatchObject({ kind: 'two', outIsNegative: null });

  const minus = readStatement(file('2026-01-03,shop,-5.00,', '2026-01-04,rent,-700.00,'), remembering(first));
  expect(csvLines(minus)).toEqual(['2026-01-03 -5.00 EUR shop', '2026-01-04 -700.00 EUR rent']);
  expect(minus.learned).toMatchObject([
    { fingerprint: first.fingerprint, mapping: { amount: { outIsNegative: true } } },
  ]);

  const plain = readStatement(file('2026-01-03,shop,5.00,', '2026-01-04,pay,,9.00'), remembering(first));
  expect(csvLines(plain)).toEqual(['2026-01-03 -5.00 EUR shop', '2026-01-04 9.00 EUR pay']);
  expect(plain.learned).toMatchObject([{ mapping: { amount: { outIsNegative: false } } }]);

  const still = readStatement(file('2026-01-03,pay,,9.00'), remembering(first));
  expect([csvLines(still), still.learned ?? []]).toEqual([['2026-01-03 9.00 EUR pay'], []]);

  const both = file('2026-01-03,shop,-5.00,', '2026-01-04,back,5.00,');
  expect(() => readStatement(both, remembering(first))).toThrow('How does “Money out”');
});

/** The file of a card: purchases have no sign, payments and refunds have "CR". */
const card = (...lines: readonly string[]): StatementFile =>
  csvFile(`Date,Text,Amount,,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`);

test('amounts of a card without CR or DR are expenses if credits have CR', () => {
  const file = card('2026-01-14,books,23.00,', '2026-01-13,coffee,18.90,', '2026-01-02,payment,"+ 1,100.00",CR');
  const first = mappingOf(file, {});
  expect(csvLines(readStatement(file, remembering(first)))).toEqual([
    '2026-01-14 -23.00 EUR books',
    '2026-01-13 -18.90 EUR coffee',
    '2026-01-02 1100.00 EUR payment',
  ]);
  const next = readStatement(card('2026-02-14,books,5.00,', '2026-02-13,fee,1.00,DR'), remembering(first));
  expect(csvLines(next)).toEqual(['2026-02-14 -5.00 EUR books', '2026-02-13 -1.00 EUR fee']);
});

test('amounts of a card with CR are income, even if the user answered for an earlier file that positive amounts are expenses', () => {
  const first = mappingOf(card('2026-01-14,books,23.00,', '2026-01-13,coffee,18.90,'), { sign: 'inverted' });
  const next = readStatement(card('2026-02-14,books,5.00,', '2026-02-13,payment,900.00,CR'), remembering(first));
  expect(csvLines(next)).toEqual(['2026-02-14 -5.00 EUR books', '2026-02-13 900.00 EUR payment']);
  expect(next.learned).toMatchObject([{ mapping: { amount: { kind: 'marked', mark: 3 } } }]);
});

test('amounts of a card with CR or DR keep that direction for any answer about positive amounts', () => {
  const file = card('2026-01-14,books,23.00,', '2026-01-02,payment,"1,100.00 CR",', '2026-01-03,fee,9.99 DR,');
  const lines = ['2026-01-02 1100.00 EUR payment', '2026-01-03 -9.99 EUR fee'];
  expect(csvLines(readAnswered(file, { sign: 'inverted' }))).toEqual(['2026-01-14 -23.00 EUR books', ...lines]);
  expect(csvLines(readAnswered(file, { sign: 'as-written' }))).toEqual(['2026-01-14 23.00 EUR books', ...lines]);
});

test('amounts of a card need no answer if only income has CR, or every amount has CR or DR', () => {
  expect(csvLines(readAnswered(card('2026-01-14,books,23.00,', '2026-01-02,payment,"1,100.00 Cr.",'), {}))).toEqual([
    '2026-01-14 -23.00 EUR books',
    '2026-01-02 1100.00 EUR payment',
  ]);
  expect(csvLines(readAnswered(card('2026-01-14,books,23.00 Dr,', '2026-01-02,pay,50.00 Cr,'), {}))).toEqual([
    '2026-01-14 -23.00 EUR books',
    '2026-01-02 50.00 EUR pay',
  ]);
});

describe('a plus that only income has', () => {
  const lines = ['2026-01-01,a,18.90', '2026-01-02,b,+50.00', '2026-01-03,c,1000.00'];
  const amountsOf = (rows: readonly string[], answers: CsvAnswers = {}): readonly string[] =>
    readAnswered(card(...rows.map((row) => `${row},`)), answers).transactions.map(({ amount }) => amount);

  test('means that amounts without a sign are money out, also in later files', () => {
    expect(amountsOf(lines)).toEqual(['-18.90', '50.00', '-1000.00']);
    const memory = remembering(mappingOf(card(...lines.map((row) => `${row},`)), {}));
    const next = readStatement(card('2026-02-01,a,3.00,', '2026-02-02,b,-4.00,'), memory);
    expect(next.transactions.map(({ amount }) => amount)).toEqual(['-3.00', '-4.00']);
  });

  test('needs no answer if a running balance explains all amounts', () => {
    const rows = ['2026-01-01,a,18.90,981.10', '2026-01-02,b,+50.00,1031.10', '2026-01-03,c,1000.00,31.10'];
    const file = csvFile(['Date,Text,Amount,Balance', ...rows].join('\n'));
    expect(readAnswered(file, { account: 'Giro', currency: 'EUR' }).transactions.map(({ amount }) => amount)).toEqual([
      '-18.90',
      '50.00',
      '-1000.00',
    ]);
  });

  test('needs an answer if a salary has no plus', () => {
    const rows = [...lines, '2026-01-04,Salary,2000.00'];
    expect(() => amountsOf(rows)).toThrow('How does “Amount” show money you spent?');
    expect(amountsOf(rows, { sign: 'as-written' })).toEqual(['18.90', '50.00', '1000.00', '2000.00']);
  });
});

test('amounts with CR are income if the running balance rises by them', () => {
  const lines = ['2026-01-01,a,18.90,981.10', '2026-01-02,b,50.00 CR,1031.10', '2026-01-03,c,1000.00,31.10'];
  const { transactions } = readAnswered(
    csvFile(`Date,Text,Amount,Balance,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`),
    {},
  );
  expect(transactions.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
    ['-18.90', '981.10'],
    ['50.00', '1031.10'],
    ['-1000.00', '31.10'],
  ]);
});

test('lines whose word means neither direction are left out and counted in a warning', () => {
  const file = (...lines: readonly string[]): StatementFile =>
    csvFile(`Date,Text,Amount,Way,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`);
  const lines = ['2026-01-03,shop,5.00,支出', '2026-01-02,pay,9.00,收入'];
  expect(csvLines(readAnswered(file(...lines), {}))).toEqual(['2026-01-03 -5.00 EUR shop', '2026-01-02 9.00 EUR pay']);
  const neither = file(...lines, '2026-01-01,pots,7.00,不计收支');
  const { transactions, warnings } = readAnswered(neither, {});
  expect(transactions).toHaveLength(2);
  expect(warnings).toMatchObject([{ params: { count: 1, reason: 'neutral' } }]);
});

test('the only amount needs an answer if it has a minus in the column of credits, even between two balances', () => {
  const lines = ['Date;Text;Debit;Credit', '03.03.2026;Closing balance;;6055,90', '03.03.2026;Salary office;;-121,17'];
  const file = csvFile([...lines, '03.03.2026;Opening balance;;5934,73', ''].join('\n'));
  const answers = { account: 'Giro', currency: 'EUR' } as const;
  expect(() => mappingOf(file, answers)).toThrow('How does “Credit”');
  expect(readAnswered(file, { ...answers, sign: 'inverted' }).transactions[0]?.amount).toBe('121.17');
});

describe('unsigned CSV amounts beside a column of words', () => {
  const ANSWERS = { account: 'Giro', currency: 'EUR' };
  const fileOf = (...words: readonly string[]): StatementFile =>
    csvFile(
      [
        'Date,Text,Sort,Amount',
        ...words.map((word, place) => `2026-01-0${place + 1},Shop ${word.length},${word},1.0${place}`),
      ].join('\n'),
    );
  const amountsOf = (file: StatementFile, answers: CsvAnswers = {}): readonly string[] =>
    readAnswered(file, { ...ANSWERS, ...answers }).transactions.map(({ amount }) => amount);

  test.each([
    ['Expense', 'Income'],
    ['Outgoing', 'Incoming'],
    ['Ausgabe', 'Einnahme'],
    ['Auszahlung', 'Einzahlung'],
    ['Dépense', 'Revenu'],
    ['Egreso', 'Ingreso'],
    ['Despesa', 'Receita'],
    ['Uscita', 'Entrata'],
    ['Uitgave', 'Inkomst'],
    ['Wydatek', 'Wpływ'],
    ['Výdaj', 'Příjem'],
    ['Isplata', 'Uplata'],
    ['Gider', 'Gelir'],
    ['Расход', 'Доход'],
    ['支出', '収入'],
    ['지출', '수입'],
    ['รายจ่าย', 'รายรับ'],
    ['TRANSFER_OUT', 'TRANSFER_IN'],
    ['-1', '1'],
    ['DR', ''],
    ['', 'CR'],
    ['-', ''],
  ])('get their direction from %s and %s', (out, into) => {
    expect(amountsOf(fileOf(out, into, out, into))).toEqual(['-1.00', '1.01', '-1.02', '1.03']);
  });

  test('get their direction from two unknown words if the user says which one is money out', () => {
    const file = fileOf('Zrt', 'Grt', 'Zrt', 'Zrt');
    const { csv } = inspectCsv(file, NO_CSV_MEMORY, { answers: ANSWERS });
    const examples = csv?.questions.flatMap(({ choices }) =>
      choices.map(({ value, examples: shown = [] }) => [value, ...shown.map(({ amount }) => amount)].join(' ')),
    );
    expect(examples).toEqual(['Sort=Zrt -1.00 1.01', 'Sort=Grt 1.00 -1.01', 'none']);
    expect(amountsOf(file, { direction: 'Sort=Grt' })).toEqual(['1.00', '-1.01', '1.02', '1.03']);
    expect(amountsOf(file, { direction: 'none', sign: 'inverted' })).toEqual(['-1.00', '-1.01', '-1.02', '-1.03']);

    const memory = remembering(mappingOf(file, { ...ANSWERS, direction: 'Sort=Zrt' }));
    const next = readStatement(fileOf('Grt', 'Grt'), memory);
    expect(next.transactions.map(({ amount }) => amount)).toEqual(['1.00', '1.01']);
  });

  test('get their direction from two unknown words even in two lines, if the header names a column of types', () => {
    const file = csvFile('Date,Text,Type,Amount\n2026-01-01,a,Zrt,1.00\n2026-01-02,b,Grt,2.00\n');
    expect(amountsOf(file, { direction: 'Type=Zrt' })).toEqual(['-1.00', '2.00']);
    expect(() => readAnswered(file, ANSWERS)).toThrow('How does “Amount” show money you spent?');
  });

  test('get their direction from two unknown words that a running balance explains', () => {
    const lines = ['Date,Text,Sort,Amount,Balance', '2026-01-01,a,Zrt,1.00,9.00', '2026-01-02,b,Grt,2.00,11.00'];
    const more = ['2026-01-03,c,Zrt,3.00,8.00', '2026-01-04,d,Zrt,1.50,6.50'];
    expect(amountsOf(csvFile([...lines, ...more].join('\n')))).toEqual(['-1.00', '2.00', '-3.00', '-1.50']);
  });

  test('need another answer when a later file has a word that the first one lacked', () => {
    const memory = remembering(mappingOf(fileOf('Zrt', 'Zrt', 'Zrt'), { ...ANSWERS, sign: 'inverted' }));
    const next = fileOf('Grt', 'Zrt', 'Grt', 'Zrt');
    expect(() => readStatement(next, memory)).toThrow('does “Grt” mean that money went out?');
    const { csv } = inspectCsv(next, memory, { answers: { direction: 'Sort=Zrt' } });
    expect(csv?.read.map(({ amount }) => amount)).toEqual(['1.00', '-1.01', '1.02', '-1.03']);
  });
});

describe('unsigned CSV amounts beside a column with several types of transactions', () => {
  const fileOf = (...kinds: readonly string[]): StatementFile => {
    const lines = kinds.map((kind, place) => `2026-01-${place + 10},Shop,${kind},1.0${place}`);
    return csvFile(['Date,Text,Type,Amount', ...lines].join('\n'));
  };
  const questionsOf = (file: StatementFile, answers: CsvAnswers = {}, memory = NO_CSV_MEMORY): readonly string[] =>
    inspectCsv(file, memory, { answers: { account: 'Giro', currency: 'EUR', ...answers } }).csv?.questions.flatMap(
      ({ choices }) => choices.map(({ value }) => value),
    ) ?? [];
  const amountsOf = (file: StatementFile, answers: CsvAnswers = {}, memory = NO_CSV_MEMORY): readonly string[] =>
    inspectCsv(file, memory, { answers: { account: 'Giro', currency: 'EUR', ...answers } }).csv?.read.map(
      ({ amount }) => amount,
    ) ?? [];

  test('need an answer for each unknown word, one after the other', () => {
    const file = fileOf('Expense', 'X-fer', 'Income', 'Fee');
    expect(questionsOf(file)).toEqual(['Type=-X-fer', 'Type=+X-fer', 'none']);
    expect(questionsOf(file, { direction: 'Type=+X-fer' })).toEqual(['Type=+X-fer-Fee', 'Type=+X-fer+Fee', 'none']);
    expect(amountsOf(file, { direction: 'Type=+X-fer-Fee' })).toEqual(['-1.00', '1.01', '1.02', '-1.03']);
  });

  test('need one answer for all of them if the user says that the words do not state a direction', () => {
    const file = fileOf('Transfer', 'Card', 'Fee');
    expect(questionsOf(file, { direction: 'none' })).toEqual(['as-written', 'inverted']);
    expect(amountsOf(file, { direction: 'none', sign: 'inverted' })).toEqual(['-1.00', '-1.01', '-1.02']);
  });

  test('need an answer only for the new words of a later file', () => {
    const first = mappingOf(fileOf('Card', 'Bonus', 'Fee'), {
      account: 'Giro',
      currency: 'EUR',
      direction: 'Type=-Card+Bonus-Fee',
    });
    const next = fileOf('Bonus', 'Card', 'Cheque');
    expect(questionsOf(next, {}, remembering(first))).toEqual(['Type=-Cheque', 'Type=+Cheque', 'none']);
    expect(amountsOf(next, { direction: 'Type=-Cheque' }, remembering(first))).toEqual(['1.00', '-1.01', '-1.02']);
  });

  test('need an answer if a later file has a new word, although the first file had one direction only', () => {
    const answers = { account: 'Giro', currency: 'EUR', direction: 'none', sign: 'inverted' } as const;
    const first = remembering(mappingOf(fileOf('Card', 'Fee', 'Card'), answers));
    expect(() => readStatement(fileOf('Card', 'Salary'), first)).toThrow('does “Salary” mean that money went out?');
  });

  test.each([
    ['PIX enviado', 'PIX recebido', 'Transfer sent'],
    ['Outgoing transfer', 'Incoming transfer', 'ATM withdrawal'],
    ['Bonifico in uscita', 'Bonifico in entrata', 'Pagamento in uscita'],
    ['Odchozí úhrada', 'Příchozí úhrada', 'Výběr'],
    ['Исходящий перевод', 'Входящий перевод', 'Исходящий платёж'],
  ])('need no answer if all words name the movement: %s, %s, %s', (a, b, c) => {
    expect(amountsOf(fileOf(a, b, c))).toEqual(['-1.00', '1.01', '-1.02']);
  });

  test('need an answer if a word names a returned payment', () => {
    expect(questionsOf(fileOf('Expense', 'Income', 'Returned outgoing transfer'))[0]).toBe(
      'Type=-Returned outgoing transfer',
    );
  });

  test('get the direction of the first line from its word if the balance agrees with the words of all later lines', () => {
    const lines = ['2026-01-01,a,Debit,1.00,9.00', '2026-01-02,b,Fee,2.00,7.00', '2026-01-03,c,Credit,3.00,10.00'];
    const file = (text: string): StatementFile => csvFile(['Date,Text,Type,Amount,Balance', text].join('\n'));
    expect(amountsOf(file(lines.join('\n')))).toEqual(['-1.00', '-2.00', '3.00']);
    const contrary = lines.join('\n').replace('Credit', 'Debit');
    expect(questionsOf(file(contrary))).toEqual(['inverted', 'as-written']);
  });
});
