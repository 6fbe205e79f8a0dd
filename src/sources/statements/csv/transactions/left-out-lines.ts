import { addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';
import { isNumber, readNumber } from '../../../../core/amount-text.ts';
import { roleOfTitle } from '../../../../core/column-titles.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isDateShaped } from '../../../../core/date-text.ts';
import { ZERO } from '../../sum-check.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import type { ProvenLines } from '../arithmetic/proven-lines.ts';
import { columnsOf, directionOf, lookAtColumns, type CsvColumn } from '../table/csv-columns.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { statusOf } from '../values/csv-labels.ts';
import { amountReader } from '../arithmetic/amounts.ts';

/** Why a line is no transaction. `other`: a total or a balance. */
export type LeftOutReason = 'declined' | 'neutral' | 'detail' | 'note' | 'other';

/** Columns whose words may say that no money moved, or that it moved between the user's own accounts. */
interface TellingColumns {
  readonly status: number | null;
  readonly dates: readonly number[];
  readonly marks: readonly number[];
  /** Words that the user confirmed as booked, in lower case. */
  readonly posted: readonly string[];
}

/** "Info" may be above any text, "Status" above a few words. */
function statusColumn(columns: readonly CsvColumn[]): CsvColumn | undefined {
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

export function findTellingColumns(table: CsvTable): TellingColumns {
  const { columns } = lookAtColumns(table);
  return {
    status: statusColumn(columns)?.place ?? null,
    dates: columns.filter(({ dates, filled }) => dates > filled / 2).map(({ place }) => place),
    marks: columns.filter(hasDirections).map(({ place }) => place),
    posted: [],
  };
}

export function tellingColumnsOf({ status, date, amount }: CsvMapping): TellingColumns {
  return {
    status: status?.column ?? null,
    dates: [date],
    marks: amount.kind === 'marked' ? [amount.mark] : [],
    posted: status?.posted ?? [],
  };
}

/** Words for money out and in, and others that mean neither. */
function hasDirections({ values, title }: CsvColumn): boolean {
  const words = new Set(values.map((value) => (NEUTRAL.has(value.toLowerCase()) ? 'neutral' : directionOf(value))));
  const [isOut, isIn] = [words.has('out'), words.has('in')];
  return !words.has(null) && (roleOfTitle(title) === 'direction' ? isOut || isIn : isOut && isIn);
}

const NEUTRAL: ReadonlySet<string> = new Set([
  '/',
  '不计收支',
  '中性交易',
  '其他',
  'neutral',
  'internal',
  'none',
  'n/a',
]);

/** Blanks lines of declined payments and of neutral moves. The result is cached per table. */
export function separateLines(
  table: CsvTable,
  telling: TellingColumns,
): { readonly table: CsvTable; readonly leftOut: ReadonlyMap<number, LeftOutReason> } {
  const key = JSON.stringify(telling);
  const cached = separated.get(table);
  if (cached?.key === key) return cached;
  const { status, dates, marks, posted } = telling;
  const places = status === null ? dates : [...dates, status];
  const leftOut = new Map<number, LeftOutReason>();
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    const isDeclined = places.some((place) => {
      const word = clean(row[place]);
      return !/^\d|^$/.test(word) && statusOf(word) === 'left' && !posted.includes(word.toLowerCase());
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

/** Recognizes lines that repeat numbers of transactions. */
export interface RepeatedNumbers {
  /** True if every number is a sum of the transactions, a balance before or after all, or their count. */
  isTotal(row: readonly string[]): boolean;
  /** True for a part of the collective booking above. */
  isDetail(index: number): boolean;
}

export function findRepeatedNumbers(table: CsvTable, mapping: CsvMapping, proven: ProvenLines): RepeatedNumbers {
  let totals: { readonly numbers: ReadonlySet<Amount>; readonly count: number } | undefined;
  let details: ReadonlySet<number> | undefined;
  return {
    isTotal: (row) => {
      const numbers = numbersIn(row, mapping);
      // A pending transaction may have the amount of another one.
      if (numbers.length === 0 || row.some((cell) => statusOf(clean(cell)) === 'pending')) return false;
      const { numbers: sums, count } = (totals ??= totalsOf(table, mapping, proven));
      const isKnown = ({ amount }: NumberCell): boolean => sums.has(amount);
      return (
        numbers.some(isKnown) &&
        numbers.every((one) => isKnown(one) || (/^\d{1,5}$/.test(one.cell) && Number(one.cell) <= count))
      );
    },
    isDetail: (index) => (details ??= detailsOf(table, mapping, proven)).has(index),
  };
}

interface NumberCell {
  readonly place: number;
  readonly cell: string;
  /** Without its sign. */
  readonly amount: Amount;
}

/** The numbers other than zero. */
function numbersIn(row: readonly string[], { decimalMark }: CsvMapping): NumberCell[] {
  return row.flatMap((text, place) => {
    const cell = clean(text);
    const amount = /[1-9]/.test(cell) && !isDateShaped(cell) ? readNumber(cell, decimalMark) : null;
    return amount === null ? [] : [{ place, cell, amount: unsigned(amount) }];
  });
}

function unsigned(amount: Amount): Amount {
  return amount.startsWith('-') ? negateAmount(amount) : amount;
}

function totalsOf(table: CsvTable, mapping: CsvMapping, proven: ProvenLines) {
  const amountOf = quietReader(table, mapping);
  const amounts: Amount[] = [];
  const balances: Amount[] = [];
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    if (!isDateShaped(clean(row[mapping.date])) || proven.others.has(index)) continue;
    const amount = amountOf(row, index);
    if (amount === null) continue;
    amounts.push(amount);
    const after = mapping.balance == null ? null : readNumber(clean(row[mapping.balance]), mapping.decimalMark);
    if (after !== null) balances.push(after, addAmounts(after, negateAmount(amount)));
  }
  const sum = (some: readonly Amount[]): Amount => some.reduce((total, amount) => addAmounts(total, amount), ZERO);
  const out = sum(amounts.filter((amount) => amount.startsWith('-')));
  const all = sum(amounts);
  // The sum of a single transaction is its own amount, which another one may have.
  const sums = amounts.length < 2 ? [] : [out, all, addAmounts(all, negateAmount(out))];
  const numbers = new Set([...sums, ...balances.slice(0, 2), ...balances.slice(-2)].map(unsigned));
  numbers.delete(ZERO);
  return { numbers, count: amounts.length };
}

function quietReader(table: CsvTable, mapping: CsvMapping): (row: readonly string[], index: number) => Amount | null {
  const amountOf = amountReader(table, mapping);
  return (row, index) => {
    try {
      return amountOf(row, index);
    } catch {
      return null;
    }
  };
}

/** Lines below a transaction without an amount, whose other numbers add up to it, or that the balance leaves out. */
function detailsOf(table: CsvTable, mapping: CsvMapping, proven: ProvenLines): ReadonlySet<number> {
  const details = new Set<number>();
  const amountOf = quietReader(table, mapping);
  const own = new Set([...moneyPlaces(mapping.amount), mapping.balance]);
  let above: { readonly date: string; readonly amount: Amount } | null = null;
  let below: { readonly index: number; readonly numbers: readonly NumberCell[] }[] = [];
  const close = (): void => {
    const places = below[0]?.numbers.map(({ place }) => place) ?? [];
    const addsUp = places.some((place) => {
      const column = below.flatMap(({ numbers }) => numbers.filter((one) => one.place === place));
      const sum = column.reduce((total, { amount }) => addAmounts(total, amount), ZERO);
      return column.length === below.length && above !== null && sum === unsigned(above.amount);
    });
    if (addsUp || (proven.balances !== null && below.length > 0)) for (const { index } of below) details.add(index);
    below = [];
  };
  for (let index = table.first; index < table.rows.length; index += 1) {
    const row = table.rows[index] ?? [];
    const numbers = numbersIn(row, mapping);
    const date = clean(row[mapping.date]);
    const isPart = above !== null && (date === '' || date === above.date) && numbers.length > 0;
    if (isPart && moneyPlaces(mapping.amount).every((place) => !isNumber(clean(row[place])))) {
      const others = numbers.filter(({ place }) => !own.has(place));
      if (others.length > 0) below.push({ index, numbers: others });
      continue;
    }
    close();
    const amount: Amount | null = isDateShaped(date) ? amountOf(row, index) : null;
    above = amount === null ? null : { date, amount };
  }
  close();
  return details;
}
