import type { TransactionFacets, TransactionGroups } from '../../contract/control/transactions.ts';
import { todayIn } from '../../core/time-zone.ts';
import { findMirrorState, listBudgets } from '../../store/mirror.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireMirror, startedRun } from '../handler.ts';
import { createRowFinder } from '../transactions/find-rows.ts';
import { cachedByRows, type MirroredRows, type MirrorRows, type SearchableRow } from '../transactions/mirror-rows.ts';
import { monthsUntil, summarize } from '../transactions/summary.ts';
import { findTransfers, sumsOf } from '../transactions/transfers.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { requireWorkbook, requireAccount } from '../../store/accounts.ts';

const PAGE = 100;
const MONTHS = 12;

export function transactionHandlers(
  { store, sync, clock }: Collaborators,
  mirror: MirrorRows,
): Handlers<'transactions'> {
  const transfersOf = cachedByRows(findTransfers);
  const find = createRowFinder(transfersOf);

  async function rowsOf(accountId: string): Promise<MirroredRows> {
    await requireMirror(store, sync, accountId);
    return mirror.load(accountId);
  }

  return {
    'transaction.list': async ({ accountId, offset = 0, limit = PAGE, order, ...filter }) => {
      const { rows, version } = await rowsOf(accountId);
      const found = await find(rows, filter, order);
      return {
        rows: found.rows.slice(offset, offset + limit).map(({ view }) => view),
        total: found.rows.length,
        sums: found.sums,
        version,
        asOf: findMirrorState(store, accountId)?.verifiedAt ?? null,
      };
    },
    'transaction.get': async ({ accountId, id, row }) => {
      const { rows } = await rowsOf(accountId);
      const same = rows.filter(({ view }) => view.id === id);
      const transaction = (same.find(({ view }) => view.row === row) ?? same[0])?.view;
      if (transaction === undefined) return null;
      // Imported on first use, because this module loads a large regular expression engine.
      const { matchingRules, originOf } = await import('../transactions/details.ts');
      return {
        transaction,
        origin: originOf(store, accountId, transaction),
        rules: matchingRules(store, accountId, transaction),
      };
    },
    'transaction.setCategory': ({ accountId, category, rows }) => {
      requireWorkbook(store, accountId);
      const chosen = rows.map((row) => ({ ...row, chosen: category ?? '' }));
      return startedRun(sync.setCategories(accountId, chosen));
    },
    'transaction.groups': async ({ accountId, by, ...filter }) => {
      const { rows } = await rowsOf(accountId);
      const found = await find(rows, filter);
      return {
        groups: await groupRows(found.rows, by, transfersOf(rows)),
        sums: found.sums,
        asOf: findMirrorState(store, accountId)?.verifiedAt ?? null,
      };
    },
    'transaction.recurring': async ({ accountId }) => {
      const { rows } = await rowsOf(accountId);
      const today = todayIn(requireAccount(store, accountId).timeZone, clock.now());
      // Imported on first use, because only one page needs it.
      const { recurringPayments } = await import('../transactions/recurring-payments.ts');
      return { payments: await recurringPayments(rows, transfersOf(rows), today), today };
    },
    'transaction.facets': async ({ accountId }) => facetsOf((await rowsOf(accountId)).rows),
    'transaction.summary': async ({ accountId, months = MONTHS }) => {
      const { rows } = await rowsOf(accountId);
      const { timeZone } = requireAccount(store, accountId);
      const period = monthsUntil(todayIn(timeZone, clock.now()), months);
      const end = rows.findIndex(({ view }) => view.day < `${period[0]}-01`);
      return summarize(
        rows.slice(0, end === -1 ? rows.length : end).map(({ view }) => view),
        period,
        transfersOf(rows),
        listBudgets(store, accountId),
      );
    },
  };
}

function facetsOf(rows: readonly SearchableRow[]): TransactionFacets {
  const accounts = Map.groupBy(rows, ({ view }) => view.bankAccountId);
  const categories = Map.groupBy(rows, ({ view }) => view.category);
  const uncategorised = categories.get('')?.length ?? 0;
  categories.delete('');
  accounts.delete('');
  return {
    accounts: byCount(
      [...accounts].map(([id, { 0: first, length: count }]) => ({ id, name: first?.view.account || id, count })),
    ),
    categories: byCount([...categories].map(([name, { length: count }]) => ({ name, count }))),
    uncategorised,
  };
}

function byCount<Item extends { readonly count: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => b.count - a.count);
}

const KEYS = {
  month: ({ day }: TransactionView) => day.slice(0, 'YYYY-MM'.length),
  category: ({ category }: TransactionView) => category,
  account: ({ bankAccountId }: TransactionView) => bankAccountId,
};

/** Sorts months by date, and all other groups by the number of rows. Names an account as in its newest row. */
async function groupRows(
  newestFirst: readonly SearchableRow[],
  by: keyof typeof KEYS,
  transfers: ReadonlySet<TransactionView>,
): Promise<TransactionGroups['groups']> {
  const groups = [...Map.groupBy(newestFirst, ({ view }) => KEYS[by](view))];
  groups.sort(([a, rowsOfA], [b, rowsOfB]) => (by === 'month' ? (a < b ? -1 : 1) : rowsOfB.length - rowsOfA.length));
  const summed = [];
  for (const [key, rows] of groups) {
    const account = rows[0]?.view.account ?? '';
    const name = by === 'account' && account !== '' ? account : key;
    summed.push({ key, name, sums: await sumsOf(rows, transfers) });
  }
  return summed;
}
