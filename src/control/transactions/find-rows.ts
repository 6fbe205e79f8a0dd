import { setImmediate as turn } from 'node:timers/promises';
import type { Input } from '../../contract/control/index.ts';
import type { CurrencySum, TransactionOrder } from '../../contract/control/transactions.ts';
import type { SearchableRow } from './mirror-rows.ts';
import { searchTest, type RowTest } from './search.ts';
import { sumsOf, type TransferFinder } from './transfers.ts';
import { plainLetters } from '../../core/plain-letters.ts';

type TransactionFilter = Omit<Input<'transaction.groups'>, 'accountId' | 'by'>;

export interface FoundRows {
  readonly rows: readonly SearchableRow[];
  readonly sums: readonly CurrencySum[];
}

const NEWEST_FIRST: TransactionOrder = { by: 'date', isDescending: true };

const ROWS_PER_TURN = 5000;
/** The number of cached results, enough for the current and the previous search in two windows. */
const RESULTS_KEPT = 4;

/** Caches results until the rows change, because scrolling requests one page of the same result after another. */
export function createRowFinder(
  transfersOf: TransferFinder,
): (rows: readonly SearchableRow[], filter: TransactionFilter, order?: TransactionOrder) => Promise<FoundRows> {
  const found = new WeakMap<readonly SearchableRow[], Map<string, Promise<FoundRows>>>();
  return (rows, filter, order = NEWEST_FIRST) => {
    const results = found.get(rows) ?? new Map<string, Promise<FoundRows>>();
    found.set(rows, results);
    const { search, bankAccountId, category, from, to } = filter;
    const key = JSON.stringify([search, bankAccountId, category, from, to, order.by, order.isDescending]);
    const result = results.get(key) ?? find(rows, filter, order, transfersOf);
    results.delete(key);
    results.set(key, result);
    const [oldest] = results.keys();
    if (results.size > RESULTS_KEPT && oldest !== undefined) results.delete(oldest);
    return result;
  };
}

async function find(
  all: readonly SearchableRow[],
  filter: TransactionFilter,
  order: TransactionOrder,
  transfersOf: TransferFinder,
): Promise<FoundRows> {
  const rows = await filtered(all, filter);
  return { rows: await sortRows(rows, order), sums: await sumsOf(rows, transfersOf(all)) };
}

async function filtered(rows: readonly SearchableRow[], filter: TransactionFilter): Promise<readonly SearchableRow[]> {
  const matches = matching(filter);
  if (matches === null) return rows;
  const found: SearchableRow[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_TURN) {
    for (const row of rows.slice(start, start + ROWS_PER_TURN)) if (matches(row)) found.push(row);
    await turn();
  }
  return found;
}

function matching({ search = '', bankAccountId, category, from, to }: TransactionFilter): RowTest | null {
  const isFound = searchTest(search);
  if (isFound === null && [bankAccountId, category, from, to].every((filter) => filter === undefined)) return null;
  return (row) =>
    (bankAccountId === undefined || row.view.bankAccountId === bankAccountId) &&
    (category === undefined || row.view.category === category) &&
    (from === undefined || row.view.day >= from) &&
    (to === undefined || row.view.day <= to) &&
    (isFound?.(row) ?? true);
}

interface Keyed {
  readonly row: SearchableRow;
  readonly key: string | number | null;
}

async function sortRows(
  rows: readonly SearchableRow[],
  { by, isDescending }: TransactionOrder,
): Promise<readonly SearchableRow[]> {
  if (by === 'date') return isDescending ? rows : rows.toReversed();
  const keyed: Keyed[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_TURN === 0) await turn();
    keyed.push({ row, key: keyOf(row, by) });
  }
  const direction = isDescending ? -1 : 1;
  const compare = ({ key: a }: Keyed, { key: b }: Keyed): number => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -direction : direction;
  };
  return (await sortInTurns(keyed, compare)).map(({ row }) => row);
}

function keyOf({ view }: SearchableRow, by: Exclude<TransactionOrder['by'], 'date'>): Keyed['key'] {
  if (view[by] === '') return null;
  return by === 'amount' ? Number(view.amount) : plainLetters(view[by]);
}

async function sortInTurns<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += ROWS_PER_TURN) {
    runs.push(items.slice(start, start + ROWS_PER_TURN).sort(compare));
    await turn();
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let place = 0; place < runs.length; place += 2)
      merged.push(await merge(runs[place] ?? [], runs[place + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    if (merged.length % ROWS_PER_TURN === 0) await turn();
    const [one, other] = [left[fromLeft] as Item, right[fromRight] as Item];
    if (compare(one, other) <= 0) {
      merged.push(one);
      fromLeft += 1;
    } else {
      merged.push(other);
      fromRight += 1;
    }
  }
  for (const rest of [left.slice(fromLeft), right.slice(fromRight)]) for (const item of rest) merged.push(item);
  return merged;
}
