import { setImmediate as turn } from 'node:timers/promises';
import type { CurrencySum, TransactionOrder } from '../../contract/control/transactions.ts';
import type { SearchableRow } from './mirror-rows.ts';
import { searchTest, type RowTest } from './search.ts';
import { sortRows } from './sort-rows.ts';
import { sumsOf } from './sums.ts';
import type { TransferFinder } from './transfers.ts';

/** What is left out does not matter. */
export interface TransactionFilter {
  readonly search?: string | undefined;
  readonly bankAccountId?: string | undefined;
  readonly category?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface FoundRows {
  readonly rows: readonly SearchableRow[];
  readonly sums: readonly CurrencySum[];
}

const NEWEST_FIRST: TransactionOrder = { by: 'date', isDescending: true };

/** A millisecond or two of searching. */
const ROWS_PER_TURN = 5000;
/** A page of the dashboard scrolls through one; a second window and the text typed before are others. */
const RESULTS_KEPT = 4;

/**
 * The rows that a filter lets through, and what they sum to. Others are answered while a large mirror is searched, and
 * what was found is kept for as long as the rows are: scrolling asks for one page after another of the same result.
 */
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

/** Null when everything matches. */
function matching({ search = '', bankAccountId, category, from, to }: TransactionFilter): RowTest | null {
  const isSaid = searchTest(search);
  if (isSaid === null && [bankAccountId, category, from, to].every((wanted) => wanted === undefined)) return null;
  return (row) =>
    (bankAccountId === undefined || row.view.bankAccountId === bankAccountId) &&
    (category === undefined || row.view.category === category) &&
    (from === undefined || row.view.day >= from) &&
    (to === undefined || row.view.day <= to) &&
    (isSaid?.(row) ?? true);
}
