import type { TransactionFacets, transactionProcedures, TransactionView } from '../../contract/control/transactions.ts';
import { todayIn } from '../../core/time-zone.ts';
import { findMirrorState } from '../../store/mirror.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { createMirrorRows, type SearchableRow } from '../transactions/mirror-rows.ts';
import { monthsUntil, summarise } from '../transactions/summary.ts';

const PAGE = 100;
const MONTHS = 12;

export function transactionHandlers({ store, sync, clock }: ControlDependencies): Handlers<keyof typeof transactionProcedures> {
  const mirror = createMirrorRows(store);

  async function rowsOf(accountId: string): Promise<readonly SearchableRow[]> {
    requireAccount(store, accountId);
    await sync.freshen(accountId);
    return mirror.load(accountId);
  }

  return {
    'transaction.list': async ({ accountId, offset = 0, limit = PAGE, ...filter }) => {
      const found = (await rowsOf(accountId)).filter(matching(filter));
      return {
        rows: found.slice(offset, offset + limit).map(({ view }) => view),
        total: found.length,
        asOf: findMirrorState(store, accountId)?.verifiedAt ?? null,
      };
    },
    'transaction.facets': async ({ accountId }) => facetsOf((await rowsOf(accountId)).map(({ view }) => view)),
    'transaction.summary': async ({ accountId, months = MONTHS }) => {
      const rows = await rowsOf(accountId);
      const { timeZone } = requireAccount(store, accountId);
      return summarise(rows.map(({ view }) => view), monthsUntil(todayIn(timeZone, clock.now()), months));
    },
  };
}

interface Filter {
  readonly search?: string | undefined;
  readonly bankAccountId?: string | undefined;
  readonly category?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function matching({ search = '', bankAccountId, category, from, to }: Filter): (row: SearchableRow) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return ({ view, searched }) =>
    (bankAccountId === undefined || view.bankAccountId === bankAccountId) &&
    (category === undefined || view.category === category) &&
    (from === undefined || view.day >= from) &&
    (to === undefined || view.day <= to) &&
    words.every((word) => searched.includes(word));
}

function facetsOf(rows: readonly TransactionView[]): TransactionFacets {
  const accounts = new Map<string, { id: string; name: string; count: number }>();
  const categories = new Map<string, { name: string; count: number }>();
  for (const { bankAccountId: id, account, category: name } of rows) {
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
