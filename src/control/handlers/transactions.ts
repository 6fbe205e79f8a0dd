import type {
  transactionProcedures,
  TransactionFacets,
  TransactionGroups,
} from '../../contract/control/transactions.ts';
import { todayIn } from '../../core/time-zone.ts';
import { findMirrorState } from '../../store/mirror.ts';
import { requireWorkbook } from '../../sync/runs/requirements.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireAccount, requireMirror, startedRun } from '../handler.ts';
import { createRowFinder } from '../transactions/find-rows.ts';
import type { MirroredRows, MirrorRows, SearchableRow } from '../transactions/mirror-rows.ts';
import { monthsUntil, summarize } from '../transactions/summary.ts';
import { createTransferFinder, sumsOf } from '../transactions/transfers.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';

const PAGE = 100;
const MONTHS = 12;

export function transactionHandlers(
  { store, sync, clock }: Collaborators,
  mirror: MirrorRows,
): Handlers<keyof typeof transactionProcedures> {
  const transfersOf = createTransferFinder();
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
      // Imported lazily: it loads the engine for regular expressions.
      const { matchingRules, originOf } = await import('../transactions/details.ts');
      return {
        transaction,
        origin: originOf(store, accountId, transaction),
        rules: matchingRules(store, accountId, transaction),
      };
    },
    'transaction.setCategory': ({ accountId, category, rows }) => {
      requireWorkbook({ store }, accountId);
      const runId = sync.setCategories(
        accountId,
        rows.map((row) => ({ ...row, chosen: category ?? '' })),
      );
      return startedRun(runId, 'The category is being set.');
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
      // Only one page needs it.
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
      );
    },
  };
}

function facetsOf(rows: readonly SearchableRow[]): TransactionFacets {
  const accounts = new Map<string, { id: string; name: string; count: number }>();
  const categories = new Map<string, { name: string; count: number }>();
  for (const { view } of rows) {
    const { bankAccountId: id, account, category: name } = view;
    const entry = accounts.get(id);
    if (entry === undefined) accounts.set(id, { id, name: account === '' ? id : account, count: 1 });
    else entry.count += 1;
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

const KEYS = {
  month: ({ day }: TransactionView) => day.slice(0, 'YYYY-MM'.length),
  category: ({ category }: TransactionView) => category,
  account: ({ bankAccountId }: TransactionView) => bankAccountId,
};

/** Months by date, other groups by frequency. The newest row names an account. */
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
