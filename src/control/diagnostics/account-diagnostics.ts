import type { AccountDiagnostics } from '../../contract/control/diagnostics.ts';
import type { Account } from '../../store/accounts.ts';
import { listConnections } from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorCategories, findMirrorRules, listSheetProblems } from '../../store/mirror.ts';
import { loadMirrorTransactions } from '../../store/mirror-blocks.ts';
import { listRuns } from '../../store/runs.ts';
import { listFindings } from '../../sync/balances/findings.ts';
import type { Schedules } from '../../schedules/schedules.ts';

const RUNS = 20;

/** How an account stands, in ids, codes and counts. */
export function accountDiagnostics(
  store: Reader,
  schedules: Schedules,
  { id, entitlement, timeZone, workbook, layout }: Account,
): AccountDiagnostics {
  const schedule = schedules.get(id);
  return {
    id,
    plan: entitlement.kind,
    timeZone,
    workbook: workbook?.kind ?? null,
    columns: Object.keys(layout?.columns ?? {}),
    rows: loadMirrorTransactions(store, id).blocks.reduce((sum, { days }) => sum + days.length, 0),
    rules: lengthOf(findMirrorRules(store, id)),
    categories: lengthOf(findMirrorCategories(store, id)),
    problems: listSheetProblems(store, id).map(({ code }) => code),
    schedule: schedule === null ? null : { periodMinutes: schedule.periodMinutes, isPaused: schedule.paused },
    connections: listConnections(store, id).map(({ id: connectionId, source, paused, health }) => ({
      id: connectionId,
      source,
      isPaused: paused,
      failures: health.failures,
      problem: health.problem?.code ?? null,
      lastSuccessAt: health.lastSuccessAt,
    })),
    balances: listFindings(store, id).map(({ finding }) =>
      finding === null ? 'waiting' : finding.status === 'not-provable' ? finding.reason : finding.status,
    ),
    runs: listRuns(store, id, { limit: RUNS }).map(
      ({ id: runId, kind, trigger, status, startedAt, finishedAt, counts, messages }) => ({
        id: runId,
        kind,
        trigger,
        status,
        startedAt,
        finishedAt,
        counts,
        problems: messages.map(({ code }) => code),
      }),
    ),
  };
}

function lengthOf(list: string | null): number {
  return list === null ? 0 : (JSON.parse(list) as unknown[]).length;
}
