import { absoluteAmount, addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';
import { isNumber, readNumber } from '../../../../core/amount-text.ts';
import { daysBetween, type CalendarDate } from '../../../../core/calendar-date.ts';
import { mentionsTotals, plainWords, roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped, readDate } from '../../../../core/date-text.ts';
import { ZERO } from '../../statement-builder.ts';
import { excerpt } from '../../statement-error.ts';
import { hasAmount, isMoneyLike, moneyPlaces } from '../arithmetic/amounts.ts';
import type { ProvenLines } from '../arithmetic/chain.ts';
import { labelOfLine, lookAtColumns, type CsvColumn } from '../table/csv-columns.ts';
import { clean, rowError, type CsvTable } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';

type Row = readonly string[];

/** A line with a day and an amount. Others are judged by these. */
export interface DatedLine {
  readonly index: number;
  readonly row: Row;
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly isPending: boolean;
}

/** The reason why a line is not a transaction. `other`: a total or a balance; `open`: the balance does not show its direction yet. */
export type LeftOutReason = 'declined' | 'neutral' | 'detail' | 'note' | 'open' | 'other';

/** Judges lines without a day or without an amount: pending ones, totals, details and notes. */
export function createOtherLines(
  table: CsvTable,
  mapping: CsvMapping,
  proven: ProvenLines,
  dated: readonly DatedLine[],
) {
  const { date, dateOrder, description, amount, status, balance } = mapping;
  const cellOf = (row: Row, place: number): string => clean(row[place]);
  const isPendingWord = (cell: string): boolean => statusOf(clean(cell)) === 'pending';
  const { sums, single } = findTotals(mapping, dated);
  const [first, last] = [dated[0], dated.at(-1)];
  const [newest = null] = dated
    .map((line) => line.date)
    .toSorted()
    .slice(-1);
  const otherDates = otherDateColumns(table, date);
  let allDetails: ReadonlySet<number> | undefined;
  const noDay = (index: number, text: string) => {
    const unreadable = { reason: 'csvUnreadable', text: excerpt(text), order: dateOrder } as const;
    return rowError(table, index, date, 'statement_bad_date', text === '' ? { reason: 'csvMissing' } : unreadable);
  };

  /** The day of a pending line: another one in the line, else the newest of the file. Null for other lines. */
  function pendingDay(row: Row, index: number): CalendarDate | null {
    const word = cellOf(row, date);
    if (/\d/.test(word) || !isPayment(row) || isTotal(row)) return null;
    const days = otherDates.flatMap((place) => readDate(cellOf(row, place), dateOrder) ?? []);
    // A day in a text often belongs to another year.
    const day = days.find((one) => newest === null || Math.abs(daysBetween(newest, one)) <= NEAR_DAYS) ?? null;
    // An unknown word, or none, next to the newest lines.
    const isPending = [word, cellOf(row, status?.column ?? -1)].some(isPendingWord) || day !== null;
    if (!isPending && !isNewest(index, word !== '')) return null;
    if (newest === null) throw noDay(index, '');
    return day ?? newest;
  }

  function isPayment(row: Row): boolean {
    const hasText = description.some((place) => /\p{L}/u.test(cellOf(row, place)));
    return hasText && hasAmount(row, amount) && labelOfLine(table, row) === null;
  }

  /** Unlike a total, the line fills several columns of the first transaction. A single one shows no difference. */
  function isFilledAlike(row: Row): boolean {
    if (dated.length === 1 && !isKnown()) return isPayment(row);
    const decisive = new Set([date, ...moneyPlaces(amount)]);
    const places = [...row.keys()].filter((place) => !decisive.has(place) && cellOf(row, place) !== '');
    const texts = places.filter((place) => description.includes(place));
    return (places.length > 2 || texts.length > 1) && places.every((place) => clean(first?.row[place]) !== '');
  }

  /** Several lines with a day, or one with a balance, show that the others are pending. */
  function isKnown(): boolean {
    // A single line cannot prove its balance, but its title names it.
    const place = balance ?? table.titles.findIndex((title) => roleOfTitle(title) === 'balance');
    const days = table.rows.slice(table.first).filter((row) => readDate(cellOf(row, date), dateOrder) !== null);
    return days.length > 1 || days.some((row) => isNumber(cellOf(row, place)));
  }

  /** Pending lines are newer than all lines with a day. */
  function isNewest(index: number, isEither: boolean): boolean {
    if (first === undefined || last === undefined) return isEither;
    const isBelow = first.index < index;
    if (isBelow && last.index > index) return false;
    return isEither || (first.date === last.date ? isKnown() : first.date < last.date === isBelow);
  }

  /** Throws statement_bad_date or statement_bad_amount if the line may be a transaction. */
  function reasonFor(row: Row, index: number): LeftOutReason {
    const dateText = cellOf(row, date);
    const isDated = isDateShaped(dateText);
    if (isDated && readDate(dateText, dateOrder) === null) throw noDay(index, dateText);
    const hasSum = hasAmount(row, amount);
    const isRepeated = (hasSum || !isDated) && isTotal(row);
    if ((mentionsTotals(row) && !isFilledAlike(row)) || labelOfLine(table, row) !== null || isRepeated) return 'other';
    if (hasSum && amount.kind === 'stepped') return 'open';
    allDetails ??= findDetails();
    if (allDetails.has(index)) return 'detail';
    const hasOther = hasOtherMoney(mapping, row);
    if (isDated) {
      // A changed balance, or a number in an unmapped column, means that the amount is missing.
      const hasChanged = balance != null && proven.steps === null && isNumber(cellOf(row, balance));
      if (!hasChanged && (!hasOther || isPendingWord(row[status?.column ?? -1] ?? ''))) return 'note';
      throw rowError(table, index, null, 'statement_bad_amount', { reason: 'csvMissing' });
    }
    // Some cards state the direction only of what is booked.
    const isUnbooked = amount.kind === 'two' && dateText === '' && row.some((cell) => isDateShaped(clean(cell)));
    // A number alone is an unlabelled total.
    const isAlone = row.filter((cell) => cell.trim() !== '').length < 2;
    if ((hasSum || !isUnbooked) && !isAlone && (/^\d/.test(dateText) || hasSum || hasOther))
      throw noDay(index, dateText);
    return 'note';
  }

  /** True if every number is a sum of the transactions, a balance before or after all, or their count. */
  function isTotal(row: Row): boolean {
    const numbers = numbersIn(row, mapping);
    const isSum = ({ amount: one }: NumberCell): boolean => sums.has(one) || single.has(one);
    return (
      // A pending transaction may have the amount of another one.
      !row.some(isPendingWord) &&
      numbers.some((one) => sums.has(one.amount)) &&
      numbers.every((one) => isSum(one) || (/^\d{1,5}$/.test(one.cell) && Number(one.cell) <= dated.length))
    );
  }

  /** Lines below a collective booking without an amount, whose other numbers add up to it or not to the balance. */
  function findDetails(): ReadonlySet<number> {
    const details = dated.flatMap((above) => {
      const below: { readonly index: number; readonly numbers: readonly NumberCell[] }[] = [];
      for (let index = above.index + 1; index < table.rows.length; index += 1) {
        const row = table.rows[index] ?? [];
        const isSameDay = ['', cellOf(above.row, date)].includes(cellOf(row, date));
        const numbers = isSameDay && !hasAmount(row, amount) ? numbersIn(row, mapping) : [];
        if (numbers.length === 0) break;
        const others = numbers.filter(({ place }) => place !== balance);
        if (others.length > 0) below.push({ index, numbers: others });
      }
      const addsUp = below[0]?.numbers.some(({ place }) => {
        const column = below.flatMap(({ numbers }) => numbers.filter((one) => one.place === place));
        const sum = column.map((one) => one.amount).reduce(addAmounts, ZERO);
        return column.length === below.length && sum === absoluteAmount(above.amount);
      });
      return addsUp === true || proven.balances !== null ? below.map(({ index }) => index) : [];
    });
    return new Set(details);
  }

  return { pendingDay, reasonFor };
}

const NEAR_DAYS = 90;

/** Other columns of days; titled ones before those that may be texts. A reference may look like a day, but not in every line. */
function otherDateColumns(table: CsvTable, date: number): readonly number[] {
  const isTitled = ({ role }: CsvColumn): boolean => role?.endsWith('date') === true;
  return lookAtColumns(table)
    .columns.filter(({ place, dates }) => place !== date && dates > 1)
    .filter((column) => (isTitled(column) ? column.dates > column.filled / 2 : column.dates === column.filled))
    .toSorted((a, b) => Number(isTitled(b)) - Number(isTitled(a)))
    .map(({ place }) => place);
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

const PRICE = /\b(?:price|kurs|quantity|shares|units|cours|precio|prezzo|rate)\b/;
