import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, readAnswered } from '../../../../../test/support/csv-files.ts';
import { NO_CSV_MEMORY } from '../../statement.ts';
import { inspectCsv } from '../csv-format.ts';

const file = (...lines: readonly string[]) => csvFile(`${lines.join('\n')}\n`);
const ANSWERS = { account: 'Giro', currency: 'EUR' };

describe('CSV amounts of two currencies', () => {
  const aboutAmount = (...lines: readonly string[]) =>
    inspectCsv(file(...lines), NO_CSV_MEMORY, { answers: ANSWERS }).csv?.questions.map(({ about }) => about);

  test.each([
    ['CAD$;USD$', '-45.20;', ';0.34', ['-45.20 CAD', '0.34 USD']],
    ['Soles;Dólares', '-25.00;', ';-9.99', ['-25.00 PEN', '-9.99 USD']],
    ['CLP;USD', '-2500.00;', ';-9.99', ['-2500.00 CLP', '-9.99 USD']],
    ['Importe $;Importe U$S', '890,00;0,00', '0,00;15,00', ['890.00 UYU', '15.00 USD']],
    ['Pesos;Dólares', '-25.000,00;', ';-9,99', ['-25000.00 UYU', '-9.99 USD']],
  ])(
    'below “%s” have the currency of their column, or else the one that the user names',
    (titles, first, second, sums) => {
      const card = file(`Date;Details;${titles}`, `2026-10-13;Metro;${first}`, `2026-10-21;Pago;${second}`);
      const answers = { account: 'Card', sign: 'as-written' } as const;
      const needed = sums.includes('890.00 UYU') || titles.startsWith('Pesos') ? ['currency'] : [];
      expect(inspectCsv(card, NO_CSV_MEMORY, { answers }).csv?.questions.map(({ about }) => about)).toEqual(needed);
      const { transactions } = readAnswered(card, needed.length > 0 ? { ...answers, currency: 'UYU' } : answers);
      expect(transactions.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(sums);
    },
  );

  test('need an answer if a line fills the columns of both currencies', () => {
    const lines = ['2026-10-13;Metro;-45.20;', '2026-10-20;Hotel;;-80.00', '2026-10-21;Taxi;-30.00;-21.00'];
    expect(aboutAmount('Date;Details;CAD$;USD$', ...lines)).toContain('amount');
  });

  test('are read from the column that has all of them', () => {
    const found = readAnswered(file('Date;Details;CAD$;USD$', '2026-10-13;Metro;-45.20;', '2026-10-14;Cafe;-8.00;'), {
      account: 'Giro',
    });
    expect(csvLines(found)).toEqual(['2026-10-13 -45.20 CAD Metro', '2026-10-14 -8.00 CAD Cafe']);
  });

  const home = '2026-11-27;Cafe;EUR;-120,00;-120,00';
  const abroad = '2026-11-20;Taxi;GBP;-12,30;-14,54';

  test('are read from the column whose title names a currency if both columns are equal in some lines', () => {
    const found = readAnswered(file('Datum;Naam;Munt;Bedrag;Bedrag in EUR', home, abroad), { account: 'Card' });
    expect(csvLines(found)).toEqual(['2026-11-27 -120.00 EUR Cafe', '2026-11-20 -14.54 EUR Taxi']);
  });

  test('need an answer if the columns are never equal, because one may be a conversion to another currency', () => {
    expect(aboutAmount('Datum;Naam;Munt;Bedrag;Bedrag in EUR', abroad)).toContain('amount');
  });

  test.each(['SUMA SĄSKAITOS VALIUTA', 'Amount in account currency', 'Importe en divisa de la cuenta'])(
    'are read from the column titled “%s”, although the other amount column differs in few lines',
    (title) => {
      const lines = [
        '2026-04-01;Maxima;-23,18;-23,18',
        '2026-04-02;Rimi;-5,10;-5,10',
        '2026-04-04;Adobe;-49,99;-46,21',
      ];
      const found = readAnswered(file(`Date;Text;Suma;${title}`, ...lines), ANSWERS);
      expect(found.transactions.map(({ amount }) => amount)).toEqual(['-23.18', '-5.10', '-46.21']);
    },
  );

  test('are not read from a column that is zero in most lines', () => {
    const found = readAnswered(
      file('Data;Nome;Valor (em US$);Valor (em R$)', '2026-10-12;Cafe;0;-19.90', '2026-10-13;Hotel;-20.00;-109.72'),
      { account: 'Card' },
    );
    expect(csvLines(found)).toEqual(['2026-10-12 -19.90 BRL Cafe', '2026-10-13 -109.72 BRL Hotel']);
  });

  test('are read from the column of charges, not from that of the original purchases', () => {
    const found = readAnswered(
      file('תאריך;שם בית עסק;סכום עסקה;סכום חיוב', '2026-03-02;KSP;-3000.00;-1000.00', '2026-03-05;Cafe;-45.00;-45.00'),
      ANSWERS,
    );
    expect(found.transactions.map(({ amount }) => amount)).toEqual(['-1000.00', '-45.00']);
  });
});
