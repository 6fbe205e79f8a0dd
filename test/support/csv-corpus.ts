import type { CsvAnswers } from '../../src/core/csv-mapping.ts';
import { ASIAN_CORPUS } from './csv-corpus-asia.ts';

interface Case {
  /** The answers that only a user can give. */
  readonly answers?: CsvAnswers;
  /** The account as the sheet shows it, without the fingerprint in its id. */
  readonly account: string;
  readonly lines: readonly string[];
}

/** The expected result for each file of `test/fixtures/statements/csv`. */
export const CORPUS: Readonly<Record<string, Case>> = {
  ...ASIAN_CORPUS,
  'account-column-latin1.csv': {
    account: 'iban:9890 Account ••9890',
    lines: [
      '2026-01-30 -25.90 EUR MÜLLER & SÖHNE//KÖLN/DE - 2026-01-29T18:12 Debitk.1 2029-12',
      '2026-01-15 -6.90 EUR ENTGELTABSCHLUSS',
      '2026-01-02 450.00 EUR Jörg Weiß - Miete Zimmer 5 € (pending)',
    ],
  },
  'af-bij.csv': {
    account: 'iban:4300 Account ••4300',
    lines: [
      '2026-01-31 -7.25 EUR Bakkerij Kruimel - Pasvolgnr: 001 31-01-2026 10:12',
      '2026-01-25 2000.00 EUR Papiermolen BV - Salaris januari',
    ],
  },
  'apostrophes.csv': {
    account: 'iban:2957 Account ••2957',
    lines: ['2026-01-30 -12.35 CHF Kauf Dorfladen', '2026-01-25 5500.00 CHF Lohn Papierwerk AG'],
  },
  'app-bank.csv': {
    answers: { account: 'Pocket' },
    account: 'csv Pocket',
    lines: [
      '2026-01-13 -3.20 GBP Corner Café - CORNER CAFE LONDON',
      '2026-01-14 25.00 GBP Ada Byron - rent share',
      '2026-01-15 -1.81 GBP METRO PARIS',
    ],
  },
  'card-inverted.csv': {
    answers: { currency: 'usd', sign: 'inverted' },
    account: 'account:1004 Account ••1004',
    lines: [
      '2026-01-30 -31.40 USD TIN WHISTLE PUB',
      '2026-01-18 -12.00 USD PAPER & PENS',
      '2026-01-15 250.00 USD AUTOPAY PAYMENT - THANK YOU',
    ],
  },
  'dare-avere.csv': {
    answers: { account: 'Conto 0042' },
    account: 'csv Conto 0042',
    lines: ['2026-01-31 -12.00 EUR PAGAMENTO POS PANETTERIA', '2026-01-20 1300.00 EUR STIPENDIO'],
  },
  'debit-credit-latin9.csv': {
    answers: { account: 'Compte', accountNumber: 'FR14 2004 1010 0505 0001 3M02 606' },
    account: 'iban:2606 Compte ••2606',
    lines: [
      '2026-01-31 -45.10 EUR PRLVT ÉLECTRICITÉ 45 € - R0001',
      '2026-01-28 1950.00 EUR VIREMENT SALAIRE - R0002',
      "2026-01-05 -3.40 EUR CARTE 03/01 CAFÉ DE L'ŒUF - R0003",
    ],
  },
  'month-first.csv': {
    answers: { account: 'Checking', currency: 'USD' },
    account: 'csv Checking',
    lines: [
      '2026-01-30 -54.20 USD MAPLE MARKET 0042, SPRINGFIELD',
      '2026-01-15 2000.00 USD PAPERMILL PRESS PAYROLL PPD ID: 1',
      '2026-01-02 -120.00 USD CHECK 1044',
    ],
  },
  'month-names.csv': {
    answers: { account: 'Current' },
    account: 'csv Current',
    lines: ['2026-01-30 -12.40 GBP GREEN GROCER LTD', '2026-01-15 200.00 GBP A BYRON RENT'],
  },
  'multi-line-footer.csv': {
    answers: { account: 'Haushalt', currency: 'EUR' },
    account: 'csv Haushalt',
    lines: ['2026-01-02 -650.00 EUR Dauerauftrag Miete "Altbau"; Januar', '2026-01-15 1000.00 EUR Lohn'],
  },
  'as-of.csv': {
    answers: { account: 'Brokerage', currency: 'USD' },
    account: 'csv Brokerage',
    lines: [
      '2026-01-17 0.39 USD Interest Paid',
      '2026-01-16 -40.00 USD TIN WHISTLE ATM',
      '2026-01-15 1040.00 USD PAPERMILL PRESS PAYROLL',
    ],
  },
  'completed-date.csv': {
    answers: { account: 'Pocket' },
    account: 'csv Pocket',
    lines: [
      '2026-01-29 -14.50 EUR Noodle Bar',
      '2026-01-30 -20.00 EUR Book Barn',
      '2026-01-31 -14.50 EUR Noodle Bar (pending)',
    ],
  },
  'foreign-amounts.csv': {
    answers: { account: 'Travel' },
    account: 'csv Travel',
    lines: [
      '2026-01-30 -2.05 GBP METRO PARIS',
      '2026-01-29 -3.20 GBP CORNER CAFE',
      '2026-01-28 25.00 GBP RENT SHARE',
      '2026-01-27 -9.99 GBP BOOK BARN',
    ],
  },
  'kontostand.csv': {
    answers: { account: 'Giro' },
    account: 'csv Giro',
    lines: [
      '2026-01-31 -4.20 EUR Bäckerei Krümel (pending)',
      '2026-01-30 -89.00 EUR Stadtwerke Süd',
      '2026-01-28 500.00 EUR Papierwerk GmbH',
      '2026-01-27 -50.00 EUR Saldo Schuhe',
    ],
  },
  'no-header-out-in-balance.csv': {
    answers: { account: 'Chequing', currency: 'CAD' },
    account: 'csv Chequing',
    lines: [
      '2026-01-05 -54.20 CAD GREEN GROCER',
      '2026-01-07 -120.00 CAD CHEQUE 0042',
      '2026-01-15 2000.00 CAD PAPERMILL PRESS PAY',
      '2026-01-20 -31.40 CAD TIN WHISTLE PUB',
    ],
  },
  'ofx-moments.csv': {
    answers: { account: 'Card' },
    account: 'csv Card',
    lines: [
      '2026-01-30 -31.40 USD TIN WHISTLE PUB',
      '2026-01-18 -12.00 USD PAPER & PENS',
      '2026-01-15 2.50 USD REFUND',
    ],
  },
  'opening-in-amount.csv': {
    answers: { account: 'Current' },
    account: 'csv Current',
    lines: ['2026-01-05 -54.20 GBP Green Grocer', '2026-01-07 -20.00 GBP Balance Yoga Studio'],
  },
  'quoted-quotes.csv': {
    answers: { account: 'Checking' },
    account: 'csv Checking',
    lines: [
      '2026-01-30 -12.00 USD The "Blue" Door, "Bar"',
      '2026-01-29 -10.00 USD "Quoted"',
      '2026-01-28 -5.00 USD Said "no"',
    ],
  },
  'saldo-anterior.csv': {
    answers: { account: 'Conta' },
    account: 'csv Conta',
    lines: [
      '2026-01-13 -25.50 BRL Padaria Central',
      '2026-01-15 3000.00 BRL Pagamento Salário',
      '2026-01-20 -1200.00 BRL Aluguel',
    ],
  },
  'start-and-end-balance.tsv': {
    account: 'account:3456 Account ••3456',
    lines: [
      '2026-01-05 -12.50 EUR Fietsenmaker',
      '2026-01-07 -80.00 EUR Energie Zuid',
      '2026-01-25 1500.00 EUR Papiermolen BV',
    ],
  },
  'thousands.csv': {
    answers: { account: 'Ahorros' },
    account: 'csv Ahorros',
    lines: [
      '2026-01-28 -29000.00 COP Panadería Miga',
      '2026-01-27 1500000.00 COP Nómina Papelera',
      '2026-01-26 -800500.00 COP Arriendo',
      '2026-01-25 -500.00 COP Tienda',
    ],
  },
  'title-over-currency.csv': {
    answers: { account: 'Betaalrekening' },
    account: 'csv Betaalrekening',
    lines: [
      '2026-01-30 -7.25 EUR Bakkerij Kruimel',
      '2026-01-25 1500.00 EUR Papiermolen BV',
      '2026-01-24 -80.00 EUR Energie Zuid',
      '2026-01-22 -12.50 EUR Fietsenmaker',
    ],
  },
  'turnover-lines.csv': {
    account: 'iban:5685 Account ••5685',
    lines: [
      '2026-01-05 -4.50 EUR Pagari pood - Ostud',
      '2026-01-10 1500.00 EUR Paberivabrik OÜ - Palk',
      '2026-01-12 -60.00 EUR Elekter AS - Arve 7',
    ],
  },
  'wide-preamble.csv': {
    answers: { account: 'Everyday', currency: 'AUD' },
    account: 'csv Everyday',
    lines: [
      '2026-01-30 -54.20 AUD GREEN GROCER',
      '2026-01-29 -5.00 AUD TRAM TICKET',
      '2026-01-13 200.00 AUD RENT SHARE',
    ],
  },
  'withdrawals-deposits.csv': {
    answers: { account: 'Savings' },
    account: 'csv Savings',
    lines: [
      '2026-01-15 5000.00 SGD SALARY, PAPERMILL',
      '2026-01-14 -4.50 SGD NETS KOPITIAM',
      '2026-01-13 -88.20 SGD GIRO UTILITIES',
    ],
  },
  'no-header.csv': {
    answers: { account: 'Checking', currency: 'USD' },
    account: 'csv Checking',
    lines: [
      '2026-01-30 -12.50 USD COFFEE HOUSE 12 SPRINGFIELD',
      '2026-01-15 1500.00 USD PAPERMILL PRESS PAYROLL',
      '2026-01-14 -800.00 USD CHECK # 1045',
    ],
  },
  'parentheses.csv': {
    answers: { currency: 'USD' },
    account: 'account:3334 Account ••3334',
    lines: [
      '2026-01-30 -40.10 USD ELM STREET FUEL',
      '2026-01-15 0.42 USD DIVIDEND',
      '2026-01-14 -1000.00 USD CHECK 101',
    ],
  },
  'preamble-semicolon.csv': {
    account: 'iban:9890 Account ••9890',
    lines: [
      '2026-01-30 -4.20 EUR Bäckerei Krümel - Brötchen',
      '2026-01-28 2812.45 EUR Papierwerk GmbH - Gehalt Januar',
      '2026-01-03 -1089.00 EUR Stadtwerke Süd - Abschlag Strom (pending)',
    ],
  },
  'soll-haben.csv': {
    answers: { account: 'Volks' },
    account: 'csv Volks',
    lines: ['2026-01-15 -89.00 EUR Gartenmarkt - Erde und Töpfe', '2026-01-14 120.50 EUR Finanzamt - Erstattung'],
  },
  'spaces.csv': {
    answers: { account: 'Lönekonto' },
    account: 'csv Lönekonto',
    lines: [
      '2026-01-30 -1234.50 SEK Hyra januari',
      '2026-01-25 10000.00 SEK Lön Pappersbruket',
      '2026-01-24 -500.00 SEK Mataffären',
    ],
  },
  'state-and-fee.csv': {
    account: 'csv Current',
    lines: [
      '2026-01-02 200.00 EUR Top-Up by *1234',
      '2026-01-06 -14.50 EUR Noodle Bar',
      '2026-01-09 -51.00 EUR Cash at Old Town',
    ],
  },
  'summary-above.csv': {
    answers: { account: 'Checking', currency: 'USD' },
    account: 'csv Checking',
    lines: ['2026-01-05 -1100.50 USD THE TIN WHISTLE', '2026-01-12 250.00 USD Transfer from savings'],
  },
  'tabs-utf16.tsv': {
    answers: { account: 'Konto' },
    account: 'csv Konto',
    lines: [
      '2026-01-30 -49.99 PLN Płatność kartą - Księgarnia Łódź',
      '2026-01-15 1000.00 PLN Przelew przychodzący - Wynagrodzenie',
      '2026-01-10 -4.40 PLN Blik - Bilet',
    ],
  },
  'wallet-fees.csv': {
    answers: { account: 'Wallet' },
    account: 'csv Wallet',
    lines: [
      '2026-01-30 96.80 EUR Studio Linden',
      '2026-01-30 -20.00 USD Book Barn',
      '2026-01-31 -18.40 EUR General Currency Conversion',
      '2026-01-31 20.00 USD General Currency Conversion',
    ],
  },
  'windows-1250.csv': {
    account: 'iban:2874 Account ••2874',
    lines: [
      '2026-01-30 -12.99 PLN ZAKUP ŻABKA ŁÓDŹ',
      '2026-01-15 4000.00 PLN WYPŁATA Wrzesień',
      '2026-01-02 -700.00 PLN ŻŁOBEK',
    ],
  },
};
