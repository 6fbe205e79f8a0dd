import { toInstant, type Instant, type LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { splitIntoLots, type Lot } from '../core/planner/lots.ts';
import { planSync } from '../core/planner/plan-sync.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { toLocalDateTime } from '../core/time-zone.ts';
import type { Fetched } from '../sources/source.ts';
import type { Account } from '../store/accounts.ts';
import { listMemory } from '../store/memory.ts';
import type { SyncDependencies } from './dependencies.ts';
import { Draft } from './draft.ts';
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
}

/** What planning needs beside the snapshot, as of this moment. */
export function planContext(deps: SyncDependencies, account: Account, snapshot: Snapshot): PlanContext {
  const memory = listMemory(deps.store, account.id);
  return {
    memory,
    lost: lostEntries(deps, account, snapshot, memory),
    now: { instant: toInstant(deps.clock.now()), local: toLocalDateTime(account.timeZone, deps.clock.now()) },
    digest: deps.digest,
  };
}

/** The work of a sync: each connection, and each lot of its files, is planned on what those before it will have written. */
export function planFetched(snapshot: Snapshot, result: FetchResult, context: PlanContext): Work {
  const draft = new Draft(snapshot.rows, context);
  for (const fetch of result.fetches) {
    for (const { transactions, pieces } of lotsOf(fetch.fetched)) {
      const plan = planSync({
        snapshot: { rows: draft.rows, rules: snapshot.rules },
        memory: draft.currentMemory(),
        connectionId: fetch.connection.id,
        transactions,
        pieces,
        completeAccountIds: fetch.fetched.completeAccountIds,
        since: fetch.since,
        now: context.now,
        digest: context.digest,
      });
      draft.add(fetch.connection.id, transactions.length, plan);
    }
  }
  const news = result.fetches.flatMap((fetch) => newAccountMessages(fetch, context.memory));
  return draft.toWork(toOutcome({ ...result, messages: [...result.messages, ...news] }, draft.counts));
}

/** A feed is whole; files may tell of the same transactions. */
function lotsOf({ transactions, files = [] }: Fetched): readonly Lot[] {
  const lots = splitIntoLots(transactions, files.flatMap(({ pieces }) => pieces));
  return lots.length > 0 ? lots : [{ transactions, pieces: [] }];
}
