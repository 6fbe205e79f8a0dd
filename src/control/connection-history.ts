import { setImmediate as turn } from 'node:timers/promises';
import type { ConnectionHistory, ConnectionRunView } from '../contract/control/connections.ts';
import type { RunKind } from '../core/run.ts';
import { reportOf } from '../platform/errors.ts';
import type { Connection } from '../store/connections.ts';
import type { Reader } from '../store/database.ts';
import { countMemoryOf } from '../store/memory.ts';
import { iterateRunItems, listRuns } from '../store/runs.ts';

/** Runs that ask no bank. */
const NOT_OF_BANKS: ReadonlySet<RunKind> = new Set(['undo', 'restore', 'rule', 'category']);

const MOST_RUNS = 20;
const LOOKED_AT = 200;

/** A large first sync has a hundred thousand items; nobody else waits for their count. */
const ITEMS_AT_A_TIME = 1000;

/** What a connection brought, and what it had to say: the newest runs in which it did either. */
export async function connectionHistory(
  store: Reader,
  { id, accountId }: Connection,
  signal: AbortSignal,
): Promise<ConnectionHistory> {
  const runs: ConnectionRunView[] = [];
  for (const run of listRuns(store, accountId, { limit: LOOKED_AT })) {
    signal.throwIfAborted();
    if (NOT_OF_BANKS.has(run.kind) || run.finishedAt === null) continue;
    const messages = run.messages
      .filter(({ connectionId }) => connectionId === id)
      .map((told) => ({ severity: told.severity, ...reportOf(told) }));
    const brought =
      run.counts.added + run.counts.updated === 0 ? { added: 0, updated: 0 } : await broughtBy(store, run.id, id);
    if (brought.added + brought.updated + messages.length === 0) continue;
    const { id: runId, kind, trigger, status, finishedAt, undoneBy } = run;
    runs.push({ runId, kind, trigger, status, finishedAt, isUndone: undoneBy !== null, ...brought, messages });
    if (runs.length === MOST_RUNS) break;
  }
  return { rows: countMemoryOf(store, accountId, id), runs };
}

async function broughtBy(
  store: Reader,
  runId: string,
  connectionId: string,
): Promise<{ readonly added: number; readonly updated: number }> {
  let [added, updated, seen] = [0, 0, 0];
  for (const item of iterateRunItems(store, runId)) {
    if (item.kind === 'added' && item.connectionId === connectionId) added += 1;
    if (item.kind === 'updated' && item.connectionId === connectionId) updated += 1;
    seen += 1;
    if (seen % ITEMS_AT_A_TIME === 0) await turn();
  }
  return { added, updated };
}
