import { addDays, toInstant, type CalendarDate } from '../core/calendar-date.ts';
import type { Plan } from '../core/plan.ts';
import type { RunCounts, RunMessage } from '../core/run.ts';
import { problem } from '../messages/problem.ts';
import { report } from '../messages/report.ts';
import { reportOf } from '../platform/errors.ts';
import type { Fetched } from '../sources/source.ts';
import { statedBalance } from '../store/balances.ts';
import type { ConnectionProblem } from '../store/connections.ts';
import type { FetchResult } from './fetch.ts';
import type { Outcome } from './work.ts';

/** How a sync went, for its report and for where the next one begins. */
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

/** Says which rows have a bank id that came again for what may be another transaction. */
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

/** Every row is in the run's report. */
const ROWS_NAMED = 20;

/** Sources give about so much of the past; what is still missing then will not come. */
const UNFINISHED_DAYS = 90;

/** The next fetch begins where this one began; a first fetch stays one. */
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
