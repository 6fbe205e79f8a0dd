import type { LineLabel } from '../values/csv-labels.ts';
import type { Units, UnitsOfLines } from './units.ts';

/** A line of the table as the check of the running balance sees it. */
export interface ChainLine {
  /** What its words say that it is; arithmetic may know better. */
  readonly label: LineLabel | null;
  /** Without a day: pending, or no transaction. */
  readonly isUndated: boolean;
  /** Lines of one account and currency share it. */
  readonly group: string;
}

export type LineOrder = 'oldest-first' | 'newest-first';

/** The order of the lines that have the same values in these columns, as those of one account. */
export interface ProvenOrder {
  readonly order: LineOrder;
  readonly groups: readonly number[];
}

/** What a running balance says of the lines of a table. */
export interface Chain {
  /** How many amounts lead from one balance to the next. */
  readonly steps: number;
  /** By the place of the line: what states a balance or a total, and is no transaction. */
  readonly others: ReadonlyMap<number, LineLabel>;
  /** The balances that such lines state, of the account before all transactions or after them. */
  readonly stated: readonly { readonly place: number; readonly kind: 'opening' | 'closing'; readonly units: Units }[];
}

interface State {
  before: Units | null;
  last: Units | null;
  /** Of lines since the last one that told a balance. */
  since: Units;
}

/**
 * Follows the balance from line to line: null as soon as one line contradicts it. A line without a balance counts
 * for the next one that has it. Amounts and balances stand at the places of their lines.
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
      // Without words for it, only a balance that stays as it was needs no amount: a column may be missing.
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
      // The balance again, where an amount stands: no transaction could leave it as it was.
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
