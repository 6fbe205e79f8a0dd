import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import { toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { describedByBank, type MemoryEntry } from '../../core/memory.ts';
import type * as Planner from '../../core/planner/plan-sync.ts';
import { joinedId } from '../../core/provider-scheme.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import { toLocalDateTime } from '../../core/time-zone.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import type { Fetched } from '../../sources/source.ts';
import type { Account } from '../../store/accounts.ts';
import { listMemory } from '../../store/memory.ts';
import { joinBankAccounts, listBankAccounts, listSameAccounts, type AccountName } from '../../store/same-accounts.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { createWork, runMessage, type Work } from '../runs/work.ts';
import { planAndWrite, readsAll } from '../runs/write.ts';
import type { UseCaseContext } from './context.ts';

/** Treats two bank accounts as one: keeps the older one. If both have a row for a transaction, removes the row of the newer one. */
export async function joinAccounts(
  { deps, runner }: UseCaseContext,
  accountId: string,
  ids: readonly [string, string],
): Promise<string> {
  await Promise.all(runner.active(accountId).map(({ id }) => runner.wait(id)));
  const all = listBankAccounts(deps.store, accountId);
  const [into, from] = all.filter(({ id }) => ids.includes(id));
  if (into === undefined || from === undefined) {
    const account = ids.find((id) => !all.some((one) => one.id === id)) ?? ids[0];
    throw createError('input_name_unknown', { what: 'other', name: account, known: all.map(({ name }) => name) });
  }
  const joined = joinBankAccounts(deps.store, accountId, from.id, into);
  return runner.enqueue(accountId, { kind: 'accounts', trigger: 'person' }, async (context) => {
    const { planSync } = await import('../../core/planner/plan-sync.ts');
    return planAndWrite(deps, context, {
      plan: (snapshot) => planJoin(deps, context.account, snapshot, { from, into, joined, planSync }),
      planSettled: readsAll,
    });
  });
}

export function withSameAccounts({ store }: SyncDependencies, accountId: string, fetched: Fetched): Fetched {
  const same = listSameAccounts(store, accountId);
  if (same.size === 0) return fetched;
  const accountOf = (account: BankAccount): BankAccount => {
    const { id, name } = same.get(account.id) ?? account;
    return { ...account, id, name };
  };
  return {
    ...fetched,
    transactions: fetched.transactions.map((transaction) => {
      const { account, providerId } = transaction;
      if (!same.has(account.id)) return transaction;
      return { ...transaction, account: accountOf(account), providerId: joinedId(account.id, providerId) };
    }),
    completeAccountIds: [...new Set(fetched.completeAccountIds.map((id) => same.get(id)?.id ?? id))],
    balances: fetched.balances.map((balance) => ({ ...balance, account: accountOf(balance.account) })),
  };
}

interface Join {
  readonly from: AccountName;
  readonly into: AccountName;
  /** The ids of the transactions of `from`. */
  readonly joined: readonly string[];
  readonly planSync: typeof Planner.planSync;
}

/** Plans the transactions of `from` as if they arrived now, and removes their rows if `into` has rows for the same transactions. */
function planJoin(
  { store, clock, digest }: SyncDependencies,
  account: Account,
  { rows, layout }: Pick<Snapshot, 'rows' | 'layout'>,
  { from, into, joined, planSync }: Join,
): Work {
  const own = new Set(joined);
  const [entries, others]: [MemoryEntry[], MemoryEntry[]] = [[], []];
  for (const entry of listMemory(store, account.id)) (own.has(entry.transactionId) ? entries : others).push(entry);
  const rowOf = new Map(rows.map((row) => [row.transactionId, row]));
  const shown = entries.filter(({ state, transactionId }) => state === 'in-sheet' && rowOf.has(transactionId));
  const doubles = [...Map.groupBy(shown, ({ connectionId }) => connectionId)].flatMap(([connectionId, its]) => {
    const transactions = its.map((entry) => transactionOf(entry, into));
    const plan = planSync({
      snapshot: { rows: rows.filter(({ transactionId }) => !own.has(transactionId)), rules: [] },
      memory: others,
      connectionId,
      transactions,
      completeAccountIds: [],
      since: '0001-01-01' as CalendarDate,
      now: { instant: toInstant(clock.now()), local: toLocalDateTime(account.timeZone, clock.now()) },
      digest,
    });
    const shownBy = new Map(plan.memory.map((entry) => [entry.transactionId, entry.shownBy]));
    return plan.skips.flatMap(({ transaction, transactionId, reason }) => {
      const entry = its[transactions.indexOf(transaction)];
      const other = shownBy.get(transactionId) ?? null;
      return entry === undefined || other === null || reason !== 'elsewhere' ? [] : [{ entry, other }];
    });
  });
  const removals = doubles.map(({ entry: { transactionId, written } }) => ({
    row: rowOf.get(transactionId)?.index ?? 0,
    values: written,
  }));
  const done = problem('accounts_joined', { from: from.name, into: into.name });
  return createWork(
    {
      removals,
      memory: doubles.map(({ entry, other }) => ({ ...entry, state: 'elsewhere', shownBy: other })),
      items: removals.map(({ values }) => ({ kind: 'removed', values })),
    },
    { counts: { removed: removals.length }, messages: [runMessage('info', done)], layout },
  );
}

function transactionOf(entry: MemoryEntry, { id, name }: AccountName): BankTransaction {
  const { written, lastDigits, providerId, status } = entry;
  const { date, amount, currency } = written;
  const account = { id, name, currency, lastDigits };
  return { account, providerId, date, amount, currency, description: describedByBank(entry), status, raw: null };
}
