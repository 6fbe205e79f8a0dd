import { absoluteAmount, addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';
import { currencyBeside, isNumber, readNumber } from '../../../../core/amount-text.ts';
import { mentionsTotals, plainWords, roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvMapping, CsvStatusColumn } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { ZERO } from '../../statement-builder.ts';
import { hasAmount, moneyPlaces } from '../arithmetic/amounts.ts';
import type { ProvenLines } from '../arithmetic/chain.ts';
import { badDate } from '../reading/guess-date.ts';
import { labelOfLine, columnsOf, directionOf, lookAtColumns, type CsvColumn } from '../table/csv-columns.ts';
import { clean, rowError, type CsvTable } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';
import type { DatedLine } from './undated-lines.ts';

/** The reason why a line is not a transaction. `other`: a total or a balance; `open`: the balance does not show its direction yet. */
export type LeftOutReason = 'declined' | 'neutral' | 'detail' | 'note' | 'open' | 'other';

/** "Info" may be above any text, "Status" above a few words. */
export function findStatusColumn(columns: readonly CsvColumn[]): CsvColumn | undefined {
  const meanings = ({ values }: CsvColumn) => values.map(statusOf);
  return (
    columnsOf(columns, 'status').find(
      (column) => column.filled > 0 && (column.title.toLowerCase() !== 'info' || !meanings(column).includes(null)),
    ) ??
    columns.find((column) => {
      const found = column.role === null ? meanings(column) : [];
      return found.some((meaning) => meaning !== 'posted') && found.includes('posted') && !found.includes(null);
    })
  );
}

function hasDirections({ values, title }: CsvColumn): boolean {
  const words = new Set(values.map((value) => (NEUTRAL.has(value.toLowerCase()) ? 'neutral' : directionOf(value))));
  const sides = (['out', 'in'] as const).filter((side) => words.has(side));
  return !words.has(null) && sides.length >= (roleOfTitle(title) === 'direction' ? 1 : 2);
}

const NEUTRAL = new Set(['/', '不计收支', '中性交易', '其他', 'neutral', 'internal', 'none', 'n/a']);

/** Blanks lines of declined payments and of moves between the user's own accounts. The result is cached per table. */
export function separateLines(
  table: CsvTable,
  status: CsvStatusColumn | null,
): { readonly table: CsvTable; readonly leftOut: ReadonlyMap<number, LeftOutReason> } {
  const key = JSON.stringify(status);
  const cached = separated.get(table);
  if (cached?.key === key) return cached;
  const { columns } = lookAtColumns(table);
  const isOfDays = ({ dates, filled }: CsvColumn): boolean => dates > filled / 2;
  const places = columns
    .filter((column) => isOfDays(column) || column.place === status?.column)
    .map(({ place }) => place);
  const marks = columns.filter(hasDirections).map(({ place }) => place);
  const leftOut = new Map<number, LeftOutReason>();
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    const isDeclined = places.some((place) => {
      const word = clean(row[place]);
      return !/^\d|^$/.test(word) && statusOf(word) === 'left' && status?.posted.includes(word.toLowerCase()) !== true;
    });
    if (isDeclined) leftOut.set(index, 'declined');
    else if (marks.some((place) => NEUTRAL.has(clean(row[place]).toLowerCase()))) leftOut.set(index, 'neutral');
  }
  const rows = table.rows.map((row, index) => (leftOut.has(index) ? row.map(() => '') : row));
  const result = { key, table: leftOut.size === 0 ? table : { ...table, rows }, leftOut };
  separated.set(table, result);
  return result;
}

const separated = new WeakMap<CsvTable, ReturnType<typeof separateLines> & { readonly key: string }>();

export function createLeftOutLines(
  table: CsvTable,
  mapping: CsvMapping,
  proven: ProvenLines,
  dated: readonly DatedLine[],
) {
  const { sums, single } = findTotals(mapping, dated);
  let allDetails: ReadonlySet<number> | undefined;

  /** Throws statement_bad_date or statement_bad_amount if the line may be a transaction. */
  function reasonFor(row: readonly string[], index: number, isFilledAlike: boolean): LeftOutReason {
    const { date, balance, dateOrder, amount, status } = mapping;
    const dateText = clean(row[date]);
    const isDated = isDateShaped(dateText);
    const noDay = () => badDate(table, index, date, dateText, dateOrder);
    if (isDated && readDate(dateText, dateOrder) === null) throw noDay();
    const hasSum = hasAmount(row, amount);
    const isRepeated = (hasSum || !isDated) && isTotal(row);
    if ((mentionsTotals(row) && !isFilledAlike) || labelOfLine(table, row) !== null || isRepeated) return 'other';
    if (hasSum && amount.kind === 'stepped') return 'open';
    allDetails ??= findDetails();
    if (allDetails.has(index)) return 'detail';
    const hasOther = hasOtherMoney(mapping, row);
    if (isDated) {
      // A changed balance, or a number in an unmapped column, means that the amount is missing.
      const hasChanged = balance != null && proven.steps === null && isNumber(clean(row[balance]));
      const isPending = statusOf(clean(row[status?.column ?? -1])) === 'pending';
      if (!hasChanged && (!hasOther || isPending)) return 'note';
      throw rowError(table, index, null, 'statement_bad_amount', { reason: 'csvMissing' });
    }
    // Some cards state the direction only of what is booked.
    const isUnbooked = amount.kind === 'two' && dateText === '' && row.some((cell) => isDateShaped(clean(cell)));
    // A number alone is an unlabelled total.
    const isAlone = row.filter((cell) => cell.trim() !== '').length < 2;
    if ((hasSum || !isUnbooked) && !isAlone && (/^\d/.test(dateText) || hasSum || hasOther)) throw noDay();
    return 'note';
  }

  /** True if every number is a sum of the transactions, a balance before or after all, or their count. */
  function isTotal(row: readonly string[]): boolean {
    const numbers = numbersIn(row, mapping);
    // A pending transaction may have the amount of another one.
    if (numbers.length === 0 || row.some((cell) => statusOf(clean(cell)) === 'pending')) return false;
    const isSum = ({ amount }: NumberCell): boolean => sums.has(amount) || single.has(amount);
    return (
      numbers.some(({ amount }) => sums.has(amount)) &&
      numbers.every((one) => isSum(one) || (/^\d{1,5}$/.test(one.cell) && Number(one.cell) <= dated.length))
    );
  }

  /** Lines below a collective booking without an amount, whose other numbers add up to it or not to the balance. */
  function findDetails(): ReadonlySet<number> {
    const details = dated.flatMap((above) => {
      const below: { readonly index: number; readonly numbers: readonly NumberCell[] }[] = [];
      for (let index = above.index + 1; index < table.rows.length; index += 1) {
        const row = table.rows[index] ?? [];
        const isSameDay = ['', clean(above.row[mapping.date])].includes(clean(row[mapping.date]));
        const numbers = isSameDay && !hasAmount(row, mapping.amount) ? numbersIn(row, mapping) : [];
        if (numbers.length === 0) break;
        const others = numbers.filter(({ place }) => place !== mapping.balance);
        if (others.length > 0) below.push({ index, numbers: others });
      }
      const addsUp = below[0]?.numbers.some(({ place }) => {
        const column = below.flatMap(({ numbers }) => numbers.filter((one) => one.place === place));
        const sum = column.map(({ amount }) => amount).reduce(addAmounts, ZERO);
        return column.length === below.length && sum === absoluteAmount(above.amount);
      });
      return addsUp === true || proven.balances !== null ? below.map(({ index }) => index) : [];
    });
    return new Set(details);
  }

  return { reasonFor, isTotal };
}

/** `sums`: sums and balances that a total line may repeat. `single`: the amount of the only transaction in one direction. */
function findTotals({ balance, decimalMark }: CsvMapping, dated: readonly DatedLine[]) {
  const amounts = dated.map(({ amount }) => amount);
  const balances = dated.flatMap(({ row, amount }) => {
    const after = balance == null ? null : readNumber(clean(row[balance]), decimalMark);
    return after === null ? [] : [after, addAmounts(after, negateAmount(amount))];
  });
  const isOut = (amount: Amount): boolean => amount.startsWith('-');
  const sides = [amounts, amounts.filter(isOut), amounts.filter((amount) => !isOut(amount))];
  const totals = sides.map((side) => ({ count: side.length, sum: absoluteAmount(side.reduce(addAmounts, ZERO)) }));
  const sumsOf = (fits: (count: number) => boolean): Amount[] =>
    totals.flatMap(({ count, sum }) => (fits(count) && sum !== ZERO ? [sum] : []));
  const ends = [...balances.slice(0, 2), ...balances.slice(-2)].map(absoluteAmount);
  // The sum of a single transaction is its amount, which another transaction may also have.
  return {
    sums: new Set([...sumsOf((count) => count > 1), ...ends]),
    single: new Set(amounts.length < 2 ? [] : sumsOf((count) => count === 1)),
  };
}

type NumberCell = ReturnType<typeof numbersIn>[number];

function numbersIn(row: readonly string[], { decimalMark }: CsvMapping) {
  return row.flatMap((text, place) => {
    const cell = clean(text);
    const amount = /[1-9]/.test(cell) && !isDateShaped(cell) ? readNumber(cell, decimalMark) : null;
    return amount === null ? [] : [{ place, cell, amount: absoluteAmount(amount) }];
  });
}

/** An amount in an unmapped column beside a text: a transaction that another file would explain. */
function hasOtherMoney({ amount, fee, balance, description, columns: titles }: CsvMapping, row: readonly string[]) {
  const mappedColumns = new Set([...moneyPlaces(amount), fee, balance]);
  const isMoney = (cell: string, place: number): boolean =>
    // Stocks are split without money.
    !mappedColumns.has(place) && !PRICE.test(plainWords(titles[place] ?? '')) && isNumber(cell) && isMoneyLike(cell);
  return row.map(clean).some(isMoney) && description.some((place) => /\p{L}/u.test(clean(row[place])));
}

function isMoneyLike(cell: string): boolean {
  return /\d[.,]\d\d(?!\d)/.test(cell) || currencyBeside(cell) !== null;
}

const PRICE = /\b(?:price|kurs|quantity|shares|units|cours|precio|prezzo|rate)\b/;
