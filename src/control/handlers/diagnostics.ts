import { arch, availableParallelism, platform, release, totalmem } from 'node:os';
import type { AccountDiagnostics, LogLine } from '../../contract/control/diagnostics.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { listAccounts, type Account } from '../../store/accounts.ts';
import { checkAccounts, type DoctorCollaborators } from '../status/doctor.ts';
import type { Handlers } from '../handler.ts';
import { mirrorCategories } from '../rules/mirror-rules.ts';
import { readSettings } from '../settings.ts';
import { listConnections } from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { findMirrorRules, listSheetProblems, loadMirrorTransactions } from '../../store/mirror.ts';
import { listRuns } from '../../store/runs.ts';
import { listFindings } from '../../sync/mirror/findings.ts';
import type { Schedules } from '../../schedules/create-schedules.ts';
import { open } from 'node:fs/promises';

const MEGABYTE = 1024 * 1024;

export function diagnosticsHandlers(deps: DoctorCollaborators): Handlers<'diagnostics'> {
  const { store, schedules, clock, about, defaults } = deps;
  return {
    'diagnostics.collect': async () => ({
      madeAt: toInstant(clock.now()),
      pennyrow: { version: about.version, startedAt: about.startedAt, isServing: about.url() !== null },
      machine: {
        platform: platform(),
        release: release(),
        architecture: arch(),
        node: process.version,
        cores: availableParallelism(),
        memoryMegabytes: Math.round(totalmem() / MEGABYTE),
      },
      settings: readSettings(store, defaults.syncLimits),
      accounts: listAccounts(store).map((account) => accountDiagnostics(store, schedules, account)),
      findings: [...(await deps.checkMachine()), ...(await checkAccounts(deps))].map((finding) => ({
        // Uses `about` for a finding with a `name`, because `check` then contains the name of the account or connection.
        check: finding.name === null ? finding.check : finding.about,
        status: finding.status,
      })),
      log: await latestLogLines(about.logFile),
    }),
  };
}

const RUNS = 20;

function accountDiagnostics(
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
    rules: findMirrorRules(store, id)?.length ?? 0,
    categories: mirrorCategories(store, id).length,
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

const LINES = 200;
const BYTES = 128 * 1024;

/** Fields without personal data. The report omits all other fields of a log line. */
const HARMLESS = new Set([
  'time',
  'level',
  'run',
  'account',
  'accountId',
  'connection',
  'kind',
  'trigger',
  'status',
  'added',
  'updated',
  'removed',
  'problems',
  'attempt',
  'written',
  'outcome',
  'late',
  'dueAt',
  'code',
]);

/** Matches ids, codes and times. A text with a space may contain a name. */
const WORD = /^[\w.:+-]{0,80}$/;

async function latestLogLines(path: string): Promise<LogLine[]> {
  const lines = (await readEnd(path)).split('\n').slice(-LINES - 1);
  return lines.flatMap((line) => {
    try {
      return [harmless(JSON.parse(line) as Record<string, unknown>)];
    } catch {
      // Not JSON: the first line may be cut off, and the last one is empty.
      return [];
    }
  });
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(size, BYTES)),
      0,
      Math.min(size, BYTES),
      Math.max(0, size - BYTES),
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function harmless({ msg, err, ...fields }: Record<string, unknown>): LogLine {
  const safeFields = Object.entries(fields).filter(([name, value]) => HARMLESS.has(name) && isHarmless(value));
  return {
    ...(Object.fromEntries(safeFields) as LogLine),
    // `msg` contains no personal data: it is a constant sentence, and values are in separate fields.
    ...(typeof msg === 'string' ? { msg } : {}),
    ...(typeof err === 'object' && err !== null ? errorOf(err as Record<string, unknown>) : {}),
  };
}

function isHarmless(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string' && WORD.test(each));
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && WORD.test(value));
}

function errorOf({ type, code, stack }: Record<string, unknown>): LogLine {
  return {
    ...(isHarmless(type) ? { errorType: String(type) } : {}),
    ...(isHarmless(code) ? { errorCode: String(code) } : {}),
    ...(typeof stack === 'string' ? { stack: framesOf(stack) } : {}),
  };
}

function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const frame =
      /^\s+at (?:(async )?([\w.<>$#]+) \()?[^\s()]*?((?:src|dist|node_modules|node:)[\w./:@-]*:\d+:\d+)\)?$/.exec(line);
    return frame === null ? [] : [`${frame[1] ?? ''}${frame[2] ?? ''} (${frame[3]})`.trim()];
  });
}
