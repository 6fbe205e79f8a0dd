import { describe, expect, test } from 'vitest';
import { amountsOf, csvFile, csvLines, questionsOf, readAnswered } from '../../../../test/support/csv-files.ts';

describe('fees beside CSV amounts', () => {
  test('a fee with a minus lowers the amount, also beside a pair of columns and alone in its line', () => {
    const lines = ['2026-01-12,Shop,-90.00,-1.50', '2026-01-13,Cinema,-40.00,', '2026-01-14,Pay,900.00,'];
    const answers = { fee: 'Fee' };
    expect(amountsOf(['Date,Text,Amount,Fee', ...lines], answers)).toEqual(['-91.50', '-40.00', '900.00']);
    const pair = [
      '2026-01-11,Pay,60.00,,,998.50',
      '2026-01-12,Shop,,-90.00,-1.50,907.00',
      '2026-01-14,Card,,,-2.00,905.00',
    ];
    expect(amountsOf(['Date,Text,In,Out,Fee,Balance', ...pair])).toEqual(['60.00', '-91.50', '-2.00']);
    expect(
      questionsOf(['Date,Text,In,Out,Fee', ...pair.slice(0, 2).map((line) => line.replace(/,[^,]*$/, ''))]),
    ).toEqual(['fee']);
  });

  test('charges beside amounts are fees, unless they repeat the amounts', () => {
    const lines = [
      '2026-01-12,Cash,-90.00,1.50,908.50',
      '2026-01-13,Cinema,-40.00,0.00,868.50',
      '2026-01-14,Pay,60.00,2.00,926.50',
    ];
    expect(amountsOf(['Date,Text,Amount,Charges,Balance', ...lines])).toEqual(['-91.50', '-40.00', '58.00']);
    expect(questionsOf(['Date,Text,Amount,Charges', ...lines.map((line) => line.replace(/,[^,]*$/, ''))])).toEqual([
      'fee',
    ]);
    const repeated = ['2026-01-12,Shop,-90.00,-90.00', '2026-01-13,Cinema,-40.00,-40.00', '2026-01-14,Pay,60.00,'];
    expect(amountsOf(['Date,Text,Amount,Charges', ...repeated])).toEqual(['-90.00', '-40.00', '60.00']);
  });

  test('a fee beside an account and a currency is proven by the balance of each account in each currency', () => {
    const lines = [
      '2026-01-12,Giro,EUR,Shop,-90.00,0.00,910.00',
      '2026-01-13,Giro,EUR,Cash,-40.00,0.50,869.50',
      '2026-01-13,Giro,USD,Cafe,-4.00,0.00,96.00',
      '2026-01-14,Giro,USD,Cash,-20.00,1.00,75.00',
      '2026-01-14,Savings,EUR,Rest,40.00,0.00,40.00',
      '2026-01-15,Giro,EUR,Pay,60.00,0.00,929.50',
    ];
    const table = csvFile(['Date,Product,Currency,Text,Amount,Fee,Balance', ...lines].join('\n'));
    expect(csvLines(readAnswered(table, {})).map((line) => line.split(' ')[1])).toEqual([
      '-90.00',
      '-40.50',
      '-4.00',
      '-21.00',
      '40.00',
      '60.00',
    ]);
  });
});

describe('columns beside CSV amounts', () => {
  test('the amount column needs an answer if another column differs from it only in a few lines', () => {
    const lines = [
      '2026-01-12,Laptop 2/6,-600.00,-100.00',
      '2026-01-13,Cafe,-9.50,-9.50',
      '2026-01-14,Paid,80.00,80.00',
    ];
    expect(questionsOf(['Date,Text,Amount,This period', ...lines])).toEqual(['amount']);
    expect(amountsOf(['Date,Text,Amount,This period', ...lines], { amount: 'This period' })).toEqual([
      '-100.00',
      '-9.50',
      '80.00',
    ]);
    expect(amountsOf(['Date,Text,Amount,Orig. sum', ...lines])).toEqual(['-600.00', '-9.50', '80.00']);
  });

  test('a title states that amounts are in cents', () => {
    const lines = ['2026-01-12;Kunde;238000', '2026-01-13;Adobe;-7139', '2026-01-14;Porto;-85'];
    expect(amountsOf(['Datum;Text;Betrag (in Cent)', ...lines])).toEqual(['2380.00', '-71.39', '-0.85']);
  });

  test('a column of zeros causes no question about the amount column', () => {
    const lines = ['12.01.2026;-90,50;Card;;Shop;0', '13.01.2026;-7,20;Card;;Cafe;0', '14.01.2026;-8,10;Card;;Kino;0'];
    expect(amountsOf(lines)).toEqual(['-90.50', '-7.20', '-8.10']);
  });
});
