import type { Amount } from '../../core/amount.ts';
import { addDays, fromEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { monthOf } from '../../core/mirror-text.ts';
import type { TrendPoint } from '../../core/reconcile/reconciliation.ts';
import { reconcileRecent, recentSince } from '../../core/reconcile/reconcile.ts';
import { trendSince } from '../../core/reconcile/trend.ts';
import type { Row } from '../../core/row.ts';
import type { Layout, Revision } from '../../core/snapshot.ts';
import { atOnce, type Steps } from '../../core/steps.ts';
import { toPennyrowError } from '../../platform/errors.ts';
import { listBalancesOf } from '../../store/balances.ts';
import { remembersOf } from '../../store/memory.ts';
import { findMirrorState, loadMirrorMonths, fieldsOf, rowsOf } from '../../store/mirror.ts';
import { findTrend, listReconciliations, saveReconciliation } from '../../store/reconciliations.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { inTurns } from '../runs/in-turns.ts';
import type { Work } from '../runs/work.ts';
import { accountLedger, accountMemory, type NamedRow, createSheetRows } from './account-ledger.ts';
import { RECONCILIATION_FORMAT, type KeptFinding, type KeptResult } from './reconcile-accounts.ts';

/** A row may have a bank date that is later than its date in the sheet by at most this many days. */
const ROW_BEFORE_DAYS = 40;

/** Stored instead of a digest if not all rows were read. It equals no digest, so the next full read repeats the calculation. */
const UNREAD = `${RECONCILIATION_FORMAT}unread`;

/** Compares recent rows of the mirror with the balances. False if a full read of the workbook is required. Never throws. */
export async function reconcileAfter(
  deps: SyncDependencies,
  accountId: string,
  { layout, revision }: { readonly layout: Layout; readonly revision: Revision },
  work: ReconciledWork,
): Promise<boolean> {
  const { store } = deps;
  const steps = () => reconcileStale(deps, accountId, layout, work);
  try {
    const writes = store.writeCount();
    const results = await inTurns(steps());
    if (findMirrorState(store, accountId)?.revision !== revision) return false;
    // Computes the results again, without yielding, if the database has changed since.
    const saves = store.writeCount() === writes ? results : atOnce(steps());
    if (saves === null) return false;
    store.transaction(() => {
      for (const save of saves) save();
    });
    return true;
  } catch (thrown) {
    deps.log.warn({ account: accountId, err: toPennyrowError(thrown) }, 'the balances are checked by all rows');
    return false;
  }
}

type ReconciledWork = Pick<Work, 'memory' | 'updates' | 'removals' | 'forgets' | 'outcome'>;

function* reconcileStale(
  { store, digest }: SyncDependencies,
  accountId: string,
  layout: Layout,
  work: ReconciledWork,
): Steps<(() => void)[] | null> {
  const stale = listReconciliations<KeptResult>(store, accountId).filter(({ isStale }) => isStale);
  const saves: (() => void)[] = [];
  for (const [bankAccountId, findings] of Map.groupBy(stale, (one) => one.bankAccountId)) {
    const save = yield* reconcileOne(bankAccountId, findings);
    if (save === null) return null;
    saves.push(save);
  }
  return saves;

  function* reconcileOne(bankAccountId: string, findings: readonly KeptFinding[]): Steps<(() => void) | null> {
    const balances = listBalancesOf(store, accountId, bankAccountId);
    const name = balances.at(-1)?.name ?? '';
    const [only, another] = findings;
    if (only === undefined || another !== undefined || only.result === null || only.result.links.length > 0)
      return null;
    if (only.result.name !== name || balances.some(({ currency }) => currency !== only.currency)) return null;
    const { checkpoint } = only.result;
    const since = recentSince(balances, checkpoint);
    const changed = firstChange(bankAccountId, work);
    if (since === null || changed === null || (checkpoint !== null && changed <= checkpoint.until)) return null;
    yield;
    const rows = yield* recentRows(bankAccountId, name, only.currency, changed < since ? changed : since);
    const finding = rows === null ? null : reconcileRecent({ currency: only.currency, balances, rows }, checkpoint);
    if (rows === null || finding === null) return null;
    yield;
    const before = findTrend<TrendPoint[]>(store, accountId, bankAccountId, only.currency) ?? [];
    const from = checkpoint?.until ?? (changed < since ? changed : since);
    const trend = trendSince(from, before, balances, rows);
    const result = { name, finding, links: [], checkpoint };
    return () =>
      saveReconciliation(store, accountId, { bankAccountId, currency: only.currency, basis: UNREAD, result }, trend);
  }

  /** The account's rows with a bank date of `since` or later; null if the mirror (the cached sheet) lacks data for them. */
  function* recentRows(
    bankAccountId: string,
    name: string,
    currency: string,
    since: CalendarDate,
  ): Steps<readonly NamedRow[] | null> {
    const sheet = createSheetRows(shownRows(addDays(since, -ROW_BEFORE_DAYS)), digest);
    yield;
    const memory = yield* accountMemory(store, accountId, bankAccountId, since);
    for (const { state, transactionId } of memory.values())
      if (state === 'elsewhere' || (state !== 'deleted' && sheet.withId(transactionId)?.accountId !== bankAccountId))
        return null;
    const own = sheet.ofAccount(bankAccountId, name);
    const others = own.filter(({ transactionId }) => !memory.has(transactionId));
    const ids = own.map(({ transactionId }) => transactionId);
    if (new Set(ids).size < ids.length) return null;
    // `earlier`: rows of `others` that Pennyrow remembers from before `since`. The user typed the rest; the mirror lacks their currency.
    const earlier = new Set(others.filter((row) => remembersOf(store, accountId, bankAccountId, row.transactionId)));
    if (layout.columns.currency !== undefined && earlier.size < others.length) return null;
    yield;
    const { rows } = accountLedger(store, accountId, { bankAccountId, name, currency }, sheet, memory);
    return rows.filter(
      ({ row, sent, date }) => (row === null || !earlier.has(row)) && (sent?.date ?? date ?? '') >= since,
    );
  }

  function shownRows(from: CalendarDate): Row[] {
    return loadMirrorMonths(store, accountId, monthOf(from), null)
      .flatMap(rowsOf)
      .map((row) => {
        const { amount, account_id: accountNumber, bank_account_identifier: account, ...fields } = fieldsOf(row);
        const shown: Partial<Row> = {
          index: fields.row_index,
          transactionId: row.id,
          date: fromEpochDay(row.day),
          amount: amount === '' ? null : (amount as Amount),
          description: fields.sheet_description,
          accountId: accountNumber ?? '',
          account,
          currency: '',
        };
        return shown as Row;
      });
  }
}

/** The first day that the work affects; null if unknown, as for a forgotten transaction whose row is not removed. */
function firstChange(bankAccountId: string, { memory, updates, removals, forgets, outcome }: ReconciledWork) {
  const removed = new Set(removals.map(({ values }) => values.transactionId));
  if (!forgets.every((id) => removed.has(id))) return null;
  const own = memory.filter((entry) => entry.bankAccountId === bankAccountId);
  const ids = new Set(own.map(({ transactionId }) => transactionId));
  const stated = (outcome.balances ?? []).filter((balance) => balance.bankAccountId === bankAccountId);
  return (
    [
      ...own.map(({ written }) => written.date),
      ...removals.flatMap(({ values }) => (values.accountId === bankAccountId ? [values.date] : [])),
      ...updates.flatMap(({ transactionId, cell }) =>
        ids.has(transactionId) && cell.column === 'date' ? [cell.from] : [],
      ),
      ...stated.map(({ kind, date }) => (kind === 'opening' ? addDays(date, -1) : date)),
    ].sort()[0] ?? null
  );
}
