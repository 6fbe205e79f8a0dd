import { addDays, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { Plan } from '../../core/plan.ts';
import type { RunCounts, RunMessage } from '../../core/run.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import { reportOf } from '../../platform/errors.ts';
import type { Fetched } from '../../sources/source.ts';
import { statedBalance } from '../../store/balances.ts';
import type { ConnectionProblem } from '../../store/connections.ts';
import type { FetchResult, ConnectionFetch } from './fetch.ts';
import type { Outcome } from '../runs/work.ts';

/** The result of a sync, for its report and the start of the next one. */
export function toOutcome(result: FetchResult, counts: RunCounts): Outcome {
  return {
    status:
      result.failed > 0 || result.messages.some(({ severity }) => severity === 'problem') ? 'partial' : 'succeeded',
    counts,
    messages: result.messages,
    fetched: result.fetches.map(({ connection, today, fetched }) => ({
      connectionId: connection.id,
      until: fetched.unfinished === undefined ? today : unfinishedUntil(connection.syncedUntil, today),
      problem: firstProblem(fetched),
    })),
    files: result.fetches
      .flatMap(({ fetched }) => fetched.files ?? [])
      .map(({ path, contentHash }) => ({ name: path, contentHash })),
    balances: result.fetches.flatMap(({ connection, fetched }) =>
      fetched.balances.map((balance) =>
        statedBalance(balance, { connectionId: connection.id, file: balance.file ?? null }),
      ),
    ),
    undoes: null,
  };
}

/** Reports rows with a bank id that was reused for a possibly different transaction. */
export function reusedIdMessages(connectionId: string, { appends }: Plan): RunMessage[] {
  const added = appends.filter(({ sameIdAs }) => sameIdAs.length > 0);
  if (added.length === 0) return [];
  const rows = [...new Set(added.flatMap(({ sameIdAs }) => sameIdAs))].sort((a, b) => a - b);
  const said = problem('source_id_reused', {
    count: added.length,
    rowCount: rows.length,
    rows: rows.slice(0, ROWS_NAMED).map(String),
  });
  return [{ severity: 'warning', ...report(said), connectionId }];
}

/** The report of the run contains every row. */
const ROWS_NAMED = 20;

/** Sources provide about this range; what is still missing then will not arrive. */
const UNFINISHED_DAYS = 90;

/** The next fetch starts where this one did; a first fetch stays a first one. */
function unfinishedUntil(syncedUntil: CalendarDate | null, today: CalendarDate): CalendarDate | null {
  const earliest = addDays(today, -UNFINISHED_DAYS);
  return syncedUntil === null || syncedUntil > earliest ? syncedUntil : earliest;
}

function firstProblem({ messages, unfinished }: Fetched): ConnectionProblem | null {
  const problem = messages.find(({ severity }) => severity === 'problem');
  if (problem === undefined) return null;
  const notBeforeMs = unfinished?.notBeforeMs ?? null;
  return { ...reportOf(problem), ...(notBeforeMs === null ? {} : { notBefore: toInstant(notBeforeMs) }) };
}

/**
 * Reports bank accounts that a feed returns for the first time after the first fetch, for which only the latest days were fetched. Their
 * history is not fetched automatically: an account with a new id at the bank looks the same, and all its transactions would be
 * duplicated.
 */
export function newAccountMessages(
  { connection, since, fetched }: ConnectionFetch,
  memory: readonly MemoryEntry[],
): RunMessage[] {
  // Files always contain everything.
  if (connection.syncedUntil === null || fetched.files !== undefined) return [];
  const bankAccountIds = new Set<string>();
  for (const entry of memory) if (entry.connectionId === connection.id) bankAccountIds.add(entry.bankAccountId);
  if (bankAccountIds.size === 0) return [];
  const fresh = new Map(
    fetched.transactions.flatMap(({ account }) =>
      bankAccountIds.has(account.id) ? [] : [[account.id, account.name] as const],
    ),
  );
  return [...fresh.values()].map((name) => ({
    severity: 'info',
    ...report(problem('source_new_account', { account: name, since })),
    connectionId: connection.id,
  }));
}
