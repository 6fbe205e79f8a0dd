import type { LineLabel } from '../values/csv-labels.ts';
import type { Units, UnitsOfLines } from './units.ts';

/** Fewer steps of a running balance may match by chance. */
export const FEWEST_STEPS = 2;

/** A line of the table for the balance check. */
export interface ChainLine {
  /** The label according to its words; arithmetic has priority. */
  readonly label: LineLabel | null;
  /** A pending line, or no transaction. */
  readonly isUndated: boolean;
  /** Identifies account and currency. */
  readonly group: string;
}

export type LineOrder = 'oldest-first' | 'newest-first';

/** The order of lines with equal values in these columns. */
export interface ProvenOrder {
  readonly order: LineOrder;
  readonly groups: readonly number[];
}

/** The result of the balance check. */
export interface Chain {
  /** The number of amounts between consecutive balances. */
  readonly steps: number;
  /** Lines that state a balance or a total, by line index. */
  readonly others: ReadonlyMap<number, LineLabel>;
  /** Balances before or after all transactions. */
  readonly stated: readonly { readonly place: number; readonly kind: 'opening' | 'closing'; readonly units: Units }[];
}

interface State {
  before: Units | null;
  last: Units | null;
  /** Sum since the last line with a balance. */
  since: Units;
}

/**
 * Follows the balance from line to line; null if a line contradicts it. Amounts of lines without a balance are added to
 * the next one. Arrays are indexed by line.
 */
export function followBalance(
  lines: readonly ChainLine[],
  amounts: UnitsOfLines,
  balances: UnitsOfLines,
  order: LineOrder,
): Chain | null {
  const states = new Map<string, State>();
  const others = new Map<number, LineLabel>();
  const stated: { place: number; kind: 'opening' | 'closing'; units: Units }[] = [];
  const later: { readonly state: State; readonly place: number; readonly units: Units }[] = [];
  let steps = 0;
  for (let count = 0; count < lines.length; count += 1) {
    const place = order === 'oldest-first' ? count : lines.length - 1 - count;
    const line = lines[place];
    const amount = amounts.at(place) ?? null;
    const balance = balances.at(place) ?? null;
    if (line === undefined || (amount === null && balance === null)) continue;
    let state = states.get(line.group);
    if (state === undefined) states.set(line.group, (state = { before: null, last: null, since: 0 }));
    const now = state.last === null ? null : state.last + state.since;
    const leads = amount !== null && balance !== null && now !== null && now + amount === balance;
    if (amount === null || (line.label !== null && !leads)) {
      // Without a label, only an unchanged balance may lack an amount: a column may be missing.
      if (line.label === null && !line.isUndated && now !== balance) return null;
      others.set(place, line.label ?? 'balance');
      if (line.label === 'total') continue;
      const units = balance ?? amount ?? 0;
      if (now === null) {
        stated.push({ place, kind: 'opening', units });
        state.before = state.last = units;
      } else if (now === units) stated.push({ place, kind: 'closing', units });
      else later.push({ state, place, units });
      continue;
    }
    if (balance === null) {
      if (!line.isUndated) state.since += amount;
      continue;
    }
    if (now !== null && !leads) {
      // The balance is repeated beside an amount, which no transaction would leave unchanged.
      if (balance !== now || amount !== balance) return null;
      others.set(place, 'balance');
      stated.push({ place, kind: 'closing', units: balance });
      continue;
    }
    if (now !== null && amount !== 0) steps += 1;
    state.before ??= balance - amount - state.since;
    state.last = balance;
    state.since = 0;
  }
  for (const { state, place, units } of later) {
    const end = (state.last ?? 0) + state.since;
    if (units !== end && units !== state.before) return null;
    stated.push({ place, kind: units === end ? 'closing' : 'opening', units });
  }
  return { steps, others, stated };
}
