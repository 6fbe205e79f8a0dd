import { groupOf, linesIn, type LineOrder, type UnitsByLine, type Sheet, type Units } from './sheet.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { unitsBy } from './amounts.ts';

/** Fewer steps of a running balance may match by chance. */
export const FEWEST_STEPS = 2;

/** The order of lines with equal values in these columns. */
export interface ProvenOrder {
  readonly order: LineOrder;
  readonly groups: readonly number[];
}

export interface Chain extends ProvenOrder {
  readonly steps: number;
  /** Lines that are not transactions. */
  readonly others: ReadonlySet<number>;
  readonly stated: readonly { readonly line: number; readonly kind: 'opening' | 'closing'; readonly units: Units }[];
}

/** Null if a line contradicts the balance. Amounts of lines without a balance count for the next one. */
export function followBalance(
  sheet: Sheet,
  amounts: UnitsByLine,
  balances: UnitsByLine,
  { order, groups }: ProvenOrder,
): Chain | null {
  /** `since`: the sum since the last line with a balance. */
  type State = { before: Units | null; last: Units | null; since: Units };
  const states = new Map<string, State>();
  const others = new Set<number>();
  const stated: { line: number; kind: 'opening' | 'closing'; units: Units }[] = [];
  const later: { readonly state: State; readonly line: number; readonly units: Units }[] = [];
  let steps = 0;
  for (const line of linesIn(sheet, order)) {
    const { label, isUndated } = sheet.lines[line] as Sheet['lines'][number];
    const [amount, balance] = [amounts[line] ?? null, balances[line] ?? null];
    if (amount === null && balance === null) {
      // A total may fill both columns of a pair.
      if (label !== null) others.add(line);
      continue;
    }
    const group = groupOf(sheet.rows[line] ?? [], groups);
    let state = states.get(group);
    if (state === undefined) states.set(group, (state = { before: null, last: null, since: 0 }));
    const now = state.last === null ? null : state.last + state.since;
    const leads = amount !== null && balance !== null && now !== null && now + amount === balance;
    if (amount === null || (label !== null && !leads)) {
      // Without a label, only an unchanged balance may lack an amount: a column may be missing.
      if (label === null && !isUndated && now !== balance) return null;
      others.add(line);
      if (label === 'total') continue;
      const units = balance ?? amount ?? 0;
      if (now === null) {
        stated.push({ line, kind: 'opening', units });
        state.before = state.last = units;
      } else if (now === units) stated.push({ line, kind: 'closing', units });
      else later.push({ state, line, units });
      continue;
    }
    if (balance === null) {
      if (!isUndated) state.since += amount;
      continue;
    }
    if (now !== null && !leads) {
      // The balance is repeated beside an amount, but a transaction would have changed the balance.
      if (balance !== now || amount !== balance) return null;
      others.add(line);
      stated.push({ line, kind: 'closing', units: balance });
      continue;
    }
    if (now !== null && amount !== 0) steps += 1;
    state.before ??= balance - amount - state.since;
    state.last = balance;
    state.since = 0;
  }
  for (const { state, line, units } of later) {
    const end = (state.last ?? 0) + state.since;
    if (units !== end && units !== state.before) return null;
    stated.push({ line, kind: units === end ? 'closing' : 'opening', units });
  }
  return { order, groups, steps, others, stated };
}

export interface ProvenLines extends Pick<Chain, 'others' | 'stated'> {
  /** The balance after each line; null if the balances are not consecutive. */
  readonly balances: UnitsByLine | null;
  readonly order: LineOrder | null;
  /** The number of amounts between consecutive balances; null if the balances contradict the amounts. */
  readonly steps: number | null;
}

const NOTHING: ProvenLines = { others: new Set(), balances: null, stated: [], order: null, steps: 0 };

/** Never throws: reading reports unreadable lines. */
export function proveLines(sheet: Sheet, mapping: CsvMapping): ProvenLines {
  if (mapping.balance == null && sheet.lines.every(({ label }) => label === null)) return NOTHING;
  const amounts = unitsBy(sheet, mapping);
  const { balance, decimalMark, currency, account } = mapping;
  let isPossible = balance == null;
  const column = balance == null ? null : sheet.units(balance, decimalMark);
  if (amounts !== null && column !== null) {
    const own = [currency, account].flatMap((one) => ('column' in one ? [one.column] : []));
    for (const groups of own.length === 0 ? [[]] : [own, []])
      for (const balances of balancesOf(column, mapping.isDebt))
        for (const order of sheet.orders(groups)) {
          const chain = followBalance(sheet, amounts, balances, { order, groups });
          if (chain === null) continue;
          isPossible = true;
          const isAfter = (line: number): boolean => amounts[line] !== null && !chain.others.has(line);
          const after = balances.map((units, line) => (isAfter(line) ? units : null));
          if (chain.steps > 0) return { ...chain, balances: after };
        }
  }
  return { ...byLabels(sheet, amounts), steps: isPossible ? 0 : null };
}

/** On a card, the balance may be the debt. */
function balancesOf(column: UnitsByLine, isDebt: boolean | undefined): readonly UnitsByLine[] {
  const asDebt = column.map((units) => (units === null ? null : -units || 0));
  return isDebt === undefined ? [column, asDebt] : [isDebt ? asDebt : column];
}

/** Without a running balance, an opening and a closing one prove the lines between them. Else sums identify totals. */
function byLabels(sheet: Sheet, amounts: UnitsByLine | null): Omit<ProvenLines, 'steps'> {
  for (const order of sheet.orders([])) {
    const chain = followBalance(sheet, amounts ?? [], [], { order, groups: [] });
    const kinds = new Set(chain?.stated.map(({ kind }) => kind));
    if (chain !== null && kinds.size > 1) return { ...chain, balances: null };
  }
  const booked = sheet.lines.map(({ label, isUndated }, line) =>
    label === null && !isUndated ? (amounts?.[line] ?? 0) : 0,
  );
  const out = booked.reduce((sum, units) => sum + Math.min(units, 0), 0);
  const into = booked.reduce((sum, units) => sum + Math.max(units, 0), 0);
  const sums = new Set([out, into, -out, -into, out + into, 0, null]);
  const others = sheet.lines.flatMap(({ label, isUndated }, line) => {
    // The name of a shop may look like a total.
    const isTotal = label === 'total' && (isUndated || sums.has(amounts?.[line] ?? null));
    return label === 'balance' || isTotal ? [line] : [];
  });
  return { others: new Set(others), balances: null, stated: [], order: null };
}
