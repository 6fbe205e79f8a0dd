import { describe, expect, test } from 'vitest';
import { csvFile, mappingOf, readAnswered } from '../../../../../test/support/csv-files.ts';
import { inspectCsv } from '../csv-format.ts';
import { NO_CSV_MEMORY } from '../../statement.ts';

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

describe('the currency in the title of the amount', () => {
  test('has priority over a column with the currency of the purchase', () => {
    const card = lines(
      'Date,Text,Amount (GBP),Currency,Original amount',
      '2026-10-30,Hosting,-12.99,USD,-17.00',
      '2026-10-28,Taxi,-31.10,GBP,-31.10',
    );
    const { transactions } = readAnswered(card, { account: 'Card' });
    expect(transactions.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['-12.99 GBP', '-31.10 GBP']);
  });

  test('is ignored if another amount column names another currency', () => {
    const card = lines(
      'Fecha;Detalle;Importe $;Importe U$S',
      '2026-10-03;Disco;-890,00;0,00',
      '2026-10-09;Taxi;-2,50;0,00',
    );
    const { csv } = inspectCsv(card, NO_CSV_MEMORY, { answers: { account: 'Card' } });
    expect(csv?.questions.map(({ about }) => about)).toEqual(['currency']);
  });
});

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

  test.each([
    ['Account Statement 01 Mar 2026 - 31 Mar 2026', null],
    ['Hesap Kesim Tarihi;18 Mart 2026', null],
    ['Relevé de compte;20260301-20260331', null],
    ['Account Balance;50000', null],
    ['Saldo rekening 12.345.678', null],
    ['Account Type;Savings\nBranch;01234', null],
    ['Account statement March 2026\nAccount Number: 001234567', '4567'],
    ['AGENCIA: 0100 CONTA: 35.123456.0-7', '5607'],
    ['Extrato de: Ag: 12345 | Conta: 0056789-0', '7890'],
    ['Bank 12; Branch 31400; Account 0123456-51', '5651'],
    ['For Account:;#####1234', '1234'],
    ['Kontonummer\n9159-123.456-7', '4567'],
  ])('above the table is not a day, a balance or a branch: %s', (above, expected) => {
    const file = lines(above, '', 'Date;Text;Amount', '2026-11-27;Coop;-17.47', '2026-11-28;Taxi;-9.00');
    expect(numbersIn(file)).toEqual([expected]);
  });

  const [first, second] = ['CH9300762011623852957', 'CH1106300012345678901'];

  test.each([
    [
      'with its own running balance',
      [
        '123456789\t20261101\t-67,75\t544,65\tMarket',
        '123456789\t20261115\t-65,22\t479,43\tEnergy',
        '987654321\t20261102\t-115,76\t3984,24\tRailway',
        '987654321\t20261109\t-101,30\t3882,94\tPhone',
      ],
      ['6789', '4321'],
    ],
    [
      'with several payees',
      [
        'Datum;Text;Konto;Betrag',
        `2026-11-01;Rail;${first};-1,50`,
        `2026-11-02;Coop;${first};-2,50`,
        `2026-11-02;Coop;${second};-3,50`,
        `2026-11-03;Wage;${second};900,00`,
      ],
      ['2957', '8901'],
    ],
    [
      'in every line before the payee',
      [
        'IBAN;Datum;Text;Betrag',
        ...['Rail', 'Coop', 'Wage'].map((text, day) => `${first};2026-11-0${day + 1};${text};-${day + 1},50`),
      ],
      ['2957'],
    ],
    [
      'above its transactions and repeated titles',
      [
        'Compte de Dépôt n° 12345678901;',
        'Date;Libellé;Montant',
        '28/11/2026;MONOPRIX;-23,40',
        '',
        'Livret A n° 98765432109;',
        'Date;Libellé;Montant',
        '05/11/2026;VIREMENT;200,00',
        '04/11/2026;VIREMENT;-10,00',
      ],
      ['8901', '2109'],
    ],
    [
      'that is not of the only payee',
      [
        'Datum;Text;IBAN;Betrag',
        ...['Rent', 'Heat', 'Water'].map((text, day) => `2026-11-0${day + 1};${text};${first};-${day + 1},50`),
      ],
      [null],
    ],
    [
      'that is not of each payee',
      [
        'IBAN;Datum;Text;Betrag',
        ...['Rent', 'Wage', 'Rent', 'Wage'].map(
          (text, day) => `${text === 'Rent' ? first : second};2026-11-0${day + 1};${text};-${day + 1},50`,
        ),
      ],
      [null],
    ],
  ])('is one %s', (_kind, text, expected) => {
    expect(numbersIn(lines(...text))).toEqual(expected);
  });
});

test.each([
  ['in a title', 'Date;Text;Amount (GH₵)', 'GHS'],
  ['in a title', 'Tarih;Açıklama;Tutar (TL)', 'TRY'],
  ['in a title', 'Date;Text;Amount (₦)', 'NGN'],
  ['in a title', 'Fecha;Texto;Monto (Q)', 'GTQ'],
  ['in a title', 'תאריך;תיאור;סכום בש"ח', 'ILS'],
  ['in a title, but not of a conversion', '取引日;摘要;金額（円）;米ドル換算(USD)', 'JPY'],
  ['above the table', 'Saldo: CHF 38547.70;;\nDatum;Text;Betrag', 'CHF'],
  ['above the table', 'Privatkonto CHF;;\nDatum;Text;Betrag', 'CHF'],
])('the currency is read %s: %s', (_where, titles, expected) => {
  const { transactions } = readAnswered(lines(titles, '2026-01-02;Coop;-5.00', '2026-01-03;Taxi;-7.50'), {
    account: 'Giro',
  });
  expect(transactions.map(({ currency }) => currency)).toEqual([expected, expected]);
});

test.each(['DATE;MOP;AMOUNT', '日付;摘要;ご利用金額（キャッシングでは元金）', '日期;摘要;金額(元)'])(
  'the currency needs an answer if no title of amounts states it: %s',
  (titles) => {
    const { csv } = inspectCsv(lines(titles, '2026-01-02;Cash;-5.00', '2026-01-03;Card;-7.50'), NO_CSV_MEMORY, {});
    expect(csv?.questions.map(({ about }) => about)).toContain('currency');
  },
);
