import type { TransactionFacets } from '../../contract/control/transactions.ts';
import type { SearchableRow } from './mirror-rows.ts';

/** What the rows, newest first, can be chosen by. */
export function facetsOf(rows: readonly SearchableRow[]): TransactionFacets {
  const accounts = new Map<string, { id: string; name: string; count: number }>();
  const categories = new Map<string, { name: string; count: number }>();
  for (const { view } of rows) {
    const { bankAccountId: id, account, category: name } = view;
    const known = accounts.get(id);
    // The newest row comes first: its name is the one that holds.
    if (known === undefined) accounts.set(id, { id, name: account === '' ? id : account, count: 1 });
    else known.count += 1;
    const of = categories.get(name);
    if (of === undefined) categories.set(name, { name, count: 1 });
    else of.count += 1;
  }
  const uncategorised = categories.get('')?.count ?? 0;
  categories.delete('');
  accounts.delete('');
  return { accounts: byCount(accounts), categories: byCount(categories), uncategorised };
}

function byCount<Item extends { readonly count: number }>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items.values()].sort((a, b) => b.count - a.count);
}
