import { expect, test } from 'vitest';
import { csvFile, csvLines, mappingOf, readAnswered, remembering } from '../../../../../test/support/csv-files.ts';
import type { CsvAmountColumns } from '../../../../core/csv-mapping.ts';
import type { StatementFile } from '../../statement.ts';
import { readStatement } from '../../read-statement.ts';

const signOf = (...lines: readonly string[]): CsvAmountColumns =>
  mappingOf(
    csvFile(`Date,Text,Amount,Balance,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`),
    {},
  ).mapping.amount;

test('most amounts with a minus are money out', () => {
  expect(signOf('2026-01-03,c,-1.00,', '2026-01-02,b,-2.00,', '2026-01-01,a,5.00,')).toMatchObject({
    kind: 'signed',
    inverted: false,
  });
});

test('a balance that rises with what is mostly positive may be what a card owes, and is asked about', () => {
  expect(() =>
    signOf('2026-01-01,shop,10.00,10.00', '2026-01-02,shop,5.00,15.00', '2026-01-03,paid,-15.00,0.00'),
  ).toThrow('Which amounts in “Amount”');
});

test('as many in as out are settled by a balance that fits, in either order of days', () => {
  const lines = [
    '2026-01-04,d,-1.00,12.00',
    '2026-01-03,c,3.00,13.00',
    '2026-01-02,b,-2.00,10.00',
    '2026-01-01,a,12.00,12.00',
  ];
  expect(signOf(...lines)).toMatchObject({ inverted: false });
  expect(signOf(...lines.toReversed())).toMatchObject({ inverted: false });
  expect(() => signOf(...lines.map((line) => line.replace(/[^,]*$/, '')))).toThrow('Which amounts in “Amount”');
});

test('a salary with a minus says that the signs are turned, so nothing is certain', () => {
  expect(() => signOf('2026-01-02,SALARY,-100.00,', '2026-01-01,shop,5.00,', '2026-01-01,RENT,-1.00,')).toThrow(
    'Which amounts in “Amount”',
  );
});

test('a column that tells the direction needs no signs, and words decide it', () => {
  const file = csvFile(
    'Date,Text,Amount,D/C,Currency,Account\n2026-01-02,a,5.00,D,EUR,00123456\n2026-01-01,b,6.00,C,EUR,00123456\n',
  );
  expect(mappingOf(file, {}).mapping.amount).toEqual({ kind: 'marked', column: 2, mark: 3, out: ['d'], in: ['c'] });
});

test('a file without money out teaches nothing about its minus; the first that has some settles it', () => {
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
  expect(() => readStatement(both, remembering(first))).toThrow('Which amounts in “Money out”');
});

/** A card's file: purchases without a sign, and "CR" where a payment or refund came in. */
const card = (...lines: readonly string[]): StatementFile =>
  csvFile(`Date,Text,Amount,,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`);

test('beside credits that are marked as such, what has no mark went out', () => {
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

test('credits that turn up beside a column of which a person said that a plus is money out stay credits', () => {
  const first = mappingOf(card('2026-01-14,books,23.00,', '2026-01-13,coffee,18.90,'), { sign: 'inverted' });
  const next = readStatement(card('2026-02-14,books,5.00,', '2026-02-13,payment,900.00,CR'), remembering(first));
  expect(csvLines(next)).toEqual(['2026-02-14 -5.00 EUR books', '2026-02-13 900.00 EUR payment']);
  expect(next.learned).toMatchObject([{ mapping: { amount: { kind: 'marked', mark: 3 } } }]);
});

test('an amount that says itself which way it went keeps its direction, whatever a plus means beside it', () => {
  const file = card('2026-01-14,books,23.00,', '2026-01-02,payment,"1,100.00 CR",', '2026-01-03,fee,9.99 DR,');
  const lines = ['2026-01-02 1100.00 EUR payment', '2026-01-03 -9.99 EUR fee'];
  expect(csvLines(readAnswered(file, { sign: 'inverted' }))).toEqual(['2026-01-14 -23.00 EUR books', ...lines]);
  expect(csvLines(readAnswered(file, { sign: 'as-written' }))).toEqual(['2026-01-14 23.00 EUR books', ...lines]);
});

test('where only what came in says so, or every amount says it, nothing is asked', () => {
  expect(csvLines(readAnswered(card('2026-01-14,books,23.00,', '2026-01-02,payment,"1,100.00 Cr.",'), {}))).toEqual([
    '2026-01-14 -23.00 EUR books',
    '2026-01-02 1100.00 EUR payment',
  ]);
  expect(csvLines(readAnswered(card('2026-01-14,books,23.00 Dr,', '2026-01-02,pay,50.00 Cr,'), {}))).toEqual([
    '2026-01-14 -23.00 EUR books',
    '2026-01-02 50.00 EUR pay',
  ]);
});

test('a running balance proves amounts that say themselves which way they went', () => {
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

test('beside words for out and in, a line with one that is neither is left out and counted', () => {
  const file = (...lines: readonly string[]): StatementFile =>
    csvFile(`Date,Text,Amount,Way,Currency,Account\n${lines.map((line) => `${line},EUR,00123456\n`).join('')}`);
  const lines = ['2026-01-03,shop,5.00,支出', '2026-01-02,pay,9.00,收入'];
  expect(csvLines(readAnswered(file(...lines), {}))).toEqual(['2026-01-03 -5.00 EUR shop', '2026-01-02 9.00 EUR pay']);
  const neither = file(...lines, '2026-01-01,pots,7.00,不计收支');
  const { transactions, warnings } = readAnswered(neither, {});
  expect(transactions).toHaveLength(2);
  expect(warnings).toMatchObject([{ params: { count: 1, reason: 'neutral' } }]);
});
