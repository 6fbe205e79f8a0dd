import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import type { LineLabel } from '../values/csv-labels.ts';
import { unitsBy, type MoneyReading } from './amounts.ts';
import { followBalance, type Chain } from './chain.ts';
import type { Reading } from './find-readings.ts';
import type { LineOrder, PackedUnits, Sheet, Units } from './sheet.ts';

/** Facts about lines that the balance proves. */
export interface ProvenLines {
  readonly others: Chain['others'];
  /** The balance after each line; null if the balances are not consecutive. */
  readonly balances: PackedUnits | null;
  readonly stated: Chain['stated'];
  readonly order: LineOrder | null;
  /** The number of amounts between consecutive balances; null if the balances contradict the amounts. */
  readonly steps: number | null;
}

const NOTHING: ProvenLines = { others: new Map(), balances: null, stated: [], order: null, steps: 0 };

type ReadBy = MoneyReading & Pick<CsvMapping, 'currency' | 'account' | 'isDebt'>;

/** True if a reading of the first lines fits all lines. */
export function fitsAllLines(sheet: Sheet, { chain, ...reading }: Reading): boolean {
  const [amounts, balances] = [unitsBy(sheet, reading, false), sheet.units(reading.balance, reading.decimalMark)];
  return amounts !== null && balances !== undefined && followBalance(sheet, amounts, balances, chain) !== null;
}

/** Never throws: reading reports unreadable lines. */
export function proveLines(sheet: Sheet, mapping: ReadBy): ProvenLines {
  if (mapping.balance == null && sheet.lines.every(({ label }) => label === null)) return NOTHING;
  const amounts = unitsBy(sheet, mapping);
  const { amount } = mapping;
  const unlabelled = amount.kind === 'signed' && amount.inverted ? unitsBy(sheet, mapping, false) : amounts;
  const { balance, decimalMark, currency, account } = mapping;
  let isPossible = balance == null;
  const column = balance == null ? undefined : sheet.units(balance, decimalMark);
  if (amounts !== null && unlabelled !== null && column !== undefined) {
    const own = [
      ...('column' in currency ? [currency.column] : []),
      ...(account.kind === 'column' ? [account.column] : []),
    ];
    for (const groups of own.length === 0 ? [[]] : [own, []])
      for (const balances of balancesOf(column, mapping.isDebt))
        for (const order of sheet.orders(groups)) {
          const changes = balances === column ? unlabelled : amounts;
          const chain = followBalance(sheet, changes, balances, { order, groups });
          if (chain !== null && chain.steps > 0) return { ...chain, balances: balancesAfter(amounts, balances, chain) };
          isPossible ||= chain !== null;
        }
  }
  return { ...byLabels(sheet, amounts), steps: isPossible ? 0 : null };
}

/** On a card, the balance may be the debt. */
function balancesOf(column: PackedUnits, isDebt: boolean | undefined): readonly PackedUnits[] {
  const asDebt = column.map((units) => -units || 0);
  return isDebt === undefined ? [column, asDebt] : [isDebt ? asDebt : column];
}

function balancesAfter(amounts: PackedUnits, balances: PackedUnits, { others }: Chain): PackedUnits {
  return balances.map((units, line) => (amounts.at(line) === null || others.has(line) ? null : units));
}

/** Without a running balance, labels and sums identify totals. */
function byLabels(sheet: Sheet, amounts: PackedUnits | null): Omit<ProvenLines, 'steps'> {
  const { lines } = sheet;
  const others = new Map<number, LineLabel>();
  let [out, into] = [0, 0];
  for (const [line, { label, isUndated }] of lines.entries()) {
    const units = label === null && !isUndated ? (amounts?.at(line) ?? 0) : 0;
    if (units < 0) out += units;
    else into += units;
  }
  const sums = new Set([out, into, -out, -into, out + into]);
  const labelled: { readonly line: number; readonly units: Units }[] = [];
  for (const [line, { label, isUndated }] of lines.entries()) {
    const units = amounts?.at(line) ?? null;
    // The name of a shop may look like a total.
    const isTotal = label === 'total' && (isUndated || units === null || units === 0 || sums.has(units));
    if (label === 'balance' || isTotal) others.set(line, label);
    if (label === 'balance' && units !== null) labelled.push({ line, units });
  }
  const [first, last] = [labelled[0], labelled.at(-1)];
  const nothing = { others, balances: null, stated: [], order: null };
  if (first === undefined || last === undefined || labelled.length < 2) return nothing;
  const order = sheet
    .orders([])
    .toSorted((a, b) => Number(b === 'oldest-first') - Number(a === 'oldest-first'))
    .find((one) => {
      const [opening, closing] = one === 'oldest-first' ? [first, last] : [last, first];
      return opening.units + out + into === closing.units;
    });
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
