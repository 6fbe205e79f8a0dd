import type { CsvAnswers } from '../../src/core/csv-mapping.ts';

/** A bank with an unusual table layout: the first file that a user downloads, and the next one. */
export interface OddBank {
  readonly name: string;
  readonly files: readonly [OddFile, OddFile];
  /** The answers to the questions that Pennyrow must ask about the first file; it must ask no other questions. */
  readonly answers: CsvAnswers;
}

export interface OddFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** For example "2026-01-05 -54.20 CAD GREEN GROCER", in file order. */
  readonly rows: readonly string[];
}

const file = (name: string, lines: readonly string[], rows: readonly string[]): OddFile => ({
  name,
  bytes: Buffer.from(lines.join('\r\n') + '\r\n'),
  rows,
});

/** Encodes the file in the single-byte encoding of banks of western Europe. */
const inOneByte = (made: OddFile): OddFile => ({ ...made, bytes: Buffer.from(made.bytes.toString('utf8'), 'latin1') });

/** The table has no titles. The first month has no incoming amounts, so that a column is empty. */
const WITHOUT_TITLES: OddBank = {
  name: 'Out, in and balance without titles',
  answers: { currency: 'CAD', account: 'Chequing' },
  files: [
    file(
      'accountactivity.csv',
      [
        '01/20/2026,TIN WHISTLE PUB,31.40,,914.40',
        '01/07/2026,CHEQUE 0042,120.00,,945.80',
        '01/05/2026,GREEN GROCER,54.20,,1065.80',
      ],
      [
        '2026-01-20 -31.40 CAD TIN WHISTLE PUB',
        '2026-01-07 -120.00 CAD CHEQUE 0042',
        '2026-01-05 -54.20 CAD GREEN GROCER',
      ],
    ),
    file(
      'accountactivity (1).csv',
      ['02/06/2026,PAPERMILL PRESS PAY,,2000.00,2894.40', '02/03/2026,GREEN GROCER,20.00,,894.40'],
      ['2026-02-06 2000.00 CAD PAPERMILL PRESS PAY', '2026-02-03 -20.00 CAD GREEN GROCER'],
    ),
  ],
};

/** The preamble has more cells than the table, including the account's number and currency. */
const WIDE_PREAMBLE: OddBank = {
  name: 'A preamble that is wider than the table',
  answers: {},
  files: [
    file(
      'export-januar.csv',
      [
        'Kontonummer:;CH93 0076 2011 6238 5295 7;;Währung:;CHF;;Kunde:;Lara Muster;;Stand:;31.01.2026',
        'Von:;01.01.2026;;Bis:;31.01.2026;;;;;;',
        '',
        'Datum;Buchungstext;Betrag;Saldo',
        "30.01.2026;Lohn Papiermühle AG;5'200.00;6'141.30",
        "12.01.2026;Miete;-1'450.00;941.30",
        "05.01.2026;Bäckerei Krümel;-8.70;2'391.30",
      ],
      [
        '2026-01-30 5200.00 CHF Lohn Papiermühle AG',
        '2026-01-12 -1450.00 CHF Miete',
        '2026-01-05 -8.70 CHF Bäckerei Krümel',
      ],
    ),
    file(
      'export-februar.csv',
      [
        'Kontonummer:;CH93 0076 2011 6238 5295 7;;Währung:;CHF;;Kunde:;Lara Muster;;Stand:;04.02.2026',
        'Von:;01.02.2026;;Bis:;04.02.2026;;;;;;',
        '',
        'Datum;Buchungstext;Betrag;Saldo',
        "03.02.2026;Kiosk am Bahnhof;-4.20;6'137.10",
      ],
      ['2026-02-03 -4.20 CHF Kiosk am Bahnhof'],
    ),
  ],
};

/** D and K mark the direction, also of opening, turnover and closing lines. */
const LETTERS: OddBank = {
  name: 'D and K beside lines of balances and turnovers',
  answers: {},
  files: [
    file(
      'statement.csv',
      [
        '"Kliendi konto";"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit";"Arhiveerimistunnus"',
        '"EE382200221020145685";"01.01.2026";"";"Algsaldo";"1000,00";"EUR";"K";""',
        '"EE382200221020145685";"05.01.2026";"Rimi";"kaart 4711";"12,50";"EUR";"D";"2026010500001"',
        '"EE382200221020145685";"28.01.2026";"Paberivabrik AS";"Palk";"1500,00";"EUR";"K";"2026012800002"',
        '"EE382200221020145685";"31.01.2026";"";"Käive";"12,50";"EUR";"D";""',
        '"EE382200221020145685";"31.01.2026";"";"Käive";"1500,00";"EUR";"K";""',
        '"EE382200221020145685";"31.01.2026";"";"Lõppsaldo";"2487,50";"EUR";"K";""',
      ],
      ['2026-01-05 -12.50 EUR Rimi - kaart 4711', '2026-01-28 1500.00 EUR Paberivabrik AS - Palk'],
    ),
    file(
      'statement (2).csv',
      [
        '"Kliendi konto";"Kuupäev";"Saaja/Maksja";"Selgitus";"Summa";"Valuuta";"Deebet/Kreedit";"Arhiveerimistunnus"',
        '"EE382200221020145685";"01.02.2026";"";"Algsaldo";"2487,50";"EUR";"K";""',
        '"EE382200221020145685";"02.02.2026";"Kohvik Kuma";"kaart 4711";"4,00";"EUR";"D";"2026020200003"',
        '"EE382200221020145685";"02.02.2026";"";"Käive";"4,00";"EUR";"D";""',
        '"EE382200221020145685";"02.02.2026";"";"Lõppsaldo";"2483,50";"EUR";"K";""',
      ],
      ['2026-02-02 -4.00 EUR Kohvik Kuma - kaart 4711'],
    ),
  ],
};

/** The amount's title is above the currency column; the amount column has none. */
const TITLE_OVER_CURRENCY: OddBank = {
  name: 'Titles above the currency',
  answers: { account: 'Konto osobiste' },
  files: [
    file(
      'historia.csv',
      [
        'Data operacji;Opis operacji;Kwota;;Saldo po operacji;',
        '2026-01-30;Wynagrodzenie Papiernia;PLN;4200,00;PLN;5135,30',
        '2026-01-15;Żabka 0042;PLN;-14,70;PLN;935,30',
        '2026-01-03;Czynsz;PLN;-1800,00;PLN;950,00',
      ],
      [
        '2026-01-30 4200.00 PLN Wynagrodzenie Papiernia',
        '2026-01-15 -14.70 PLN Żabka 0042',
        '2026-01-03 -1800.00 PLN Czynsz',
      ],
    ),
    file(
      'historia_2.csv',
      [
        'Data operacji;Opis operacji;Kwota;;Saldo po operacji;',
        '2026-02-02;Księgarnia Pod Lipą;PLN;-39,90;PLN;5095,40',
      ],
      ['2026-02-02 -39.90 PLN Księgarnia Pod Lipą'],
    ),
  ],
};

/** The titles of two columns contain the currency. The account is above them, and there is no balance. */
const CURRENCY_IN_TITLES: OddBank = {
  name: 'Withdrawals (SGD) and Deposits (SGD)',
  answers: {},
  files: [
    file(
      'TransactionHistory_20260131.csv',
      [
        'Account details for:,Everyday Account 123-456-789-001',
        'Available Balance,"4,321.00"',
        'Ledger Balance,"4,321.00"',
        '',
        'Transaction History',
        'Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)',
        '05/01/2026,05/01/2026,Hawker Centre,"12.50",',
        '09/01/2026,09/01/2026,GIRO Rent,"1,900.00",',
        '28/01/2026,28/01/2026,Salary Papermill Pte Ltd,,"4,800.00"',
      ],
      [
        '2026-01-05 -12.50 SGD Hawker Centre',
        '2026-01-09 -1900.00 SGD GIRO Rent',
        '2026-01-28 4800.00 SGD Salary Papermill Pte Ltd',
      ],
    ),
    file(
      'TransactionHistory_20260204.csv',
      [
        'Account details for:,Everyday Account 123-456-789-001',
        'Available Balance,"4,310.00"',
        'Ledger Balance,"4,310.00"',
        '',
        'Transaction History',
        'Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)',
        '02/02/2026,03/02/2026,Kopi Stall,"11.00",',
      ],
      ['2026-02-02 -11.00 SGD Kopi Stall'],
    ),
  ],
};

/** A single-byte encoding, and pending lines ("offen") without a booking date. */
const PENDING_WITHOUT_DAY: OddBank = {
  name: 'Pending lines without a day',
  answers: {},
  files: [
    inOneByte(
      file(
        'Umsaetze_Januar.csv',
        [
          'Kontonummer;DE02 1001 0010 0006 8201 01',
          '',
          'Buchungstag;Belegdatum;Empfänger;Verwendungszweck;Betrag (EUR)',
          'offen;30.01.2026;Nudelbar Süd;;-14,50',
          '29.01.2026;28.01.2026;Bücherei Nord;Leihfrist;-3,00',
          '27.01.2026;27.01.2026;Papierwerk GmbH;Gehalt;2.900,00',
          '12.01.2026;11.01.2026;Stadtwerke Süd;Abschlag;-96,00',
        ],
        [
          '2026-01-30 -14.50 EUR Nudelbar Süd (pending)',
          '2026-01-29 -3.00 EUR Bücherei Nord - Leihfrist',
          '2026-01-27 2900.00 EUR Papierwerk GmbH - Gehalt',
          '2026-01-12 -96.00 EUR Stadtwerke Süd - Abschlag',
        ],
      ),
    ),
    inOneByte(
      file(
        'Umsaetze_Februar.csv',
        [
          'Kontonummer;DE02 1001 0010 0006 8201 01',
          '',
          'Buchungstag;Belegdatum;Empfänger;Verwendungszweck;Betrag (EUR)',
          'offen;03.02.2026;Bäckerei Krümel;;-2,80',
          '02.02.2026;30.01.2026;Nudelbar Süd;;-14,50',
        ],
        ['2026-02-03 -2.80 EUR Bäckerei Krümel (pending)', '2026-02-02 -14.50 EUR Nudelbar Süd'],
      ),
    ),
  ],
};

/** The first month has no outgoing amounts; their notation appears in the second. */
const ONLY_MONEY_IN: OddBank = {
  name: 'Only money in at first',
  answers: { account: 'Rainy days' },
  files: [
    file(
      'savings-jan.csv',
      ['Date,Details,Money out (GBP),Money in (GBP)', '16/01/2026,Standing order,,250.00', '31/01/2026,Interest,,3.12'],
      ['2026-01-16 250.00 GBP Standing order', '2026-01-31 3.12 GBP Interest'],
    ),
    file(
      'savings-feb.csv',
      [
        'Date,Details,Money out (GBP),Money in (GBP)',
        '03/02/2026,New boiler,-900.00,',
        '16/02/2026,Standing order,,250.00',
      ],
      ['2026-02-03 -900.00 GBP New boiler', '2026-02-16 250.00 GBP Standing order'],
    ),
  ],
};

export const ODD_BANKS: readonly OddBank[] = [
  WITHOUT_TITLES,
  WIDE_PREAMBLE,
  LETTERS,
  TITLE_OVER_CURRENCY,
  CURRENCY_IN_TITLES,
  PENDING_WITHOUT_DAY,
  ONLY_MONEY_IN,
];
