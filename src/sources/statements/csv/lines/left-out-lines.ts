import { absoluteAmount, addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';
import { currencyBeside, isNumber, readNumber } from '../../../../core/amount-text.ts';
import { mentionsTotals, plainWords, roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvMapping, CsvStatusColumn } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { ZERO } from '../../statement-builder.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import type { ProvenLines } from '../arithmetic/proven-lines.ts';
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
  const [isOut, isIn] = [words.has('out'), words.has('in')];
  return !words.has(null) && (roleOfTitle(title) === 'direction' ? isOut || isIn : isOut && isIn);
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

  /**
   * Throws statement_bad_date or statement_bad_amount if the line may be a transaction.
   * @param isFilledAlike true if the line fills the same columns as a transaction.
   */
  function reasonFor(row: readonly string[], index: number, isFilledAlike: boolean): LeftOutReason {
    const { date, balance, dateOrder } = mapping;
    const dateText = clean(row[date]);
    const isDated = isDateShaped(dateText);
    const noDay = () => badDate(table, index, date, dateText, dateOrder);
    if (isDated && readDate(dateText, dateOrder) === null) throw noDay();
    const hasAmount = moneyPlaces(mapping.amount).some((place) => isNumber(clean(row[place])));
    const isRepeated = (hasAmount || !isDated) && isTotal(row);
    if ((mentionsTotals(row) && !isFilledAlike) || labelOfLine(table, row) !== null || isRepeated) return 'other';
    if (hasAmount && mapping.amount.kind === 'stepped') return 'open';
    allDetails ??= findDetails();
    if (allDetails.has(index)) return 'detail';
    const hasOther = hasOtherMoney(mapping, row);
    if (isDated) {
      // A changed balance, or a number in an unmapped column, means that the amount is missing.
      const hasChanged = balance != null && proven.steps === null && isNumber(clean(row[balance]));
      const isPending = statusOf(clean(row[mapping.status?.column ?? -1])) === 'pending';
      if (!hasChanged && (!hasOther || isPending)) return 'note';
      throw rowError(table, index, null, 'statement_bad_amount', { reason: 'csvMissing' });
    }
    // Some cards state the direction only of what is booked.
    const isUnbooked =
      mapping.amount.kind === 'two' && dateText === '' && row.some((cell) => isDateShaped(clean(cell)));
    if (isUnbooked && !hasAmount) return 'note';
    // A number alone is an unlabelled total.
    const isAlone = row.filter((cell) => cell.trim() !== '').length < 2;
    if (!isAlone && (/^\d/.test(dateText) || hasAmount || hasOther)) throw noDay();
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

  /**
   * Parts of a collective booking: lines below it without an amount, whose other numbers add up to it, or that the
   * balance leaves out.
   */
  function findDetails(): ReadonlySet<number> {
    const details = new Set<number>();
    const money = moneyPlaces(mapping.amount);
    const bookings = new Map(dated.map((line) => [line.index, line]));
    let above: DatedLine | undefined;
    let below: { readonly index: number; readonly numbers: readonly NumberCell[] }[] = [];
    const close = (): void => {
      const addsUp = below[0]?.numbers.some(({ place }) => {
        const column = below.flatMap(({ numbers }) => numbers.filter((one) => one.place === place));
        const sum = column.map(({ amount }) => amount).reduce(addAmounts, ZERO);
        return column.length === below.length && above !== undefined && sum === absoluteAmount(above.amount);
      });
      if (addsUp === true || proven.balances !== null) for (const { index } of below) details.add(index);
      below = [];
    };
    for (let index = table.first; index < table.rows.length; index += 1) {
      const row = table.rows[index] ?? [];
      const numbers = numbersIn(row, mapping);
      const date = clean(row[mapping.date]);
      const isPart = above !== undefined && numbers.length > 0 && ['', clean(above.row[mapping.date])].includes(date);
      if (isPart && money.every((place) => !isNumber(clean(row[place])))) {
        const others = numbers.filter(({ place }) => place !== mapping.balance);
        if (others.length > 0) below.push({ index, numbers: others });
        continue;
      }
      close();
      above = bookings.get(index);
    }
    close();
    return details;
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
  const sumsOf = (some: readonly (readonly Amount[])[]): Amount[] =>
    some.map((side) => side.reduce(addAmounts, ZERO)).filter((sum) => sum !== ZERO);
  // The sum of a single transaction is its amount, which another transaction may also have.
  const totals = sumsOf(sides.filter(({ length }) => length > 1));
  const alone = amounts.length < 2 ? [] : sumsOf(sides.filter(({ length }) => length === 1));
  return {
    sums: new Set([...totals, ...balances.slice(0, 2), ...balances.slice(-2)].map(absoluteAmount)),
    single: new Set(alone.map(absoluteAmount)),
  };
}

interface NumberCell {
  readonly place: number;
  readonly cell: string;
  readonly amount: Amount;
}

function numbersIn(row: readonly string[], { decimalMark }: CsvMapping): NumberCell[] {
  return row.flatMap((text, place) => {
    const cell = clean(text);
    const amount = /[1-9]/.test(cell) && !isDateShaped(cell) ? readNumber(cell, decimalMark) : null;
    return amount === null ? [] : [{ place, cell, amount: absoluteAmount(amount) }];
  });
}

/** An amount in an unmapped column beside a text: a transaction that another file would explain. */
function hasOtherMoney(
  { amount, fee, balance, description, columns: titles }: CsvMapping,
  row: readonly string[],
): boolean {
  const mappedColumns = new Set([...moneyPlaces(amount), fee, balance]);
  // Stocks are split without money.
  const isPrice = (place: number): boolean => PRICE.test(plainWords(titles[place] ?? ''));
  const isMoney = (cell: string): boolean => /\d[.,]\d\d(?!\d)/.test(cell) || currencyBeside(cell) !== null;
  return (
    row.some(
      (cell, place) => !mappedColumns.has(place) && !isPrice(place) && isNumber(clean(cell)) && isMoney(clean(cell)),
    ) && description.some((place) => /\p{L}/u.test(clean(row[place])))
  );
}

const PRICE = /\b(?:price|kurs|quantity|shares|units|cours|precio|prezzo|rate)\b/;
