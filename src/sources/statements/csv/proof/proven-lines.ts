import type { CsvAmountColumns, CsvMapping, CsvSteppedAmounts } from '../../../../core/csv-mapping.ts';
import { clean } from '../table/csv-table.ts';
import { directionOf } from '../table/csv-columns.ts';
import { ownDirection, type DecimalMark } from '../../../../core/amount-text.ts';
import type { LineLabel } from '../values/csv-labels.ts';
import { followBalance, type Chain, type ChainLine, type LineOrder } from './chain.ts';
import type { Reading } from './find-readings.ts';
import { pairOf, unitsOfPair } from './money.ts';
import { type Sheet } from './sheet.ts';
import { steppedAmounts, type SteppedAmounts } from './stepped.ts';
import { PackedUnits, type Units, type UnitsOfLines } from './units.ts';
import { moneyPlaces } from '../memory/unseen-columns.ts';

/** Facts about lines that the balance proves, by index in the file. */
export interface ProvenLines {
  /** Lines that state a balance or a total. */
  readonly others: ReadonlyMap<number, LineLabel>;
  /** The balance after each line; null if the balances are not consecutive. */
  readonly balances: UnitsOfLines | null;
  /** Balances before or after all transactions. */
  readonly stated: readonly { readonly index: number; readonly kind: 'opening' | 'closing'; readonly units: Units }[];
  readonly order: LineOrder | null;
  /** The number of amounts between consecutive balances; null if the balances contradict the amounts. */
  readonly steps: number | null;
}

const NOTHING: ProvenLines = { others: new Map(), balances: null, stated: [], order: null, steps: 0 };

type ReadBy = Pick<CsvMapping, 'amount' | 'fee' | 'decimalMark' | 'balance' | 'currency' | 'account'>;

/** Checks a reading of the first lines with all lines; null if one contradicts it. */
export function readingOfMapping(sheet: Sheet, { money, mark, balance, groups, order }: Reading): Chain | null {
  const amount: CsvMapping['amount'] =
    money.kind === 'stepped'
      ? { ...money, order, first: null }
      : money.kind === 'signed'
        ? { kind: 'signed', column: money.column, inverted: money.isTurned }
        : money.kind === 'two'
          ? pairOf(money)
          : { kind: 'marked', column: money.column, mark: money.mark, out: money.falls, in: money.rises };
  const fee = money.kind === 'signed' ? money.fee : null;
  const amounts = amountsBy(sheet, { amount, fee, decimalMark: mark, balance });
  const balances = sheet.packed(balance, mark);
  if (amounts === null || balances === undefined) return null;
  return followBalance(sheet.lines(groups), amounts, balances, order);
}

/** Never throws: reading reports unreadable lines. */
export function proveLines(sheet: Sheet, mapping: ReadBy): ProvenLines {
  if (mapping.balance == null && !sheet.hasLabels) return NOTHING;
  const amounts = amountsBy(sheet, mapping);
  const { balance, decimalMark, currency, account } = mapping;
  let isPossible = balance == null;
  const column = balance == null ? undefined : sheet.packed(balance, decimalMark);
  if (amounts !== null && column !== undefined && balance != null) {
    const owed: UnitsOfLines = { at: (line) => negated(column.at(line)) };
    const own = [
      ...('column' in currency ? [currency.column] : []),
      ...(account.kind === 'column' ? [account.column] : []),
    ];
    for (const groups of own.length === 0 ? [[]] : [own, []])
      for (const balances of [column, owed])
        for (const order of ['oldest-first', 'newest-first'] as const) {
          const chain = sheet.orders(groups).has(order)
            ? followBalance(sheet.lines(groups), amounts, balances, order)
            : null;
          if (chain !== null && chain.steps > 0) return byChain(sheet, chain, amounts, balances, order);
          isPossible ||= chain !== null;
        }
  }
  return { ...byLabels(sheet, mapping, amounts), steps: isPossible ? 0 : null };
}

function byChain(
  sheet: Sheet,
  { others, stated, steps }: Chain,
  amounts: UnitsOfLines,
  balances: UnitsOfLines,
  order: LineOrder,
): ProvenLines {
  const after = new PackedUnits((sheet.places.at(-1) ?? -1) + 1);
  for (const [line, index] of sheet.places.entries()) {
    const units = balances.at(line) ?? null;
    if (units !== null && amounts.at(line) != null && !others.has(line)) after.set(index, units);
  }
  return {
    others: new Map([...others].map(([line, label]) => [sheet.places[line] ?? -1, label])),
    balances: after,
    stated: stated.map(({ place, kind, units }) => ({ index: sheet.places[place] ?? -1, kind, units })),
    order,
    steps,
  };
}

function negated(units: Units | null): Units | null {
  return units === null ? null : -units || 0;
}

/** Without a running balance, labels and sums identify totals. */
function byLabels(sheet: Sheet, mapping: ReadBy, amounts: UnitsOfLines | null): Omit<ProvenLines, 'steps'> {
  const lines = sheet.lines([]);
  const others = new Map<number, LineLabel>();
  let [out, into] = [0, 0];
  for (const [line, { label, isUndated }] of lines.entries()) {
    const units = label === null && !isUndated ? (amounts?.at(line) ?? 0) : 0;
    if (units < 0) out += units;
    else into += units;
  }
  const sums = new Set([out, into, -out, -into, out + into]);
  // No transaction fills both columns of a pair.
  const isBoth = (line: number): boolean =>
    mapping.amount.kind === 'two' &&
    [mapping.amount.out, mapping.amount.in].every(
      (place) => (sheet.packed(place, mapping.decimalMark)?.at(line) ?? 0) !== 0,
    );
  for (const [line, { label, isUndated }] of lines.entries()) {
    const units = amounts?.at(line) ?? null;
    // The name of a shop may look like a total.
    const isTotal =
      label === 'total' && (isUndated || units === null || units === 0 || sums.has(units) || isBoth(line));
    if (label === 'balance' || isTotal) others.set(sheet.places[line] ?? -1, label);
  }
  return { others, balances: null, ...statedByLabels(sheet, lines, amounts, out + into) };
}

function statedByLabels(
  sheet: Sheet,
  lines: readonly ChainLine[],
  amounts: UnitsOfLines | null,
  sum: Units,
): Pick<ProvenLines, 'stated' | 'order'> {
  const found = lines.flatMap(({ label }, line) => {
    const units = amounts?.at(line) ?? null;
    return label === 'balance' && units !== null ? [{ index: sheet.places[line] ?? -1, units }] : [];
  });
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined || found.length < 2) return { stated: [], order: null };
  const fits = (order: LineOrder): boolean =>
    sheet.orders([]).has(order) &&
    (order === 'oldest-first' ? first.units + sum === last.units : last.units + sum === first.units);
  const order = fits('oldest-first') ? 'oldest-first' : fits('newest-first') ? 'newest-first' : null;
  if (order === null) return { stated: [], order };
  const [opening, closing] = order === 'oldest-first' ? [first, last] : [last, first];
  return {
    stated: [
      { ...opening, kind: 'opening' },
      { ...closing, kind: 'closing' },
    ],
    order,
  };
}

/** The change by line; null if a column contains anything but amounts. */
export function amountsBy(
  sheet: Sheet,
  { amount, fee, decimalMark, balance }: Pick<ReadBy, 'amount' | 'fee' | 'decimalMark' | 'balance'>,
): PackedUnits | null {
  const places = [...moneyPlaces(amount), ...(fee === null ? [] : [fee])];
  if (places.some((place) => sheet.packed(place, decimalMark) === undefined)) return null;
  if (amount.kind === 'stepped') {
    const stepped = steppedBy(sheet, amount, decimalMark, balance);
    return stepped === null ? null : new PackedUnits(sheet.rows.length, (line) => stepped.amounts[line] ?? null);
  }
  const at = (place: number, line: number): Units | null => sheet.packed(place, decimalMark)?.at(line) ?? null;
  return new PackedUnits(sheet.rows.length, (line) => {
    const gross = grossBy(amount, sheet.rows[line] ?? [], (place) => at(place, line));
    return gross === null ? null : gross - (fee === null ? 0 : (at(fee, line) ?? 0)) || 0;
  });
}

function steppedBy(
  sheet: Sheet,
  { column, order, first }: CsvSteppedAmounts,
  mark: DecimalMark,
  balance: number | null | undefined,
): SteppedAmounts | null {
  const [sizes, balances] = [sheet.packed(column, mark), sheet.packed(balance ?? -1, mark)];
  if (sizes === undefined || balances === undefined) return null;
  return steppedAmounts(sheet.lines([]), sizes, balances, order, first?.isOut ?? true);
}

/**
 * The cells of the line without a balance before it, which identify it in the same file. Null if the balances do not
 * step by the amounts.
 */
export function firstSteppedLine(
  sheet: Sheet,
  amount: CsvSteppedAmounts,
  { decimalMark, balance }: Pick<ReadBy, 'decimalMark' | 'balance'>,
): readonly string[] | 'none' | null {
  const stepped = steppedBy(sheet, amount, decimalMark, balance);
  if (stepped === null) return null;
  return stepped.first === null ? 'none' : (sheet.rows[stepped.first] ?? []).map(clean);
}

function grossBy(
  amount: Exclude<CsvAmountColumns, CsvSteppedAmounts>,
  row: readonly string[],
  at: (place: number) => Units | null,
): Units | null {
  if (amount.kind === 'two') {
    const [out, into] = [at(amount.out), at(amount.in)];
    if (out === null && into === null) return null;
    const outHas = amount.ignoresSigns === true ? 'either' : amount.outIsNegative ? 'minus' : 'plus';
    return unitsOfPair(outHas, out ?? 0, amount.inIsNegative === true ? -(into ?? 0) : (into ?? 0));
  }
  const units = at(amount.column);
  if (units === null) return null;
  if (amount.kind === 'signed')
    return amount.inverted && ownDirection(clean(row[amount.column])) === null ? -units : units;
  const word = clean(row[amount.mark]).toLowerCase();
  if (amount.in.includes(word)) return units;
  if (amount.out.includes(word)) return -units;
  const direction = directionOf(word);
  return direction === null ? null : direction === 'in' ? units : -units;
}
