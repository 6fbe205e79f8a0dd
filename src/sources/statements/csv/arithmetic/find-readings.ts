import type { DecimalMark } from '../../../../core/amount-text.ts';
import type { CsvAmountPair } from '../../../../core/csv-mapping.ts';
import { columnsOf, feeIn, marksIncome, meaningsOf, type CsvColumn } from '../table/csv-columns.ts';
import { moneyPlaces, steppedUnits, unitsBy, type MoneyReading } from './amounts.ts';
import { FEWEST_STEPS, followBalance, type Chain } from './chain.ts';
import { LINE_ORDERS, type UnitsByLine, type Sheet, type Units } from './sheet.ts';

/** A reading that the running balance confirms in every line. Positive amounts raise the balance: if it is a debt, they are money out. */
export interface Reading extends MoneyReading {
  readonly balance: number;
  /** The column with the balance before each transaction, which some banks add; equal to `balance` if there is no other balance. */
  readonly start: number | null;
  readonly chain: Chain;
  /** The change of the balance by line; null for lines that are no transactions. */
  readonly units: UnitsByLine;
  /** False if the arithmetic may match by chance, so that titles must support the reading. */
  readonly isEvident: boolean;
}

type Money = Pick<MoneyReading, 'amount' | 'fee' | 'feeIsNegative'>;

/** All accepted readings that a balance confirms. If none, tries untitled columns as fees, unsigned amounts, balances before lines. */
export function findReadings(
  sheet: Sheet,
  columns: readonly CsvColumn[],
  isAccepted: (reading: Reading) => boolean,
): Reading[] {
  const numeric = columns
    .filter(({ numbers, dates, filled }) => numbers > 0 && dates <= filled / 2)
    .slice(0, MOST_COLUMNS);
  return (['.', ','] as const).flatMap((mark) => {
    const usable = numeric.filter(({ place }) => sheet.units(place, mark) !== null);
    const money = [
      ...signedMoney(usable, ({ role }) => role === 'fee'),
      ...pairMoney(sheet, mark, usable),
      ...markedMoney(sheet, mark, usable, columns),
    ];
    for (const groups of groupings(columns)) {
      const confirm = (candidates: Iterable<Money>, isBefore = false) =>
        [...candidates]
          .flatMap((one) => confirmed(sheet, { ...one, decimalMark: mark }, groups, usable, isBefore))
          .filter(isAccepted);
      const certain = confirm(money);
      const found = certain.length > 0 ? certain : confirm(signedMoney(usable, isFeeLike));
      if (found.length > 0) return found;
      const stepped = confirm(steppedMoney(usable));
      const before = stepped.length > 0 ? stepped : confirm(money, true);
      if (before.length > 0) return before;
    }
    return [];
  });
}

const MOST_COLUMNS = 14;

function isFeeLike({ role, negatives, positives, marked }: CsvColumn): boolean {
  return role === null && negatives === 0 && positives > 0 && marked > 0;
}

/** Sets of columns that may distinguish accounts with separate running balances. The first is empty, for a file of one account. */
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
  const both = [few.find(({ role }) => role?.endsWith('account')), ...columnsOf(few, 'currency')].flatMap(
    (one) => one?.place ?? [],
  );
  return [[], ...few.map(({ place }) => [place]), ...(both.length === 2 ? [both] : [])];
}

function* signedMoney(columns: readonly CsvColumn[], isFee: (column: CsvColumn) => boolean): Generator<Money> {
  const fees = [{ fee: null }, ...columns.filter(isFee).map(feeIn)];
  for (const column of columns) {
    const amount = { kind: 'signed', column: column.place } as const;
    const signs = [{ inverted: false }, { inverted: true, ...(marksIncome(column) ? { marksIncome: true } : {}) }];
    for (const paid of fees)
      for (const sign of signs) if (paid.fee !== column.place) yield { amount: { ...amount, ...sign }, ...paid };
  }
}

function* pairMoney(sheet: Sheet, mark: DecimalMark, columns: readonly CsvColumn[]): Generator<Money> {
  const isAlone = (side: readonly Units[], other: readonly Units[]): boolean =>
    side.some((units, line) => units !== 0 && other[line] === 0);
  const moves = columns.map(({ place }) => ({ place, units: movesOf(sheet, place, mark) }));
  const fees = [{ fee: null }, ...columnsOf(columns, 'fee').map(feeIn)];
  for (const { place: out, units: down } of moves)
    for (const { place, units: up } of moves) {
      if (!isAlone(down, up) || !isAlone(up, down) || up.some((units) => units < 0)) continue;
      const pair = { kind: 'two', out, in: place } as const;
      for (const sign of signsOf(down)) for (const paid of fees) yield { amount: { ...pair, ...sign }, ...paid };
    }
}

function signsOf(units: readonly Units[]): readonly Pick<CsvAmountPair, 'outIsNegative' | 'ignoresSigns'>[] {
  const hasMinus = units.some((one) => one < 0);
  if (!hasMinus || !units.some((one) => one > 0)) return [{ outIsNegative: hasMinus }];
  return [{ outIsNegative: true }, { outIsNegative: false }, { outIsNegative: false, ignoresSigns: true }];
}

function movesOf(sheet: Sheet, place: number, mark: DecimalMark): readonly Units[] {
  const units = sheet.units(place, mark);
  return sheet.lines.map(({ label }, line) => (label === null ? (units?.[line] ?? 0) : 0));
}

function* markedMoney(sheet: Sheet, mark: DecimalMark, columns: readonly CsvColumn[], all: readonly CsvColumn[]) {
  const meanings = all.flatMap((words) => meaningsOf(words).map((meaning) => ({ mark: words.place, ...meaning })));
  for (const { place: column } of columns) {
    // Signed amounts need no direction word. `movesOf` leaves out totals, whose signs do not matter.
    if (movesOf(sheet, column, mark).some((units) => units < 0)) continue;
    for (const meaning of meanings) yield { amount: { kind: 'marked', column, ...meaning } as const, fee: null };
  }
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
  isBefore: boolean,
): Reading[] {
  const { amount, fee, decimalMark: mark } = money;
  const changesBy = (paid: number | null) =>
    amount.kind === 'stepped' ? null : unitsBy(sheet, { ...money, fee: paid, balance: null });
  const always = changesBy(fee);
  const gross = fee === null ? null : changesBy(null);
  const own = new Set<number | null>([...moneyPlaces(amount), fee]);
  const others = columns.filter(({ place }) => !own.has(place));
  return others.flatMap(({ place: balance }) => {
    const stated = sheet.units(balance, mark);
    const stepped = amount.kind === 'stepped' ? steppedUnits(sheet, amount, { decimalMark: mark, balance }) : null;
    const units = always ?? (stepped?.isMixed === true ? stepped.amounts : null);
    if (units === null || stated === null) return [];
    const balances = isBefore ? balancesAfter(stated, units) : stated;
    const moves = [...units.keys()].filter((line) => units[line] && balances[line] != null);
    // The column with the balance before each line.
    const before = others.find(({ place }) => {
      const starts = sheet.units(place, mark);
      return moves.every((line) => starts?.[line] != null && starts[line] + Number(units[line]) === balances[line]);
    });
    const start = moves.length === 0 ? null : isBefore ? balance : (before?.place ?? null);
    return sheet.orders(groups).flatMap((order) => {
      const chain = followBalance(sheet, units, balances, { order, groups });
      const steps = start === null || isBefore ? Number(chain?.steps) : moves.length;
      if (chain === null || steps === 0) return [];
      // Skips constants such as the totals of the statement in each line, which also add up as balances before and after it.
      if (start !== null && moves.some((line) => chain.others.has(line) && sheet.lines[line]?.label === null))
        return [];
      const ofTransactions = (all: UnitsByLine): UnitsByLine =>
        all.map((change, line) => (chain.others.has(line) ? null : change));
      const isEvident = steps >= FEWEST_STEPS && areDistinct(ofTransactions(gross ?? units));
      return [{ ...money, balance, start, chain: { ...chain, steps }, units: ofTransactions(units), isEvident }];
    });
  });
}

/** Only different amounts are proof: a column of ones, or of exchange rates that are mostly 1, also fits a column that counts lines. */
function areDistinct(units: UnitsByLine): boolean {
  const sizes = units.map((change) => Math.abs(change ?? 0));
  const isOne = sizes.filter((size) => size === ONE).length > 1;
  return new Set(sizes.filter((size) => size > 0)).size > (isOne ? 2 : 1);
}

const ONE: Units = 10_000;

/** The balance after each line, from the balance before it. */
function balancesAfter(before: UnitsByLine, changes: UnitsByLine): UnitsByLine {
  return before.map((units, line) => (units === null || changes[line] == null ? null : units + changes[line]));
}

export function fitsAllLines(sheet: Sheet, { chain, start, ...reading }: Reading): boolean {
  const [amounts, stated] = [unitsBy(sheet, reading), sheet.units(reading.balance, reading.decimalMark)];
  if (amounts === null || stated === null) return false;
  return (
    followBalance(sheet, amounts, start === reading.balance ? balancesAfter(stated, amounts) : stated, chain) !== null
  );
}
