import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { unitsBy, type MoneyReading } from './amounts.ts';
import { followBalance, type Chain } from './chain.ts';
import type { Reading } from './find-readings.ts';
import { LINE_ORDERS, type LineOrder, type UnitsByLine, type Sheet, type Units } from './sheet.ts';

/** Facts about lines that the balance proves. */
export interface ProvenLines {
  readonly others: Chain['others'];
  /** The balance after each line; null if the balances are not consecutive. */
  readonly balances: UnitsByLine | null;
  readonly stated: Chain['stated'];
  readonly order: LineOrder | null;
  /** The number of amounts between consecutive balances; null if the balances contradict the amounts. */
  readonly steps: number | null;
}

const NOTHING: ProvenLines = { others: new Set(), balances: null, stated: [], order: null, steps: 0 };

type ReadBy = MoneyReading & Pick<CsvMapping, 'currency' | 'account' | 'isDebt'>;

/** True if a reading of the first lines fits all lines. */
export function fitsAllLines(sheet: Sheet, { chain, ...reading }: Reading): boolean {
  const [amounts, balances] = [unitsBy(sheet, reading), sheet.units(reading.balance, reading.decimalMark)];
  return amounts !== null && balances !== undefined && followBalance(sheet, amounts, balances, chain) !== null;
}

/** Never throws: reading reports unreadable lines. */
export function proveLines(sheet: Sheet, mapping: ReadBy): ProvenLines {
  if (mapping.balance == null && sheet.lines.every(({ label }) => label === null)) return NOTHING;
  const amounts = unitsBy(sheet, mapping);
  const { balance, decimalMark, currency, account } = mapping;
  let isPossible = balance == null;
  const column = balance == null ? undefined : sheet.units(balance, decimalMark);
  if (amounts !== null && column !== undefined) {
    const own = [
      ...('column' in currency ? [currency.column] : []),
      ...(account.kind === 'column' ? [account.column] : []),
    ];
    for (const groups of own.length === 0 ? [[]] : [own, []])
      for (const balances of balancesOf(column, mapping.isDebt))
        for (const order of sheet.orders(groups)) {
          const chain = followBalance(sheet, amounts, balances, { order, groups });
          if (chain !== null && chain.steps > 0) return { ...chain, balances: balancesAfter(amounts, balances, chain) };
          isPossible ||= chain !== null;
        }
  }
  return { ...byLabels(sheet, amounts), steps: isPossible ? 0 : null };
}

/** On a card, the balance may be the debt. */
function balancesOf(column: UnitsByLine, isDebt: boolean | undefined): readonly UnitsByLine[] {
  const asDebt = column.map((units) => (units === null ? null : -units || 0));
  return isDebt === undefined ? [column, asDebt] : [isDebt ? asDebt : column];
}

function balancesAfter(amounts: UnitsByLine, balances: UnitsByLine, { others }: Chain): UnitsByLine {
  return balances.map((units, line) => (amounts[line] === null || others.has(line) ? null : units));
}

/** Without a running balance, labels and sums identify totals. */
function byLabels(sheet: Sheet, amounts: UnitsByLine | null): Omit<ProvenLines, 'steps'> {
  const { lines } = sheet;
  const unitsAt = (line: number): Units | null => amounts?.[line] ?? null;
  const booked = lines.map(({ label, isUndated }, line) => (label === null && !isUndated ? (unitsAt(line) ?? 0) : 0));
  const out = booked.reduce((sum, units) => sum + Math.min(units, 0), 0);
  const into = booked.reduce((sum, units) => sum + Math.max(units, 0), 0);
  const sums = new Set([out, into, -out, -into, out + into, 0, null]);
  // The name of a shop may look like a total.
  const isOther = (line: number): boolean => {
    const { label, isUndated } = lines[line] as Sheet['lines'][number];
    return label === 'balance' || (label === 'total' && (isUndated || sums.has(unitsAt(line))));
  };
  const nothing = { others: new Set([...lines.keys()].filter(isOther)), balances: null, stated: [], order: null };
  const labelled = lines.flatMap(({ label }, line) => {
    const units = label === 'balance' ? unitsAt(line) : null;
    return units === null ? [] : [{ line, units }];
  });
  const [first, last] = [labelled[0], labelled.at(-1)];
  if (first === undefined || last === undefined || labelled.length < 2) return nothing;
  const rise = last.units - first.units;
  const order = LINE_ORDERS.find(
    (one) => sheet.orders([]).includes(one) && (one === 'oldest-first' ? rise : -rise) === out + into,
  );
  if (order === undefined) return nothing;
  const [opening, closing] = order === 'oldest-first' ? [first, last] : [last, first];
  return {
    ...nothing,
    order,
    stated: [
      { ...opening, kind: 'opening' },
      { ...closing, kind: 'closing' },
    ],
  };
}
