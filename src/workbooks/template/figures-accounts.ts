import { BALANCE_COLUMNS, type BalanceColumn } from '../../core/balance-sheet.ts';
import { SHEET_NAMES } from '../headers.ts';
import { beside, downTo, on, wholeColumn } from './formula.ts';
import { ACCOUNTS, CURRENT, FIGURES, LAST_BALANCE, LIMITS, line, MAIN, upTo, type Line } from './figures-places.ts';

function balances(name: BalanceColumn): string {
  return on(SHEET_NAMES.balances, wholeColumn(BALANCE_COLUMNS.indexOf(name)));
}

/**
 * Each bank account of the Balances sheet by its first row there, and what it held at the end of each month: its latest
 * balance until then. An account is known by its id, one that a person typed by its name.
 */
export function accounts(): Line[] {
  const rows = (name: BalanceColumn): string => upTo(SHEET_NAMES.balances, BALANCE_COLUMNS.indexOf(name), LAST_BALANCE);
  const key = `IF(${rows('accountId')}<>"",${rows('accountId')}&"",${rows('account')}&"")`;
  const isOfCurrency = `(${rows('currency')}=${CURRENT})+(${rows('currency')}="")*(${CURRENT}=${MAIN})`;
  const whereValid = (then: string): string =>
    `IF(ISNUMBER(${rows('date')}),IF(ISNUMBER(${rows('amount')}),IF(${isOfCurrency},${then})))`;
  const list = Array.from({ length: LIMITS.accounts + 1 }, (_, place): Line => {
    const row = ACCOUNTS + place;
    const above = downTo(0, ACCOUNTS - 1, row - 1);
    const first = `SMALL(${whereValid(`IF(ISNA(MATCH(${key},${above},0)),ROW(${rows('date')}))`)},1)`;
    const id = `INDEX(${balances('accountId')},${first})`;
    const found = `IFERROR(IF(${id}<>"",${id}&"",INDEX(${balances('account')},${first})&""),"")`;
    return line(row, 0, place === 0 ? found : `IF(${beside(0, row - 1)}="","",${found})`, undefined, true);
  });
  const values = Array.from({ length: LIMITS.accounts }, (_, place): Line[] => {
    const row = ACCOUNTS + place;
    const at = beside(2, row);
    // Of the days until then the latest, and of its rows the last: both in one number.
    const latest = (before: string): string =>
      `MOD(LARGE(${whereValid(`IF(${key}=${beside(0, row)},IF(${rows('date')}<${before},INT(${rows('date')})*1048576+ROW(${rows('date')})))`)},1)-1,1048576)+1`;
    const shown = (column_: BalanceColumn): string => `IF(${at}="","",INDEX(${balances(column_)},${at}))`;
    return [
      line(row, 1, shown('account')),
      line(
        row,
        2,
        `IF(${beside(0, row)}="","",IFERROR(${latest(FIGURES.months.end(LIMITS.months - 1))},""))`,
        undefined,
        true,
      ),
      line(row, 3, shown('date'), 'date'),
      ...Array.from({ length: LIMITS.months }, (_each, month) =>
        month === LIMITS.months - 1
          ? line(row, 4 + month, shown('amount'), 'amount')
          : line(
              row,
              4 + month,
              `IF(${beside(0, row)}="","",IFERROR(INDEX(${balances('amount')},${latest(FIGURES.months.end(month))}),""))`,
              'amount',
              true,
            ),
      ),
    ];
  }).flat();
  return [...list, ...values];
}
