import { beginsAsBalance } from '../values/csv-labels.ts';
import { groupOf, linesIn, type LineOrder, type UnitsByLine, type Sheet, type Units } from './sheet.ts';
import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { unitsBy } from './amounts.ts';

/** Fewer changes of a running balance may match the amounts by chance. */
export const FEWEST_STEPS = 2;

/** The order of the lines that have equal values in the columns `groups`, such as the lines of one account. */
export interface ProvenOrder {
  readonly order: LineOrder;
  readonly groups: readonly number[];
}

export interface Chain extends ProvenOrder {
  readonly steps: number;
  /** Indexes of totals and balances, which are no transactions. */
  readonly others: ReadonlySet<number>;
  readonly stated: readonly { readonly line: number; readonly kind: 'opening' | 'closing'; readonly units: Units }[];
}

/** Null if a line contradicts the balance. Amounts of lines without a balance are added to the next line with one. */
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
  const stated: Chain['stated'][number][] = [];
  const later: { readonly state: State; readonly line: number; readonly units: Units }[] = [];
  let steps = 0;
  for (const line of linesIn(sheet, order)) {
    const { label, isUndated } = sheet.lines[line] as Sheet['lines'][number];
    const [amount, balance] = [amounts[line] ?? null, balances[line] ?? null];
    if (amount === null && balance === null && label === null) continue;
    const group = groupOf(sheet.rows[line] ?? [], groups);
    let state = states.get(group);
    if (state === undefined) states.set(group, (state = { before: null, last: null, since: 0 }));
    const now = state.last === null ? null : state.last + state.since;
    const leads = amount !== null && balance !== null && now !== null && now + amount === balance;
    // Some banks write 0.00 as the amount of a balance.
    const isStated = label === 'balance' && amount === 0;
    // The line repeats the balance in the column of amounts: a transaction of this amount would have changed the balance.
    const isRepeated = amount === balance && balance === now;
    if (amount === null || isStated || (!leads && (label !== null || isRepeated))) {
      // A changed balance without an amount means that the reading lacks a column. A first line may state only a balance.
      const isChanged = label === null && !isUndated && now !== balance;
      if (isChanged && (now !== null || sheet.countNumbers(line) > 1)) return null;
      others.add(line);
      const units = balance ?? amount;
      if (label === 'total' || units === null) continue;
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
    if (now !== null && !leads) return null;
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
  /** The balance after each transaction; null if the balances do not follow from the amounts. */
  readonly balances: UnitsByLine | null;
  readonly order: LineOrder | null;
  /** The total number of amounts that two balances confirm; null if the balances contradict the amounts. */
  readonly steps: number | null;
}

/** Checks the amounts by the balances. Ignores unreadable lines, which `readRows` reports. */
export function proveLines(sheet: Sheet, mapping: CsvMapping): ProvenLines {
  const { balance, decimalMark, currency, account } = mapping;
  const isDaily = sheet.rows.map((row) => balance == null && beginsAsBalance(row));
  const isProvable = balance != null || sheet.lines.some(({ label }, line) => label !== null || isDaily[line]);
  const amounts = isProvable ? unitsBy(sheet, mapping) : null;
  const column = balance == null ? null : sheet.units(balance, decimalMark);
  const own = [currency, account].flatMap((one) => ('column' in one ? [one.column] : []));
  let isPossible = balance == null;
  const [from, to] = [isDaily.indexOf(true), isDaily.lastIndexOf(true)];
  const between = amounts?.filter((units, line) => units && !isDaily[line] && line > from && line < to) ?? [];
  // A few amounts may add up by chance, so that a purchase such as "Saldo Tigo" would look like a daily balance.
  const daily = new Set(between).size < 3 ? [] : [amounts?.map((units, line) => (isDaily[line] ? units : null)) ?? []];
  // Without a running balance, an opening and a closing balance prove the lines between them.
  for (const balances of amounts === null ? [] : [...balancesOf(column, mapping.isDebt), ...daily, []]) {
    const moves = (amounts ?? []).map((units, line) => (isDaily[line] && balances[line] != null ? null : units));
    const groups = balances.length === 0 ? [] : own;
    for (const order of sheet.orders(groups)) {
      const chain = followBalance(sheet, moves, balances, { order, groups });
      if (chain === null) continue;
      isPossible ||= balances.length > 0;
      const isAfter = (line: number): boolean => amounts?.[line] != null && !chain.others.has(line);
      const after = balances.map((units, line) => (isAfter(line) ? units : null));
      if (chain.steps > 0) return { ...chain, balances: after };
      if (new Set(chain.stated.map(({ kind }) => kind)).size > 1)
        return { ...chain, balances: null, steps: isPossible ? 0 : null };
    }
  }
  const others = new Set(totalsIn(sheet, amounts));
  return { others, balances: null, stated: [], order: null, steps: isPossible ? 0 : null };
}

/** The balance with its possible signs: both until a file has shown whether it is a card's debt. */
function balancesOf(column: UnitsByLine | null, isDebt: boolean | undefined): readonly UnitsByLine[] {
  if (column === null) return [];
  const asDebt = column.map((units) => (units === null ? null : -units || 0));
  return isDebt === undefined ? [column, asDebt] : [isDebt ? asDebt : column];
}

/** Lines labelled as balances or totals. A dated "total" must equal a sum of the file, because it may be the name of a shop. */
function totalsIn({ lines }: Sheet, amounts: UnitsByLine | null): readonly number[] {
  const booked = lines.map(({ label, isUndated }, line) => (label === null && !isUndated ? (amounts?.[line] ?? 0) : 0));
  const out = booked.reduce((sum, units) => sum + Math.min(units, 0), 0);
  const into = booked.reduce((sum, units) => sum + Math.max(units, 0), 0);
  const sums = new Set([0, -out, into, Math.abs(out + into)]);
  const isTotal = (line: number): boolean => sums.has(Math.abs(amounts?.[line] ?? 0));
  return [...lines.keys()].filter((line) => {
    const { label = null, isUndated = false } = lines[line] ?? {};
    return label === 'balance' || (label === 'total' && (isUndated || isTotal(line)));
  });
}
