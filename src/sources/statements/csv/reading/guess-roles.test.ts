import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, mappingOf, readAnswered } from '../../../../../test/support/csv-files.ts';
import { inspectCsv } from '../csv-format.ts';
import { readStatement } from '../../../../../test/support/read-statement.ts';
import { NO_CSV_MEMORY } from '../../statement.ts';

const ANSWERS = { account: 'Giro', currency: 'EUR' };
const file = (...lines: readonly string[]) => csvFile(lines.join('\n') + '\n');

describe('the booking day in a CSV file', () => {
  test.each([
    ['Transaction date', 'Posting date'],
    ['Date', 'Posted'],
    ['Data operacji', 'Data księgowania'],
    ['Datum transakce', 'Datum zaúčtování'],
    ['Fecha operación', 'Fecha contable'],
    ['Kjøpsdato', 'Bokført dato'],
    ['Transaktionsdatum', 'Reskontradatum'],
    ['Valuta Date', 'Booked At'],
    ['Data Val.', 'Data Cont.'],
    ['取引日', '記帳日'],
    ['Datum prijema/Datum transakcije', 'Datum izvršenja'],
  ])('is not in “%s” but in the column “%s”', (purchase, booking) => {
    const found = readAnswered(
      file(
        `${purchase};${booking};Details;Amount`,
        '2026-01-02;2026-01-04;Shop;-4,00',
        '2026-01-03;2026-01-05;Cafe;-1,00',
      ),
      ANSWERS,
    );
    expect(found.transactions.map(({ date }) => date)).toEqual(['2026-01-04', '2026-01-05']);
  });

  test.each([
    ['Date;Montant', '-4,00', ['2026-03-01', '2026-03-02']],
    ['Date;Montant', '$ -1.234,00', ['2026-03-01', '2026-03-02']],
    ['Date;Montant', '-320,50 DH', ['2026-03-01', '2026-03-02']],
    ['Date;Amount', '$ -1,234.00', 'dateOrder'],
    ['Date;Amount', '-4.00', 'dateOrder'],
    ['Date;Amount;Rate', '-4.00;0,85', 'dateOrder'],
  ])('is read as day before month only if amounts have decimal commas: %s %s', (titles, amount, expected) => {
    const days = file(`${titles};Details`, ...['01/03/2026', '02/03/2026'].map((day) => `${day};${amount};Shop`));
    if (Array.isArray(expected))
      expect(readAnswered(days, ANSWERS).transactions.map(({ date }) => date)).toEqual(expected);
    else
      expect(inspectCsv(days, NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions).toMatchObject([{ about: expected }]);
  });

  test.each([
    ['Date,Date Time', '27-11-2026', '27-11-2026 19:02:11.123'],
    ['datetime,date', '2026-11-27T08:00:11.123Z', '2026-11-27'],
    ['Date,Timestamp', '27-11-2026', '2026-11-27 10:11:12'],
  ])('is in the first of two columns with the same day, one with a time: %s', (titles, one, two) => {
    const lines = file(`${titles},Details,Amount`, `${one},${two},Shop,-4.00`, `${one},${two},Inn,-9.00`);
    expect(readAnswered(lines, ANSWERS).transactions[0]?.date).toBe('2026-11-27');
    expect(mappingOf(lines, ANSWERS).mapping).toMatchObject({ date: 0, unseen: [1] });
  });

  const days = (title: string, ...texts: string[]) =>
    file(`${title};Details;Amount`, ...texts.map((day) => `${day};Shop;-4.00`));

  test.each(['Fecha', 'Data', 'Buchungsdatum', 'Ημερομηνία', 'תאריך', 'Date d’opération'])(
    'is before the month below “%s” if the lines then span fewer months',
    (title) => {
      const found = readAnswered(days(title, '01/10/2026', '05/10/2026'), ANSWERS);
      expect(found.transactions.map(({ date }) => date)).toEqual(['2026-10-01', '2026-10-05']);
    },
  );

  test.each([
    ['Date', '01/10/2026', '05/10/2026'],
    ['Fecha', '10/01/2026', '10/05/2026'],
    ['Fecha', '01/10/2026', '01/10/2026'],
  ])('needs an answer below “%s” for %s and %s', (title, ...texts) => {
    const { csv } = inspectCsv(days(title, ...texts), NO_CSV_MEMORY, { answers: ANSWERS });
    expect(csv?.questions).toMatchObject([{ about: 'dateOrder' }]);
  });

  test.each([
    ['EUR', []],
    ['USD', ['dateOrder']],
  ])(
    'is before the month in a file of %s, in which the lines then span far fewer months, or needs an answer',
    (...args) => {
      const [currency, questions] = args;
      const answers = { account: 'Giro', currency };
      const { csv } = inspectCsv(days('Date', '01/10/2026', '05/10/2026', '07/10/2026'), NO_CSV_MEMORY, { answers });
      expect(csv?.questions.map(({ about }) => about)).toEqual(questions);
    },
  );

  test.each([
    ['Date,Settlement Date', '2026-10-21'],
    ['Run Date,Settlement Date', '2026-10-21'],
    ['Transaction Date,Settlement Date', '2026-10-23'],
  ])('of a broker, below “%s”, is %s', (titles, day) => {
    const lines = ['2026-10-21,2026-10-23,Fund,-4.00', '2026-10-28,2026-10-28,Fee,-9.00'];
    expect(readAnswered(file(`${titles},Details,Amount`, ...lines), ANSWERS).transactions[0]?.date).toBe(day);
  });

  test.each([
    ['in the column of another day', ['Date,Value date,Details,Amount', '01/03/2026,13/03/2026,Shop,-4.00']],
    [
      'above the table',
      [
        'Statement from 01/03/2026 to 31/03/2026,,',
        'Date,Details,Amount',
        '01/03/2026,Shop,-4.00',
        '02/03/2026,Bar,-1.00',
      ],
    ],
  ])('is read with the order of day and month of the dates %s', (_where, lines) => {
    expect(readAnswered(file(...lines), ANSWERS).transactions[0]?.date).toBe('2026-03-01');
  });

  test('is the later of two days with similar headers if the lines are sorted by it', () => {
    const titles = 'Posting date,Booking date,Details,Amount';
    const [one, two] = ['2026-01-04,2026-01-02,Shop,-4.00', '2026-01-05,2026-01-05,Cafe,-1.00'];
    expect(readAnswered(file(titles, one, two), ANSWERS).transactions[0]?.date).toBe('2026-01-04');
    const contrary = file(titles, one, two, '2026-01-06,2026-01-08,Bar,-2.00');
    expect(inspectCsv(contrary, NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions.map(({ about }) => about)).toEqual([
      'date',
    ]);
  });

  test('is not the day on which the bill of a card is paid, more than a week after all purchases', () => {
    const lines = (...days: readonly string[]) =>
      file('Transaction date;Posting date;Text;Amount', ...days.map((day) => `${day};10-05-2026;Shop;-4,00`));
    const daysOf = (bytes: ReturnType<typeof file>) =>
      readAnswered(bytes, ANSWERS).transactions.map(({ date }) => date);
    expect(daysOf(lines('13-04-2026', '15-04-2026', '18-04-2026'))).toEqual(['2026-04-13', '2026-04-15', '2026-04-18']);
    expect(daysOf(lines('07-05-2026', '08-05-2026', '09-05-2026'))).toEqual(['2026-05-10', '2026-05-10', '2026-05-10']);
  });

  test('is the only column without a header whose days are sorted', () => {
    const lines = [
      '18.09.2026;Shop;18.09.2026;-4,00',
      '18.09.2026;Bar;16.09.2026;-3,00',
      '19.09.2026;Inn;18.09.2026;-2,00',
    ];
    const found = readAnswered(file(...lines), ANSWERS);
    expect(found.transactions.map(({ date }) => date)).toEqual(['2026-09-18', '2026-09-18', '2026-09-19']);
  });

  test('needs an answer if both columns of days are sorted within the lines of each account', () => {
    const lines = [
      '00471208151;2024-04-07;2024-04-07;Fuel;-15.00',
      '00471208151;2024-04-06;2024-04-07;Yoga;-12.00',
      '00471108150;2025-06-27;2025-06-27;Books;-61.85',
      '00471108150;2025-06-25;2025-06-27;Paper;1.00',
    ];
    const answers = { accountColumn: '1', currency: 'EUR' };
    const { csv } = inspectCsv(file(...lines), NO_CSV_MEMORY, { answers });
    expect(csv?.questions.map(({ about }) => about)).toEqual(['date']);
  });
});

describe('the amounts in a CSV file', () => {
  const amounts = (...lines: readonly string[]) =>
    readAnswered(file(...lines), ANSWERS).transactions.map(({ amount }) => amount);

  test('are in one of several amount columns if each other one is zero or repeats them without signs', () => {
    const titles = 'Date,Details,Amount (total),Amount (tax),Amount rounded';
    const lines = ['2026-01-02,Shop,-12.00,0,12.00', '2026-01-03,Ann,50.00,0,50.00', '2026-01-04,Bar,-3.00,0,3.00'];
    expect(amounts(titles, ...lines)).toEqual(['-12.00', '50.00', '-3.00']);
  });

  test('need an answer; the choices are the columns with headers for amounts, not all columns of numbers', () => {
    const table = file('Date;Details;Montant 1;Montant 2;Code', '2026-01-02;Shop;-23,45;-153,82;17');
    const [question] = inspectCsv(table, NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions ?? [];
    expect(question?.choices.map(({ value }) => value)).toEqual(['Montant 1', 'Montant 2']);
  });
});

describe('the description in a CSV file', () => {
  test('is the payer of money in and the recipient of money out, if a column names each', () => {
    const lines = [
      '01.06.2026;-36,15;MAIJA;S-MARKET',
      '27.06.2026;2415,88;YLIOPISTO;MAIJA',
      '28.06.2026;-2,50;MAIJA;PANKKI',
    ];
    const { transactions } = readAnswered(file('Kirjauspäivä;Summa;Maksaja;Saajan nimi', ...lines), ANSWERS);
    expect(transactions.map(({ description }) => description)).toEqual(['S-MARKET', 'YLIOPISTO', 'PANKKI']);
  });

  test('continues in the columns without a header after it, and has no category', () => {
    const lines = csvLines(
      readAnswered(
        file(
          'Date;Opis;;;Amount;Kategorie',
          '2026-01-02;Title: 17;Name: Kiosk;Place: Bern;-4,00;Groceries',
          '2026-01-03;From: 0815;Name: Acme;;-5,00;Other',
        ),
        ANSWERS,
      ),
    );
    expect(lines).toEqual([
      '2026-01-02 -4.00 EUR Title: 17 - Name: Kiosk - Place: Bern',
      '2026-01-03 -5.00 EUR From: 0815 - Name: Acme',
    ]);
  });

  test('comes from another column if the one with the header is empty, constant or a number', () => {
    const rows = ['2026-01-02', '2026-01-03', '2026-01-04'];
    const words = ['Kiosk', 'Rent', 'Cafe'];
    const texts = (titles: string, cells: (index: number) => string): string[] =>
      csvLines(
        readAnswered(
          file(`Date;${titles};Amount`, ...rows.map((day, index) => `${day};${cells(index)};-${index + 1},00`)),
          ANSWERS,
        ),
      ).map((line) => line.split(' EUR ')[1] ?? '');
    expect(texts('Details;Wording', (index) => `;${words[index]} 1`)).toEqual(['Kiosk 1', 'Rent 1', 'Cafe 1']);
    expect(texts('Description;Description 1', (index) => `My account;${words[index]}`)[0]).toMatch(/^Kiosk/);
    expect(texts('Details;Code', (index) => `4711-****-****-08${index}5 Df;${words[index]}`)).toEqual(words);
    expect(texts('Text;Voucher', (index) => `56130086${index}10;5490990004`)[1]).toBe('56130086110');
  });

  test('is not an empty column, a category or a placeholder such as a dash', () => {
    const texts = (...lines: readonly string[]) =>
      readAnswered(file(...lines), ANSWERS).transactions.map(({ description }) => description);
    const bolt = [
      'Date,Amount,Category,To / From,Description',
      '2026-01-02,-4.00,taxi,Bolt,',
      '2026-01-03,-1.00,fee,Kuda,',
    ];
    expect(texts(...bolt)).toEqual(['Bolt', 'Kuda']);
    const action = ['2026-01-02,-4.00,Debit Chase', '2026-01-03,-1.00,Fee Waiver', '2026-01-04,9.00,Deposit Acme'];
    const lines = action.map((line) => `${line},No Description`);
    expect(texts('Date,Amount,Action,Description', ...lines)).toEqual(['Debit Chase', 'Fee Waiver', 'Deposit Acme']);
  });

  test.each([
    ['transfer', 'false', 'true'],
    ['Cleared', 'Cleared', 'Cleared'],
    ['Uid', 'e8949dec-7de8-4c6e-9161-79cadab860fe', 'f633eceb-a7e9-4776-8b57-f043519612ea'],
  ])('is not a column “%s” with words that only a program needs', (title, one, two) => {
    const lines = ['2026-01-02', '2026-01-03', '2026-01-04'].map(
      (day, index) => `${day},-4.00,Shop ${index},${index === 1 ? two : one},`,
    );
    for (const titles of [`Date,Amount,Wording,${title},Payee`, `Date,Amount,Note,${title},Payee`]) {
      const { transactions } = readAnswered(file(titles, ...lines), ANSWERS);
      expect(transactions.map(({ description }) => description)).toEqual(['Shop 0', 'Shop 1', 'Shop 2']);
    }
  });

  test('keeps the column “Note” if several columns without a known header have words as well', () => {
    const lines = ['Market', 'Cafe', 'Tunes'].map(
      (note, at) => `2026-01-0${at + 2},Cash,Bank,Ann,4${at},-4.00,${note}`,
    );
    const { transactions } = readAnswered(file('Date,Pot,Type of pot,Author,Level,Amount,Note', ...lines), ANSWERS);
    expect(transactions.map(({ description }) => description)).toEqual(['Market', 'Cafe', 'Tunes']);
  });

  test('comes from the column with the most words if the usual one has no words in a line', () => {
    const lines = [
      'No Description,Cash,CARD PURCHASE BLUE CAFE',
      'ACME INC,Cash,BOUGHT ACME',
      'BETA INC,Cash,BOUGHT BETA',
      'GAMMA INC,Cash,BOUGHT GAMMA',
      'No Description,Cash,TRANSFER TO SAVINGS',
    ].map((texts, at) => `2026-01-0${at + 2},${texts},-4.0${at}`);
    const { transactions } = readAnswered(file('Date,Description,Type,Action,Amount', ...lines), ANSWERS);
    expect(transactions.map(({ description }) => description)).toEqual([
      'CARD PURCHASE BLUE CAFE',
      'ACME INC',
      'BETA INC',
      'GAMMA INC',
      'TRANSFER TO SAVINGS',
    ]);
  });

  test('has no e-mail address if another column names the payee', () => {
    const lines = ['2026-01-02,Ann Lee,shop@example.org,-4.00', '2026-01-03,Ben,me@example.org,-9.00'];
    const { transactions } = readAnswered(file('Date,Name,To email,Amount', ...lines), ANSWERS);
    expect(transactions.map(({ description }) => description)).toEqual(['Ann Lee', 'Ben']);
  });

  test('includes a column of transaction types with many different values if only one other column has texts', () => {
    const payees = ['Muster GmbH', 'Finanzamt', 'REWE Markt', 'Stadtwerke', 'Bahn AG', 'Vodafone'];
    const lines = payees.map((payee, at) => `0${at + 1}.11.2026;-4,10;${payee};Rechnung ${at}`);
    const { transactions } = readAnswered(file('Datum;Betrag;Buchungstext;Umsatztext', ...lines), ANSWERS);
    expect(transactions[0]?.description).toBe('Rechnung 0 - Muster GmbH');
  });

  test('includes a transaction type that differs in each line, in addition to a purpose that only some lines have', () => {
    const found = readAnswered(
      file(
        'Datum;Buchungstext;Betrag;Zahlungszweck',
        '02.01.2026;TWINT Ann;-4,00;',
        '03.01.2026;Kauf Kiosk;-1,00;Zeitung',
      ),
      ANSWERS,
    );
    expect(csvLines(found)).toEqual(['2026-01-02 -4.00 EUR TWINT Ann', '2026-01-03 -1.00 EUR Kauf Kiosk - Zeitung']);
  });
});

describe('the account in a CSV file', () => {
  const titles = 'Date,Details,Amount,Account Name,Account Number';
  const ofNumber = (number: string) => file(titles, `2026-01-02,Shop,-4.00,BYRON A,'${number}`);

  test('is identified by its number, even if the user gave another account the same name', () => {
    const { fingerprint, mapping } = mappingOf(ofNumber('600000-11112222'), ANSWERS);
    const memory = { mappings: [{ fingerprint, mapping }], account: 'Giro' };
    const [first, second] = ['600000-11112222', '600000-33334444'].map(
      (number) => readStatement(ofNumber(number), memory).transactions[0]?.account,
    );
    expect([first?.name, second?.name]).toEqual(['Giro ••2222', 'Giro ••4444']);
    expect(first?.id).not.toBe(second?.id);
  });

  test('is never the account of the payees', () => {
    const lines = [
      '2026-01-02,Shop,-4.00,111122223333',
      '2026-01-03,Ann,9.00,444455556666',
      '2026-01-04,Shop,-1.00,111122223333',
    ];
    const { csv } = inspectCsv(file('Date,Details,Amount,Account number', ...lines), NO_CSV_MEMORY, {
      answers: { currency: 'EUR' },
    });
    expect(csv?.questions.map(({ about }) => about)).toEqual(['account']);
  });

  test('is found below its own header in the lines above the table, even without the country code', () => {
    const found = readStatement(
      file(
        'Numer rachunku;',
        '61 1090 1014 0000 0712 1981 2874;',
        '',
        'Data księgowania;Opis;Kwota;Waluta',
        '2026-01-02;Sklep;-4,00;PLN',
      ),
    );
    expect(found.accounts[0]?.account).toMatchObject({ name: 'Account ••2874', id: expect.stringMatching(/^iban:/) });
  });
});

describe('the currency in a CSV file', () => {
  test('must be answered if lines in several currencies share one balance, even below the title “Asset Currency”', () => {
    const lines = [
      '2026-01-02,Fund,-4.00,USD,96.00',
      '2026-01-03,Fund,-1.00,CHF,95.00',
      '2026-01-04,Fee,-5.00,USD,90.00',
    ];
    const questions = (title: string) =>
      inspectCsv(file(`Date,Details,Amount,${title},Balance`, ...lines), NO_CSV_MEMORY, {
        answers: { account: 'Depot' },
      }).csv?.questions.map(({ about }) => about);
    expect(questions('Asset Currency')).toEqual(['currency']);
    expect(questions('Currency')).toEqual(['currency']);
  });
});

describe('the column of currencies in a CSV file', () => {
  const codesOf = (...lines: readonly string[]) =>
    readAnswered(file(...lines), { account: 'Wallet' }).transactions.map(({ currency }) => currency);

  test('is recognized if the balance adds up separately for each currency', () => {
    const lines = ['USD;-59.30;-59.30', 'USD;59.30;0.00', 'EUR;-9.99;-9.99', 'EUR;9.99;0.00', 'USD;-5.00;-5.00'];
    const titles = 'Date;Name;Currency;Net;Balance';
    expect(codesOf(titles, ...lines.map((line, day) => `2026-01-0${day + 1};Shop;${line}`))).toEqual(
      lines.map((line) => line.slice(0, 3)),
    );
  });

  test('is the one after the amount rather than the one before it', () => {
    const lines = ['2026-01-02;Shop;9.00;USD;-8.00;CHF', '2026-01-03;Cafe;4.00;CHF;-4.00;CHF'];
    expect(codesOf('Date;Name;Price;Currency;Amount;Currency', ...lines)).toEqual(['CHF', 'CHF']);
  });
});
