import type { DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvAmountPair } from '../../../../core/csv-mapping.ts';
import { directionsOf, isDirectionLike, type CsvColumn } from '../table/csv-columns.ts';
import { moneyPlaces, steppedUnits, unitsBy, type MoneyReading } from './amounts.ts';
import { FEWEST_STEPS, followBalance, type Chain } from './chain.ts';
import { LINE_ORDERS, type UnitsByLine, type Sheet } from './sheet.ts';

/** A reading that the running balance confirms in every line. Its signs say whether the balance rises or falls. */
export interface Reading extends MoneyReading {
  readonly balance: number;
  /** The column with the balance before each line. */
  readonly start: number | null;
  readonly chain: Chain;
  /** The change of the balance by transaction. */
  readonly units: UnitsByLine;
}

type Money = Pick<MoneyReading, 'amount' | 'fee'>;

/**
 * All readings that the numbers allow, regardless of titles.
 * @param isNamed true if titles confirm a reading of which a single step of the balance is enough.
 * @param isAllowed false for readings that contradict the user's answers.
 */
export function findReadings(
  sheet: Sheet,
  columns: readonly CsvColumn[],
  isNamed: (reading: Reading) => boolean,
  isAllowed: (money: Omit<MoneyReading, 'balance'>) => boolean,
): Reading[] {
  const numeric = columns
    .filter(({ numbers, dates, filled }) => numbers > 0 && dates <= filled / 2)
    .slice(0, MOST_COLUMNS);
  return (['.', ','] as const).flatMap((mark) => {
    const usable = numeric.filter(({ place }) => sheet.units(place, mark) !== undefined);
    const fees = (isFee: (column: CsvColumn) => boolean) => usable.filter(isFee).map(({ place }) => place);
    const money = [
      ...signedMoney(
        usable,
        fees(({ role }) => role === 'fee'),
      ),
      ...pairMoney(sheet, mark, usable),
      ...markedMoney(sheet, mark, usable, columns),
    ];
    for (const groups of groupings(columns)) {
      const confirm = (candidates: Iterable<Money>) =>
        [...candidates]
          .map((one) => ({ ...one, decimalMark: mark }))
          .filter(isAllowed)
          .flatMap((one) => confirmed(sheet, one, groups, usable, isNamed));
      const certain = confirm(money);
      const found = certain.length > 0 ? certain : confirm(signedMoney(usable, fees(isFeeLike)));
      if (found.length > 0) return found;
      const stepped = groups.length > 0 ? [] : confirm(steppedMoney(usable));
      if (stepped.length > 0) return stepped;
    }
    return [];
  });
}

const MOST_COLUMNS = 14;

/** Small non-negative sums beside the amounts, under an unknown title. */
function isFeeLike({ role, negatives, positives, marked }: CsvColumn): boolean {
  return role === null && negatives === 0 && positives > 0 && marked > 0;
}

/** One account, or a column that may distinguish several. */
function groupings(columns: readonly CsvColumn[]): readonly (readonly number[])[] {
  const mostFilled = Math.max(...columns.map(({ filled }) => filled));
  const few = columns.filter(
    ({ role, values, filled, dates, marked }) =>
      dates + marked === 0 &&
      values.length > 1 &&
      values.length <= 8 &&
      values.length <= filled / 2 &&
      filled > mostFilled / 2 &&
      (role === null || role === 'currency' || role.endsWith('account')),
  );
  return [[], ...few.map(({ place }) => [place])];
}

function* signedMoney(columns: readonly CsvColumn[], fees: readonly number[]): Generator<Money> {
  for (const { place: column } of columns) {
    for (const fee of [null, ...fees])
      for (const inverted of [false, true])
        if (fee !== column) yield { amount: { kind: 'signed', column, inverted }, fee };
  }
}

function* pairMoney(sheet: Sheet, mark: DecimalMark, columns: readonly CsvColumn[]): Generator<Money> {
  const moves = columns.map(({ place }) => movesOf(sheet, place, mark));
  for (const [fall, { place: out }] of columns.entries())
    for (const [rise, { place }] of columns.entries()) {
      const [down = [], up = []] = [moves[fall], moves[rise]];
      if (out === place || !areSides(down, up) || up.some((units) => units < 0)) continue;
      const pair = { kind: 'two', out, in: place } as const;
      for (const sign of signsOf(down)) yield { amount: { ...pair, ...sign }, fee: null };
    }
}

/** The possible meanings of the signs of a column of money out. */
function signsOf(units: readonly number[]): readonly Pick<CsvAmountPair, 'outIsNegative' | 'ignoresSigns'>[] {
  const hasMinus = units.some((one) => one < 0);
  if (!hasMinus || !units.some((one) => one > 0)) return [{ outIsNegative: hasMinus }];
  return [{ outIsNegative: true }, { outIsNegative: false }, { outIsNegative: false, ignoresSigns: true }];
}

function movesOf(sheet: Sheet, place: number, mark: DecimalMark): readonly number[] {
  const units = sheet.units(place, mark);
  return sheet.lines.map(({ label }, line) => (label === null ? (units?.[line] ?? 0) : 0));
}

/** Hardly any line fills both columns of a pair. */
function areSides(down: readonly number[], up: readonly number[]): boolean {
  const count = (isFilled: (line: number) => boolean): number => [...down.keys()].filter(isFilled).length;
  const both = count((line) => down[line] !== 0 && up[line] !== 0);
  return (
    both <= 1 &&
    count((line) => down[line] !== 0 && up[line] === 0) > 0 &&
    count((line) => down[line] === 0 && up[line] !== 0) > 0
  );
}

/** Known words have their meaning or, all together, the opposite one. For unknown words, both are tried. */
function* markedMoney(
  sheet: Sheet,
  mark: DecimalMark,
  columns: readonly CsvColumn[],
  all: readonly CsvColumn[],
): Generator<Money> {
  const hasKnownWords = ({ values, title }: CsvColumn): boolean => directionsOf(values, title) !== null;
  // A single unknown word does not distinguish directions.
  const marks = all.filter((column) => isDirectionLike(column) && (column.values.length > 1 || hasKnownWords(column)));
  const withKnownWords = marks.filter(hasKnownWords);
  for (const { place: column } of columns) {
    // A total below the table may be signed.
    if (movesOf(sheet, column, mark).some((units) => units < 0)) continue;
    for (const { place, values, title } of withKnownWords.length > 0 ? withKnownWords : marks)
      for (const [out, into] of waysOf(values, title))
        yield { amount: { kind: 'marked', column, mark: place, out, in: into }, fee: null };
  }
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

function* steppedMoney(columns: readonly CsvColumn[]): Generator<Money> {
  for (const { place: column } of columns)
    for (const order of LINE_ORDERS) yield { amount: { kind: 'stepped', column, order, first: null }, fee: null };
}

function confirmed(
  sheet: Sheet,
  money: Omit<MoneyReading, 'balance'>,
  groups: readonly number[],
  columns: readonly CsvColumn[],
  isNamed: (reading: Reading) => boolean,
): Reading[] {
  const { amount, fee, decimalMark: mark } = money;
  const own = new Set<number | null>([...moneyPlaces(amount), fee]);
  const others = columns.filter(({ place }) => !own.has(place)).map(({ place }) => place);
  const changesBy = (paid: number | null) =>
    amount.kind === 'stepped' ? null : unitsBy(sheet, { ...money, fee: paid, balance: null });
  const always = changesBy(fee);
  const gross = fee === null ? always : changesBy(null);
  const orders = sheet.orders(groups).filter((order) => amount.kind !== 'stepped' || amount.order === order);
  return others.flatMap((balance) => {
    const balances = sheet.units(balance, mark);
    const stepped = amount.kind === 'stepped' ? steppedUnits(sheet, amount, mark, balance) : null;
    const units = always ?? (stepped?.isMixed === true ? stepped.amounts : null);
    if (units === null || balances === undefined) return [];
    const start = startOf(sheet, mark, units, balances, others);
    return orders.flatMap((order) => {
      const chain = followBalance(sheet, units, balances, { order, groups });
      if (chain === null) return [];
      const steps = Math.max(chain.steps, start?.steps ?? 0);
      const ofTransactions = (all: UnitsByLine): UnitsByLine =>
        all.map((change, line) => (chain.others.has(line) ? null : change));
      const found = { start: start?.place ?? null, chain: { ...chain, steps }, units: ofTransactions(units) };
      const reading = { ...money, balance, ...found };
      const isEvident = steps >= FEWEST_STEPS && areDistinct(ofTransactions(gross ?? units));
      return isEvident || (steps > 0 && isNamed(reading)) ? [reading] : [];
    });
  });
}

/** The column with the balance before each line. */
function startOf(
  sheet: Sheet,
  mark: DecimalMark,
  amounts: UnitsByLine,
  ends: UnitsByLine,
  others: readonly number[],
): { readonly place: number; readonly steps: number } | null {
  for (const place of others) {
    const starts = sheet.units(place, mark);
    if (starts === undefined || starts === ends) continue;
    let steps = 0;
    const fits = sheet.rows.every((_, line) => {
      const [amount, start, end] = [amounts[line] ?? null, starts[line] ?? null, ends[line] ?? null];
      if (amount === null || start === null || end === null) return amount === null || (start === null && end === null);
      if (amount !== 0) steps += 1;
      return start + amount === end;
    });
    if (fits && steps > 0) return { place, steps };
  }
  return null;
}

/** A constant beside a counter satisfies the arithmetic as well. */
function areDistinct(units: UnitsByLine): boolean {
  const sizes = units.map((change) => Math.abs(change ?? 0));
  return new Set(sizes.filter((size) => size > 0)).size > 1;
}
