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
import { labelOfLine, lookAtColumns } from '../table/csv-columns.ts';
import { clean, rowError, type CsvTable } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';

type Row = readonly string[];

/** A line with a day and an amount, which is a transaction. */
export interface DatedLine {
  readonly index: number;
  readonly row: Row;
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly isPending: boolean;
}

/** A line without a day or without an amount, and the last dated line above it. */
export interface OtherLine extends Pick<DatedLine, 'index' | 'row'> {
  readonly above: DatedLine | null;
}

/** The reason why a line is not a transaction. `other`: a total or a balance; `open`: the balance does not show its direction yet. */
export type LeftOutReason = 'above' | 'declined' | 'neutral' | 'detail' | 'note' | 'open' | 'other';

/** Judges lines without a day or without an amount: pending ones, totals, details and notes. */
export function createOtherLines(
  table: CsvTable,
  mapping: CsvMapping,
  proven: ProvenLines,
  dated: readonly DatedLine[],
  others: readonly OtherLine[],
) {
  const { date, dateOrder, description, amount, status, balance } = mapping;
  const cellOf = (row: Row, place: number): string => clean(row[place]);
  const isPendingWord = (cell: string): boolean => statusOf(clean(cell)) === 'pending';
  const { sums, single } = findTotals(mapping, dated);
  const details = findDetails(mapping, proven, others);
  const [first, last] = [dated[0], dated.at(-1)];
  const [newest] = dated
    .map((line) => line.date)
    .toSorted()
    .toReversed();
  const hasDay = (row: Row): boolean => readDate(cellOf(row, date), dateOrder) !== null;
  const booked = dated.length > 1 ? dated.map(({ row }) => row) : table.rows.slice(table.first).filter(hasDay);
  // With only one line, arithmetic cannot show which column is the balance, so its title must.
  const balancePlace = balance ?? table.titles.findIndex((title) => roleOfTitle(title) === 'balance');
  // Several lines with a day, or one with a balance, show what booked lines look like.
  const isKnown = booked.length > 1 || booked.some((row) => isNumber(cellOf(row, balancePlace)));
  const otherDates = lookAtColumns(table).columns.filter(
    ({ place, dates, filled }) => place !== date && dates > 1 && dates === filled,
  );
  let isBelow = false;
  // True for lines below the final balance or a total, such as a credit limit, up to the next heading (for pending lines).
  const footers = table.rows.map((row, index) => {
    if (last === undefined || index <= last.index) return false;
    const isHeading = row.some((cell) => clean(cell) !== '') && !row.some((cell) => isNumber(clean(cell)));
    const isSum = proven.others.has(index) || labelOfLine(table, row) !== null || isTotal(row);
    isBelow = isSum || (isBelow && !isHeading);
    return isBelow && !/\d/.test(cellOf(row, date));
  });
  const noDay = (index: number, text: string) => {
    const unreadable = { reason: 'csvUnreadable', text: excerpt(text), order: dateOrder } as const;
    return rowError(table, index, date, 'statement_bad_date', text === '' ? { reason: 'csvMissing' } : unreadable);
  };

  /** The day of a pending line: one in another column, else the newest day of the file. Null if the line is not pending. */
  function pendingDay(line: OtherLine): CalendarDate | null {
    const { index, row } = line;
    const word = cellOf(row, date);
    const days = otherDates.flatMap(({ place }) => readDate(cellOf(row, place), dateOrder) ?? []);
    // A line with a day in another column is no total, even if its amount equals a sum.
    const isSum = days.length === 0 && isTotal(row);
    if (/\d/.test(word) || !isPayment(row) || isSum || details.has(index)) return null;
    // Ignores distant days, which may have another meaning, such as the day of a contract.
    const day = days.find((one) => newest === undefined || Math.abs(daysBetween(newest, one)) <= NEAR_DAYS);
    const isPending = day !== undefined || [word, cellOf(row, status?.column ?? -1)].some(isPendingWord);
    if (!isPending && (!isNewest(line, word !== '') || (word === '' && footers[index]))) return null;
    if (newest === undefined) throw noDay(index, '');
    return day ?? newest;
  }

  function hasText(row: Row): boolean {
    return description.some((place) => /\p{L}/u.test(cellOf(row, place)));
  }

  function isPayment(row: Row): boolean {
    return hasText(row) && hasAmount(row, amount) && labelOfLine(table, row) === null;
  }

  /** True if the line has a text and an amount in an unmapped column, so it may be a transaction. */
  function hasOtherMoney(row: Row): boolean {
    const mappedPlaces = new Set([...moneyPlaces(amount), mapping.fee, balance]);
    const isMoney = (cell: string, place: number): boolean =>
      // Ignores prices and quantities, because a stock split moves no money.
      !mappedPlaces.has(place) &&
      !PRICE.test(plainWords(table.titles[place] ?? '')) &&
      isNumber(cell) &&
      isMoneyLike(cell);
    return hasText(row) && row.map(clean).some(isMoney);
  }

  /** True if the line fills only columns that the first transaction fills, and several of them, unlike a total. */
  function isFilledAlike(row: Row): boolean {
    if (!isKnown) return isPayment(row);
    const decisive = new Set([date, ...moneyPlaces(amount)]);
    const places = [...row.keys()].filter((place) => !decisive.has(place) && cellOf(row, place) !== '');
    const texts = places.filter((place) => description.includes(place));
    return (places.length > 2 || texts.length > 1) && places.every((place) => clean(first?.row[place]) !== '');
  }

  /** True at the end of the table that has the newest lines, as pending lines are there; at both ends for a word instead of a day. */
  function isNewest({ above }: OtherLine, hasWord: boolean): boolean {
    if (first === undefined || last === undefined) return hasWord;
    if (above !== null && above !== last) return false;
    return hasWord || (first.date === last.date ? isKnown : first.date < last.date === (above !== null));
  }

  /** Throws statement_bad_date or statement_bad_amount if the line may be a transaction. */
  function reasonFor({ index, row }: OtherLine): LeftOutReason {
    const dateText = cellOf(row, date);
    const isDated = isDateShaped(dateText);
    if (isDated && readDate(dateText, dateOrder) === null) throw noDay(index, dateText);
    const hasSum = hasAmount(row, amount);
    const isRepeated = ((hasSum || !isDated) && isTotal(row)) || footers[index] === true;
    if ((mentionsTotals(row) && !isFilledAlike(row)) || labelOfLine(table, row) !== null || isRepeated) return 'other';
    if (hasSum && amount.kind === 'stepped') return 'open';
    if (details.has(index)) return 'detail';
    const hasOther = hasOtherMoney(row);
    if (isDated) {
      // A changed balance, or a number in an unmapped column, means that the amount is missing.
      const hasChanged = balance != null && proven.steps === null && isNumber(cellOf(row, balance));
      if (!hasChanged && (!hasOther || isPendingWord(row[status?.column ?? -1] ?? ''))) return 'note';
      throw rowError(table, index, null, 'statement_bad_amount', { reason: 'csvMissing' });
    }
    // Some cards leave both amounts empty until a transaction is booked. A line with a day only in another column is then pending.
    const isUnbooked = amount.kind === 'two' && dateText === '' && row.some((cell) => isDateShaped(clean(cell)));
    // A number alone is an unlabelled total.
    const isAlone = row.filter((cell) => cell.trim() !== '').length < 2;
    if ((hasSum || !isUnbooked) && !isAlone && (/^\d/.test(dateText) || hasSum || hasOther))
      throw noDay(index, dateText);
    return 'note';
  }

  /** True for a column in which transactions have a number besides the amount, such as a running total of the year. */
  function isOtherNumber(place: number): boolean {
    return ![...moneyPlaces(amount), balancePlace].includes(place) && isNumber(cellOf(first?.row ?? [], place));
  }

  /** True if every number is a sum of the transactions, a balance before or after all, or their count. */
  function isTotal(row: Row): boolean {
    const numbers = numbersIn(row, mapping);
    const isCount = (cell: string): boolean => /^\d{1,5}$/.test(cell) && Number(cell) <= dated.length;
    return (
      // A pending line is a transaction, even if its amount equals a sum or another amount.
      !row.some(isPendingWord) &&
      numbers.some((one) => sums.has(one.amount) && !isOtherNumber(one.place)) &&
      numbers.every(({ cell, amount: one }) => sums.has(one) || single.has(one) || isCount(cell))
    );
  }

  return { pendingDay, reasonFor };
}

const NEAR_DAYS = 90;

/** Details of a collective booking: lines right below it. Their numbers add up to it, or do not change the balance. */
function findDetails(
  mapping: CsvMapping,
  { balances }: ProvenLines,
  others: readonly OtherLine[],
): ReadonlySet<number> {
  const { date, amount } = mapping;
  const money = moneyPlaces(amount);
  // Ignores columns in which the collective booking has a number as well, such as a balance or a rate.
  const isDetail = (place: number, above: DatedLine): boolean =>
    money.includes(place) || !isNumber(clean(above.row[place]));
  const groups = [...Map.groupBy(others, ({ above }) => above)].flatMap(([above, lines]) => {
    if (above === null) return [];
    const below = lines
      .filter(({ index }, place) => index === above.index + 1 + place)
      .filter(({ row }) => ['', clean(above.row[date])].includes(clean(row[date])))
      .map((line) => ({ ...line, numbers: numbersIn(line.row, mapping).filter(({ place }) => isDetail(place, above)) }))
      .filter(({ numbers }) => numbers.length > 0);
    const numbers = below.flatMap((line) => line.numbers);
    // A single amount that equals the one above may be a pending payment instead of a detail.
    const isSum = [...Map.groupBy(numbers, ({ place }) => place)].some(
      ([place, column]) =>
        (column.length > 1 || !money.includes(place)) &&
        column.map((one) => one.amount).reduce(addAmounts) === absoluteAmount(above.amount),
    );
    return below.filter(({ row }) => (hasAmount(row, amount) ? isSum && below.length > 1 : isSum || balances !== null));
  });
  return new Set(groups.map(({ index }) => index));
}

/** `sums`: sums and balances that a total line may repeat. `single`: the amount of the only transaction in one direction. */
function findTotals({ amount: { kind }, balance, decimalMark }: CsvMapping, dated: readonly DatedLine[]) {
  const ends = [...dated.slice(0, 1), ...dated.slice(-1)].flatMap(({ row, amount }) => {
    const after = readNumber(clean(row[balance ?? -1]), decimalMark);
    return after === null ? [] : [after, addAmounts(after, negateAmount(amount))];
  });
  const amounts = dated.length < 2 ? [] : dated.map(({ amount }) => amount);
  const sides = [...Map.groupBy(amounts, (amount) => amount.startsWith('-')).values()];
  // The sum of a single transaction is its amount. It is kept apart, because another transaction may have the same amount.
  const { several = [], single = [] } = Object.groupBy([...(kind === 'two' ? [] : [amounts]), ...sides], ({ length }) =>
    length > 1 ? 'several' : 'single',
  );
  const sizesOf = (sums: readonly Amount[]) => new Set(sums.map(absoluteAmount));
  const sumsOf = (some: readonly (readonly Amount[])[]) => some.map((side) => side.reduce(addAmounts, ZERO));
  return { sums: sizesOf([...ends, ...sumsOf(several)]), single: sizesOf(sumsOf(single)) };
}

function numbersIn(row: readonly string[], { decimalMark }: CsvMapping) {
  return row.flatMap((text, place) => {
    const cell = clean(text);
    const amount = /[1-9]/.test(cell) && !isDateShaped(cell) ? readNumber(cell, decimalMark) : null;
    return amount === null ? [] : [{ place, cell, amount: absoluteAmount(amount) }];
  });
}

const PRICE = /\b(?:price|kurs|quantity|shares|units|cours|precio|prezzo|rate)\b/;
