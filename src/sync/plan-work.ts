import { toInstant, type Instant, type LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { splitIntoBatches, type Batch } from '../core/planner/batches.ts';
import { planSync } from '../core/planner/plan-sync.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { toLocalDateTime } from '../core/time-zone.ts';
import type { Fetched } from '../sources/source.ts';
import type { Account } from '../store/accounts.ts';
import { listMemory } from '../store/memory.ts';
import { balancesContext, withBalances, type BalancesContext } from './balances/balance-sheet.ts';
import type { SyncDependencies } from './dependencies.ts';
import { WriteBatch } from './write-batch.ts';
import { lostEntries } from './earlier-version.ts';
import type { FetchResult } from './fetch.ts';
import { newAccountMessages } from './new-accounts.ts';
import { toOutcome } from './outcome.ts';
import type { Work } from './work.ts';

export interface PlanContext {
  readonly memory: readonly MemoryEntry[];
  /** Entries whose rows are put back: see `lostEntries`. */
  readonly lost: readonly MemoryEntry[];
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  readonly digest: (text: string) => string;
  readonly balances: BalancesContext;
}

/** What planning needs beside the snapshot, as of this moment. */
export function planContext(deps: SyncDependencies, account: Account, snapshot: Snapshot): PlanContext {
  const memory = listMemory(deps.store, account.id);
  return {
    memory,
    lost: lostEntries(deps, account, snapshot, memory),
    now: { instant: toInstant(deps.clock.now()), local: toLocalDateTime(account.timeZone, deps.clock.now()) },
    digest: deps.digest,
    balances: balancesContext(deps, account, snapshot),
  };
}

/** The work of a sync: each connection, and each batch of its files, is planned on what those before it will have written. */
export function planFetched(snapshot: Snapshot, result: FetchResult, context: PlanContext): Work {
  const batch = new WriteBatch(snapshot.rows, context);
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of lotsOf(fetch.fetched)) {
      const plan = planSync({
        snapshot: { rows: batch.rows, rules: snapshot.rules },
        memory: batch.currentMemory(),
        connectionId: fetch.connection.id,
        transactions,
        pieces,
        completeAccountIds: fetch.fetched.completeAccountIds,
        since: fetch.since,
        now: context.now,
        digest: context.digest,
      });
      batch.add(fetch.connection.id, transactions.length, plan);
    }
  }
  const news = result.fetches.flatMap((fetch) => newAccountMessages(fetch, context.memory));
  const work = batch.toWork(toOutcome({ ...result, messages: [...result.messages, ...news] }, batch.counts));
  return withBalances(work, snapshot, context.balances);
}

/** A feed is whole; files may tell of the same transactions. */
function lotsOf({ transactions, files = [] }: Fetched): readonly Batch[] {
  const batches = splitIntoBatches(
    transactions,
    files.flatMap(({ pieces }) => pieces),
  );
  return batches.length > 0 ? batches : [{ transactions, pieces: [] }];
}
