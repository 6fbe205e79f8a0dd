import { describe, expect, test } from 'vitest';
import { csvFile, mappingOf, readAnswered } from '../../../../../test/support/csv-files.ts';
import { inspectCsv } from '../csv-format.ts';

const FIRST = csvFile('Date,Text,Amount\n2026-01-02,a,-5.00\n');
const SECOND = csvFile('Booked,What,Amount,Note\n2026-01-03,b,-6.00,x\n2026-01-02,b,-7.00,y\n', 'export.csv');

const suggestions = (file: typeof FIRST, ...answered: readonly { account: string; currency: string }[]) => {
  const mappings = answered.map((answers) => mappingOf(FIRST, answers));
  const { csv } = inspectCsv(file, { mappings, account: null }, { answers: {} });
  return Object.fromEntries(csv?.questions.map(({ about, suggestion }) => [about, suggestion]) ?? []);
};

test('inspectCsv suggests the account and currency that the user gave for another file of the folder', () => {
  expect(suggestions(SECOND)).toEqual({ account: null, currency: null });
  expect(suggestions(SECOND, { account: 'Giro', currency: 'CHF' })).toEqual({ account: 'Giro', currency: 'CHF' });
});

test('inspectCsv suggests no account or currency if the user gave different ones for earlier files', () => {
  const both = [
    { account: 'Giro', currency: 'CHF' },
    { account: 'Card', currency: 'EUR' },
  ];
  expect(suggestions(SECOND, ...both)).toEqual({ account: null, currency: null });
});

const lines = (...text: readonly string[]) => csvFile(text.join('\n') + '\n');
const numbersIn = (file: typeof FIRST) => [
  ...new Set(
    readAnswered(file, { account: 'Giro', currency: 'CHF' }).transactions.map(({ account }) => account.lastDigits),
  ),
];

describe('the account number', () => {
  test.each(['4748 •••• •••• 8451', '4998 XXXX XXXX 8451', '499812XXXXXX8451', '4998********8451'])(
    'of the masked card %s is its last group',
    (card) => {
      const file = lines(
        `Kreditkarte;${card};`,
        'Buchung;Text;Betrag',
        '2026-11-27;Coop;-17,47',
        '2026-11-28;Taxi;-9,00',
      );
      expect(numbersIn(file)).toEqual(['8451']);
    },
  );
});
