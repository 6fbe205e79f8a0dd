import { setImmediate as turn } from 'node:timers/promises';
import { atOnce, type Steps } from '../../core/steps.ts';
import type { Finding, FoundCandidate, FoundDifferences, FoundRow } from '../../core/reconcile/finding.ts';
import type { Candidate, Reconciliation } from '../../core/reconcile/reconciliation.ts';
import { reconcileWhole, type Checkpoint } from '../../core/reconcile/recent.ts';
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
import type { SyncDependencies } from '../dependencies.ts';
import { inTurns } from '../in-turns.ts';
import { accountLedger, type NamedRow } from './account-ledger.ts';
import { createSheetRows, type SheetRows } from './sheet-rows.ts';
import type { NamedAccount } from './told.ts';

/** Another one than that of what is kept lets all of it be computed again: to be raised when the rules change. */
export const RECONCILIATION_FORMAT = 'r3 ';

/** A bank account of which more differs than when it was last looked at. */
export interface NewDifference extends NamedAccount {
  readonly finding: FoundDifferences;
}

export interface KeptResult {
  /** What the bank account was called: rows that a person typed name it so. */
  readonly name: string;
  readonly finding: Finding;
  readonly links: readonly string[];
  readonly checkpoint: Checkpoint | null;
}

/** What is kept of a reconciliation. */
export type KeptFinding = StoredReconciliation<KeptResult>;

/**
 * Holds the rows of the workbook against the stated balances, for each bank account whose rows, balances or memory
 * changed since it was last done. Returns where a difference is new.
 */
export async function reconcileAccounts(
  deps: SyncDependencies,
  accountId: string,
  snapshot: Pick<Snapshot, 'rows' | 'revision'>,
): Promise<NewDifference[]> {
  try {
    return await reconcileChanged(deps, accountId, snapshot);
  } catch (thrown) {
    // It is no reason to fail a run, nor to say that the workbook cannot be read.
    deps.log.error({ account: accountId, err: toPennyrowError(thrown) }, 'the balances could not be checked');
    return [];
  }
}

async function reconcileChanged(
  deps: SyncDependencies,
  accountId: string,
  snapshot: Pick<Snapshot, 'rows' | 'revision'>,
): Promise<NewDifference[]> {
  const known = listReconciliations<KeptResult>(deps.store, accountId);
  if (known.length === 0) return [];
  const sheet = createSheetRows(snapshot.rows, deps.digest);
  const changed = [...Map.groupBy(known, (one) => one.bankAccountId)].filter(([, kept]) => !areCurrent(kept, sheet));
  const found: NewDifference[] = [];
  while (changed.length > 0) {
    const started = performance.now();
    const writes = deps.store.writeCount();
    const done: Done[] = [];
    // Together as far as nobody has to wait, since each commit waits for the disk.
    do {
      const [bankAccountId, kept] = changed.shift() as (typeof changed)[number];
      const steps = () => reconcileOne(deps, accountId, bankAccountId, kept, sheet);
      done.push({ steps, made: await inTurns(steps()) });
    } while (changed.length > 0 && performance.now() - started < BATCH_MS);
    // What came of a write in between must not pass for what is stored now.
    const holds = deps.store.writeCount() === writes;
    if (!isCurrent(deps, accountId, snapshot.revision)) break;
    deps.store.transaction(() => {
      for (const { steps, made } of done) {
        const { save, news } = holds ? made : atOnce(steps());
        save();
        found.push(...news);
      }
    });
    await turn();
  }
  return found;
}

/** So long the accounts of one transaction may take, but for its last one. */
const BATCH_MS = 20;

interface Done {
  readonly steps: () => Steps<Reconciled>;
  readonly made: Reconciled;
}

interface Reconciled {
  readonly save: () => void;
  readonly news: readonly NewDifference[];
}

function areCurrent(kept: readonly KeptFinding[], sheet: SheetRows): boolean {
  return kept.every(
    ({ isStale, basis, bankAccountId, result }) =>
      !isStale && result !== null && basis === basisOf(sheet, bankAccountId, result),
  );
}

/** `kept`: what was found last, of each currency. */
function* reconcileOne(
  { store }: SyncDependencies,
  accountId: string,
  bankAccountId: string,
  kept: readonly KeptFinding[],
  sheet: SheetRows,
): Steps<Reconciled> {
  const balances = listBalancesOf(store, accountId, bankAccountId);
  const name = balances.at(-1)?.name ?? '';
  const currency = kept.length === 1 ? (kept[0]?.currency ?? null) : null;
  const ledger = yield* accountLedger(store, accountId, { bankAccountId, name, currency }, sheet);
  const saves: (() => void)[] = [];
  const news: NewDifference[] = [];
  for (const before of kept) {
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
    const made = { bankAccountId, currency: before.currency, basis, result };
    saves.push(() => saveReconciliation(store, accountId, made, trend));
    if (finding.status === 'differs' && isNews(finding, before.result?.finding ?? null))
      news.push({ name, currency: before.currency, finding });
  }
  return { save: () => saves.forEach((save) => save()), news };
}

/** What was different before, and is so still, was told. */
function isNews(found: FoundDifferences, before: Finding | null): boolean {
  if (before === null || before.status !== 'differs') return true;
  const told = new Set(before.differences.map(({ by, shownOn }) => `${by} ${shownOn}`));
  return found.differences.some(({ by, shownOn }) => !told.has(`${by} ${shownOn}`));
}

function basisOf(
  sheet: SheetRows,
  bankAccountId: string,
  { name, links }: Omit<KeptResult, 'finding' | 'checkpoint'>,
): string {
  const linked = links.map((link) => sheet.digestOf(link, ''));
  return RECONCILIATION_FORMAT + [sheet.digestOf(bankAccountId, name), ...linked].join(' ');
}

/** Whether the mirror still shows this: what a run wrote meanwhile must not be judged by rows of before. */
function isCurrent({ store }: SyncDependencies, accountId: string, revision: Revision): boolean {
  if (findMirrorState(store, accountId)?.revision === revision) return true;
  markAllStale(store, accountId);
  return false;
}

function toFinding(found: Reconciliation, rows: readonly NamedRow[], sheet: SheetRows): Finding {
  const { leftOut: _none, ...finding } = found;
  if (finding.status !== 'differs') return finding;
  const byName = new Map(rows.map((row) => [row.transactionId, row]));
  const named = (transactionIds: readonly string[]): FoundRow[] =>
    transactionIds.flatMap((id) => {
      const row = byName.get(id);
      return row === undefined ? [] : [toFoundRow(row, sheet)];
    });
  return {
    ...finding,
    differences: finding.differences.map((difference) => ({
      ...difference,
      candidates: fewest(difference.candidates).map((one) => toFoundCandidate(one, named)),
    })),
  };
}

/** More would help nobody. */
const MOST_CANDIDATES = 8;

/** The likeliest, and the last, which names the days where no row is to blame. */
function fewest(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length <= MOST_CANDIDATES) return candidates;
  return [...candidates.slice(0, MOST_CANDIDATES - 1), ...candidates.slice(-1)];
}

function toFoundCandidate(
  candidate: Candidate,
  named: (transactionIds: readonly string[]) => FoundRow[],
): FoundCandidate {
  return 'transactionIds' in candidate
    ? { kind: candidate.kind, rows: named(candidate.transactionIds), from: null, until: null }
    : { kind: candidate.kind, rows: [], from: candidate.from, until: candidate.until };
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
