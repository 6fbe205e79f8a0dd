import { groupOf, linesIn, type LineOrder, type UnitsByLine, type Sheet, type Units } from './sheet.ts';

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

interface State {
  before: Units | null;
  last: Units | null;
  /** Sum since the last line with a balance. */
  since: Units;
}

/**
 * Follows the balance from line to line; null if a line contradicts it. Amounts of lines without a balance are added to
 * the next one.
 */
export function followBalance(
  sheet: Sheet,
  amounts: UnitsByLine,
  balances: UnitsByLine,
  { order, groups }: ProvenOrder,
): Chain | null {
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
