import { setImmediate as turn } from 'node:timers/promises';
import { atOnce, type Steps } from '../../core/steps.ts';
import type {
  Finding,
  FoundCandidate,
  FoundDifferences,
  FoundRow,
  Candidate,
  Reconciliation,
} from '../../core/reconcile/reconciliation.ts';
import { reconcileWhole, type Checkpoint } from '../../core/reconcile/reconcile.ts';
import { trendOf } from '../../core/reconcile/trend.ts';
import type { Revision, Snapshot } from '../../core/snapshot.ts';
import { toPennyrowError } from '../../platform/errors.ts';
import { listBalancesOf } from '../../store/balances.ts';
import { findMirrorState } from '../../store/mirror.ts';
import {
  listReconciliations,
  markAllStale,
  saveReconciliation,
  type StoredReconciliation,
} from '../../store/reconciliations.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { inTurns } from '../runs/in-turns.ts';
import { accountLedger, accountMemory, type NamedRow, createSheetRows, type SheetRows } from './account-ledger.ts';

/** The version of stored results. If it changes, all results are computed again: increase it when the algorithm changes. */
export const RECONCILIATION_FORMAT = 'r3 ';

export interface NamedAccount {
  readonly name: string;
  readonly currency: string;
}

export interface NewDifference extends NamedAccount {
  readonly finding: FoundDifferences;
}

export interface KeptResult {
  /** The name of the bank account. Rows that the user typed have no account id, only this name. */
  readonly name: string;
  readonly finding: Finding;
  readonly links: readonly string[];
  readonly checkpoint: Checkpoint | null;
}

export type KeptFinding = StoredReconciliation<KeptResult>;

/** Reconciles bank accounts whose rows, balances or memory have changed. Returns the new differences. */
export async function reconcileAccounts(
  deps: SyncDependencies,
  accountId: string,
  snapshot: Pick<Snapshot, 'rows' | 'revision'>,
): Promise<NewDifference[]> {
  try {
    return await reconcileChanged(deps, accountId, snapshot);
  } catch (thrown) {
    // Only logs the error: the run has succeeded, and the workbook is readable.
    deps.log.error({ account: accountId, err: toPennyrowError(thrown) }, 'the balances could not be checked');
    return [];
  }
}

async function reconcileChanged(
  deps: SyncDependencies,
  accountId: string,
  snapshot: Pick<Snapshot, 'rows' | 'revision'>,
): Promise<NewDifference[]> {
  const stored = listReconciliations<KeptResult>(deps.store, accountId);
  if (stored.length === 0) return [];
  const sheet = createSheetRows(snapshot.rows, deps.digest);
  const changed = [...Map.groupBy(stored, (one) => one.bankAccountId)].filter(([, each]) => !areCurrent(each, sheet));
  const found: NewDifference[] = [];
  while (changed.length > 0) {
    const started = performance.now();
    const writes = deps.store.writeCount();
    const done: { readonly steps: () => Steps<Reconciled>; readonly result: Reconciled }[] = [];
    // Saves the results of several accounts in one transaction, because each commit waits for the disk.
    do {
      const [bankAccountId, findings] = changed.shift() as (typeof changed)[number];
      const steps = () => reconcileOne(deps, accountId, bankAccountId, findings, sheet);
      done.push({ steps, result: await inTurns(steps()) });
    } while (changed.length > 0 && performance.now() - started < BATCH_MS);
    // Computes the results again, without yielding, if the database has changed since.
    const holds = deps.store.writeCount() === writes;
    if (!isCurrent(deps, accountId, snapshot.revision)) break;
    deps.store.transaction(() => {
      for (const { steps, result: made } of done) {
        const { save, news } = holds ? made : atOnce(steps());
        save();
        found.push(...news);
      }
    });
    await turn();
  }
  return found;
}

/** After this many milliseconds, the results of further accounts go into a new database transaction. */
const BATCH_MS = 20;

interface Reconciled {
  readonly save: () => void;
  readonly news: readonly NewDifference[];
}

function areCurrent(findings: readonly KeptFinding[], sheet: SheetRows): boolean {
  return findings.every(
    ({ isStale, basis, bankAccountId, result }) =>
      !isStale && result !== null && basis === basisOf(sheet, bankAccountId, result),
  );
}

function* reconcileOne(
  { store }: SyncDependencies,
  accountId: string,
  bankAccountId: string,
  findings: readonly KeptFinding[],
  sheet: SheetRows,
): Steps<Reconciled> {
  const balances = listBalancesOf(store, accountId, bankAccountId);
  const name = balances.at(-1)?.name ?? '';
  const currency = findings.length === 1 ? (findings[0]?.currency ?? null) : null;
  const memory = yield* accountMemory(store, accountId, bankAccountId);
  const ledger = accountLedger(store, accountId, { bankAccountId, name, currency }, sheet, memory);
  const saves: (() => void)[] = [];
  const news: NewDifference[] = [];
  for (const before of findings) {
    yield;
    const rows = ledger.rows.filter((row) => row.currency === before.currency);
    const stated = balances.filter((balance) => balance.currency === before.currency);
    const input = { currency: before.currency, balances: stated, rows };
    const { found, checkpoint } = reconcileWhole(input);
    const finding = toFinding(found, ledger.rows, sheet);
    const result: KeptResult = { name, finding, links: ledger.links, checkpoint };
    yield;
    const trend = trendOf(stated, rows);
    yield;
    const basis = basisOf(sheet, bankAccountId, result);
    const entry = { bankAccountId, currency: before.currency, basis, result };
    saves.push(() => saveReconciliation(store, accountId, entry, trend));
    if (finding.status === 'differs' && isNews(finding, before.result?.finding ?? null))
      news.push({ name, currency: before.currency, finding });
  }
  return { save: () => saves.forEach((save) => save()), news };
}

function isNews(found: FoundDifferences, before: Finding | null): boolean {
  if (before === null || before.status !== 'differs') return true;
  const reported = new Set(before.differences.map(({ by, shownOn }) => `${by} ${shownOn}`));
  return found.differences.some(({ by, shownOn }) => !reported.has(`${by} ${shownOn}`));
}

function basisOf(
  sheet: SheetRows,
  bankAccountId: string,
  { name, links }: Omit<KeptResult, 'finding' | 'checkpoint'>,
): string {
  const linked = links.map((link) => sheet.digestOf(link, ''));
  return RECONCILIATION_FORMAT + [sheet.digestOf(bankAccountId, name), ...linked].join(' ');
}

/** Returns false and marks all results as stale if a run has changed the mirror since the snapshot. */
function isCurrent({ store }: SyncDependencies, accountId: string, revision: Revision): boolean {
  if (findMirrorState(store, accountId)?.revision === revision) return true;
  markAllStale(store, accountId);
  return false;
}

function toFinding(finding: Reconciliation, rows: readonly NamedRow[], sheet: SheetRows): Finding {
  if (finding.status !== 'differs') return finding;
  const byName = new Map(rows.map((row) => [row.transactionId, toFoundRow(row, sheet)]));
  const pick = (transactionIds: readonly string[]): FoundRow[] => transactionIds.flatMap((id) => byName.get(id) ?? []);
  return {
    ...finding,
    differences: finding.differences.map((difference) => ({
      ...difference,
      candidates: mostLikely(difference.candidates).map((one): FoundCandidate =>
        'transactionIds' in one
          ? { kind: one.kind, rows: pick(one.transactionIds), from: null, until: null }
          : { ...one, rows: [] },
      ),
    })),
  };
}

const MOST_CANDIDATES = 8;

/** Keeps the most likely candidates, which come first, and the last candidate, which says that rows are missing in the sheet. */
function mostLikely(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length <= MOST_CANDIDATES) return candidates;
  return [...candidates.slice(0, MOST_CANDIDATES - 1), ...candidates.slice(-1)];
}

function toFoundRow({ row, date, description, amount, sent, entryId }: NamedRow, sheet: SheetRows): FoundRow {
  return {
    transactionId: row === null ? entryId : sheet.idOf(row),
    date,
    description,
    amount,
    sent: sent === null || sent.amount === amount ? null : sent.amount,
  };
}
