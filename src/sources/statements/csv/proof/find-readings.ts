import { type DecimalMark, ownDirection } from '../../../../core/amount-text.ts';
import { directionsOf, isDirectionLike, type CsvColumn } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { FEWEST_STEPS, followBalance, type Chain, type LineOrder } from './chain.ts';
import { unitsOfPair, type Money, type PairSign } from './money.ts';
import type { Sheet } from './sheet.ts';
import { steppedAmounts } from './stepped.ts';
import type { Units } from './units.ts';

/** A reading that the running balance confirms in every line. */
export interface Reading {
  readonly money: Money;
  readonly mark: DecimalMark;
  readonly balance: number;
  /** The column with the balance before each line. */
  readonly start: number | null;
  readonly groups: readonly number[];
  readonly order: LineOrder;
  readonly chain: Chain;
  /** The change of the balance by line. */
  readonly amounts: readonly (Units | null)[];
}

/** All readings that the numbers allow, regardless of titles. */
export function findReadings(
  sheet: Sheet,
  columns: readonly CsvColumn[],
  isNamed: (reading: Reading) => boolean,
): Reading[] {
  const numeric = columns
    .filter(({ numbers, dates, filled }) => numbers > 0 && dates <= filled / 2)
    .slice(0, MOST_COLUMNS);
  const found: Reading[] = [];
  for (const mark of ['.', ','] as const) {
    const usable = numeric.filter(({ place }) => sheet.column(place, mark) !== undefined);
    const before = found.length;
    for (const groups of groupings(sheet, columns)) {
      const search = new Search(sheet, mark, groups, usable, isNamed, found);
      search.signed(usable.filter(({ role }) => role === 'fee'));
      search.two();
      search.marked(columns.filter(isDirectionLike));
      if (found.length === before) search.signed(usable.filter(isFeeLike));
      if (found.length === before) search.stepped();
      if (found.length > before) break;
    }
  }
  return found;
}

const MOST_COLUMNS = 14;

/** Small non-negative sums beside the amounts, under an unknown title. */
function isFeeLike({ role, negatives, positives, marked }: CsvColumn): boolean {
  return role === null && negatives === 0 && positives > 0 && marked > 0;
}

/** One account, or a column that may distinguish several. */
function groupings({ rows }: Sheet, columns: readonly CsvColumn[]): readonly (readonly number[])[] {
  const few = columns.filter(
    ({ role, values, filled }) =>
      values.length > 1 &&
      values.length <= 8 &&
      values.length <= filled / 2 &&
      filled > rows.length / 2 &&
      (role === null ||
        role === 'currency' ||
        role === 'own-account' ||
        role === 'any-account' ||
        role === 'other-account'),
  );
  return [[], ...few.map(({ place }) => [place])];
}

class Search {
  readonly #sheet: Sheet;
  readonly #mark: DecimalMark;
  readonly #groups: readonly number[];
  readonly #columns: readonly CsvColumn[];
  readonly #isNamed: (reading: Reading) => boolean;
  readonly #found: Reading[];

  constructor(
    sheet: Sheet,
    mark: DecimalMark,
    groups: readonly number[],
    columns: readonly CsvColumn[],
    isNamed: (reading: Reading) => boolean,
    found: Reading[],
  ) {
    this.#sheet = sheet;
    this.#mark = mark;
    this.#groups = groups;
    this.#columns = columns;
    this.#isNamed = isNamed;
    this.#found = found;
  }

  signed(fees: readonly CsvColumn[]): void {
    const lines = this.#sheet.lines(this.#groups);
    for (const { place: column } of this.#columns) {
      const plain = this.#units(column);
      const isFixed = (line: number): boolean => ownDirection(clean(this.#sheet.rows[line]?.[column])) !== null;
      for (const fee of [null, ...fees.map(({ place }) => place)]) {
        if (fee === column) continue;
        // If every amount states its direction, the signs cannot be inverted.
        for (const isTurned of plain.every((units, line) => !units || isFixed(line)) ? [false] : [false, true]) {
          const amounts = plain.map((units, line) =>
            units === null
              ? null
              : (isTurned && !isFixed(line) && lines[line]?.label === null ? -units : units) -
                  (fee === null ? 0 : (this.#units(fee)[line] ?? 0)) || 0,
          );
          this.#try({ kind: 'signed', column, isTurned, fee }, amounts, [column]);
        }
      }
    }
  }

  two(): void {
    for (const { place: falls } of this.#columns) {
      for (const { place: rises } of this.#columns) {
        if (falls === rises) continue;
        const [down, up] = [this.#units(falls), this.#units(rises)];
        if (!areSides(this.#moves(falls), this.#moves(rises)) || signsOf(this.#moves(rises))[0] === 'minus') continue;
        for (const fallsHas of signsOf(this.#moves(falls))) {
          const amounts = down.map((units, line) => {
            const other = up[line] ?? null;
            return units === null && other === null ? null : unitsOfPair(fallsHas, units ?? 0, other ?? 0);
          });
          this.#try({ kind: 'two', falls, rises, fallsHas }, amounts, [falls, rises]);
        }
      }
    }
  }

  /** Known words have their meaning or, all together, the opposite one. For unknown words, both are tried. */
  marked(all: readonly CsvColumn[]): void {
    const withKnownWords = all.filter(({ values, title }) => directionsOf(values, title) !== null);
    const lines = this.#sheet.lines(this.#groups);
    for (const { place: column } of this.#columns) {
      // A total below the table may be signed.
      if (this.#units(column).some((units, line) => (units ?? 0) < 0 && lines[line]?.label === null)) continue;
      for (const { place: mark, values, title } of withKnownWords.length > 0 ? withKnownWords : all)
        for (const [falls, rises] of waysOf(values, title)) this.#markedBy(column, mark, falls, rises);
    }
  }

  #markedBy(column: number, mark: number, falls: readonly string[], rises: readonly string[]): void {
    const units = this.#units(column);
    const amounts = this.#sheet.rows.map((row, line) => {
      const amount = units[line] ?? null;
      const word = clean(row[mark]).toLowerCase();
      if (amount === null || (word === '' && amount !== 0)) return null;
      return rises.includes(word) ? amount : -amount || 0;
    });
    this.#try({ kind: 'marked', column, mark, falls, rises }, amounts, [column]);
  }

  stepped(): void {
    const lines = this.#sheet.lines(this.#groups);
    for (const { place: column } of this.#columns)
      for (const { place: balance } of this.#columns)
        for (const order of ['oldest-first', 'newest-first'] as const) {
          if (balance === column) continue;
          const found = steppedAmounts(lines, this.#units(column), this.#units(balance), order, true);
          if (found?.isMixed === true)
            this.#try({ kind: 'stepped', column }, found.amounts, [column], [balance], [order]);
        }
  }

  /** The numbers of a column, without totals and balances. */
  #moves(place: number): readonly (Units | null)[] {
    const lines = this.#sheet.lines(this.#groups);
    return this.#units(place).filter((_, line) => lines[line]?.label === null);
  }

  #units(place: number): readonly (Units | null)[] {
    return this.#sheet.column(place, this.#mark) ?? [];
  }

  #try(
    money: Money,
    amounts: readonly (Units | null)[],
    own: readonly number[],
    ends: readonly number[] = this.#columns.map(({ place }) => place),
    orders: readonly LineOrder[] = ['oldest-first', 'newest-first'],
  ): void {
    const lines = this.#sheet.lines(this.#groups);
    const fee = money.kind === 'signed' ? money.fee : null;
    for (const balance of ends) {
      if (own.includes(balance) || fee === balance) continue;
      const balances = this.#units(balance);
      const start = this.#startOf(balance, amounts, balances, own, fee);
      for (const order of orders) {
        const chain = followBalance(lines, amounts, balances, order);
        if (chain === null) continue;
        const steps = Math.max(chain.steps, start?.steps ?? 0);
        const reading: Reading = {
          money,
          mark: this.#mark,
          balance,
          start: start?.place ?? null,
          groups: this.#groups,
          order,
          chain: { ...chain, steps },
          amounts,
        };
        const isEvident = steps >= FEWEST_STEPS && areDistinct(amounts, chain);
        if (isEvident || (steps > 0 && this.#isNamed(reading))) this.#found.push(reading);
      }
    }
  }

  /** The column with the balance before each line. */
  #startOf(
    balance: number,
    amounts: readonly (Units | null)[],
    balances: readonly (Units | null)[],
    own: readonly number[],
    fee: number | null,
  ): { readonly place: number; readonly steps: number } | null {
    for (const { place } of this.#columns) {
      if (place === balance || place === fee || own.includes(place)) continue;
      const starts = this.#units(place);
      let steps = 0;
      const fits = amounts.every((amount, line) => {
        const [start, end] = [starts[line] ?? null, balances[line] ?? null];
        if (amount === null || start === null || end === null)
          return amount === null || (start === null && end === null);
        if (amount !== 0) steps += 1;
        return start + amount === end;
      });
      if (fits && steps > 0) return { place, steps };
    }
    return null;
  }
}

/** A constant beside a counter satisfies the arithmetic as well. */
function areDistinct(amounts: readonly (Units | null)[], { others }: Chain): boolean {
  const distinct = new Set(amounts.map((units, line) => (others.has(line) ? 0 : Math.abs(units ?? 0))));
  distinct.delete(0);
  return distinct.size > 1;
}

/** The possible meanings of the signs of a column. */
function signsOf(units: readonly (Units | null)[]): readonly PairSign[] {
  const hasMinus = units.some((one) => (one ?? 0) < 0);
  if (hasMinus && units.some((one) => (one ?? 0) > 0)) return ['minus', 'plus', 'either'];
  return [hasMinus ? 'minus' : 'plus'];
}

function waysOf(values: readonly string[], title: string): (readonly [readonly string[], readonly string[]])[] {
  const directions = directionsOf(values, title);
  if (directions !== null)
    return [
      [directions.out, directions.in],
      [directions.in, directions.out],
    ];
  const words = values.map((value) => value.toLowerCase());
  return Array.from({ length: 2 ** words.length }, (_, ways) => [
    words.filter((_word, place) => (ways & (1 << place)) === 0),
    words.filter((_word, place) => (ways & (1 << place)) !== 0),
  ]);
}

/** Hardly any line fills both columns of a pair. */
function areSides(down: readonly (Units | null)[], up: readonly (Units | null)[]): boolean {
  let [one, two, both] = [0, 0, 0];
  for (const [line, units] of down.entries()) {
    const [isDown, isUp] = [(units ?? 0) !== 0, (up[line] ?? 0) !== 0];
    if (isDown && isUp) both += 1;
    else if (isDown) one += 1;
    else if (isUp) two += 1;
  }
  return one > 0 && two > 0 && both <= 1;
}
