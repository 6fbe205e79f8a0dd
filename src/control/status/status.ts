import type { AccountNeeds, AccountStatus, StatusNote, BalanceSummary } from '../../contract/control/service.ts';
import { workbookName } from '../../core/workbook-address.ts';
import { report, reportWithin, problem, problemOf } from '../../messages/problem.ts';
import type { Problem, Report } from '../../messages/parameters.ts';
import { reportOf, type PennyrowError } from '../../platform/errors.ts';
import { type Run, shownStatus } from '../../core/run.ts';
import { rememberedSheet, type Layout, type SheetProblem } from '../../core/snapshot.ts';
import { isEntitled, listAccounts, type Account } from '../../store/accounts.ts';
import { listConnections } from '../../store/connections.ts';
import { listSheetProblems } from '../../store/mirror.ts';
import type { Reader } from '../../store/database.ts';
import { listRuns } from '../../store/runs.ts';
import { listWebhooks } from '../../store/webhooks.ts';
import { isConsentOver } from '../../sync/use-cases/back-off.ts';
import {
  differsProblem,
  listFindings,
  openDifferences,
  provenUntil,
  type AccountFinding,
} from '../../sync/mirror/findings.ts';
import type { Freshness } from '../../sync/mirror/mirror-updater.ts';
import { connectionProblem, connectionView, nextTryAt, consentReminder } from '../connections/view.ts';
import type { Collaborators } from '../collaborators.ts';
import { needsOf } from './needs.ts';

export function accountStatuses(deps: Collaborators): Promise<AccountStatus[]> {
  return Promise.all(
    listAccounts(deps.store).map(async (account) => statusNow(deps, account, await deps.sync.freshen(account.id))),
  );
}

function statusNow(deps: Collaborators, account: Account, { asOf, problem: unreadable }: Freshness): AccountStatus {
  const last = lastRunOf(deps.store, account.id);
  const schedule = deps.schedules.get(account.id);
  const findings = listFindings(deps.store, account.id);
  const fetchable = listConnections(deps.store, account.id).filter((connection) =>
    deps.sources.isFetchable(connection),
  );
  const awaited = fetchable.filter(({ paused }) => !paused);
  const damage = deps.store.damage();
  const states: readonly StatusNote[] = [
    ...(damage === null ? [] : [note('database', damage)]),
    ...(account.workbook === null
      ? [note('workbook', report(problem('workbook_none', { account: account.name })))]
      : []),
    ...(unreadable === null ? [] : [note('workbook', unreadable)]),
    ...connectionNotes(deps, account),
    ...consentNotes(deps, account),
    ...lineNotes(deps, account),
    ...balanceNotes(findings),
  ];
  const notes: StatusNote[] = [
    ...states,
    ...(last?.status === 'failed' ? runNotes(last, states) : []),
    ...listWebhooks(deps.store, account.id).flatMap(({ disabled }) =>
      disabled === null ? [] : [note('webhook', disabled.why)],
    ),
    ...(isEntitled(account.entitlement, deps.clock.now()) ? [] : [note('plan', report(planEnded(account)))]),
  ];
  return {
    id: account.id,
    name: account.name,
    health: notes.length === 0 ? 'ok' : 'attention',
    notes,
    workbook: account.workbook === null ? null : workbookName(account.workbook),
    asOf,
    lastRun:
      last === undefined
        ? null
        : { id: last.id, status: last.status, finishedAt: last.finishedAt, added: last.counts.added },
    balances: balanceSummary(findings),
    nextRunAt: schedule?.nextRunAt ?? null,
    canSync: fetchable.length > 0,
    awaitsConsent: awaited.length > 0 && awaited.every((connection) => isConsentOver(connection, deps.clock.now())),
    schedule: schedule === null ? 'none' : schedule.paused ? 'paused' : 'on',
    running: deps.sync.active(account.id).length > 0,
  };
}

export function accountNeeds(deps: Collaborators): Promise<AccountNeeds[]> {
  return Promise.all(
    listAccounts(deps.store).map(async (account): Promise<AccountNeeds> => {
      const freshness = await deps.sync.freshen(account.id);
      const status = statusNow(deps, account, freshness);
      const connections = listConnections(deps.store, account.id).map((connection) => connectionView(deps, connection));
      const needs = needsOf(status, connections, lastRunOf(deps.store, account.id));
      return { accountId: account.id, running: status.running, needs, connections };
    }),
  );
}

function lastRunOf(store: Reader, accountId: string, before?: string): Run | undefined {
  const runs = listRuns(store, accountId, { limit: 5, withoutEdits: true, before });
  const oldest = runs.at(-1);
  return (
    runs.find((run) => !isWrongFile(run)) ?? (oldest === undefined ? undefined : lastRunOf(store, accountId, oldest.id))
  );
}

function isWrongFile(run: Run): boolean {
  return (
    run.kind === 'import' &&
    run.status === 'failed' &&
    shownStatus(run) !== 'question' &&
    run.messages.every(({ code }) => code.startsWith('statement_'))
  );
}

/** The messages of the last run, without a workbook problem that `states` already contains. */
function runNotes(last: Run, states: readonly StatusNote[]): StatusNote[] {
  return last.messages
    .filter(({ code }) => !states.some((state) => state.about === 'workbook' && state.code === code))
    .map((message) =>
      note(
        'run',
        shownStatus(last) === 'question'
          ? message
          : reportWithin(message, problem('run_failed', { cause: problemOf(message) })),
      ),
    );
}

function note(about: StatusNote['about'], message: PennyrowError | Report): StatusNote {
  return { about, ...reportOf(message), connection: null, lines: null };
}

function planEnded({ entitlement }: Account): Problem {
  return problem('account_plan_ended', { plan: entitlement.kind === 'trial' ? 'trial' : 'other' });
}

function lineNotes(deps: Collaborators, account: Account): StatusNote[] {
  const problems = listSheetProblems(deps.store, account.id).filter(({ row }) => row !== null);
  if (problems.length === 0) return [];
  return [{ ...note('workbook', report(linesProblem(problems, account.layout))), lines: problems.length }];
}

const NAMED_LINES = 5;

/** A message that names the first lines with problems, in the form "Transactions 5 (“20.10.”)". */
export function linesProblem(problems: readonly SheetProblem[], layout: Layout | null): Problem {
  const rows = problems.slice(0, NAMED_LINES).map(({ sheet, row, params }) => {
    const { text = null }: { readonly text?: string | null } = sheet === 'transactions' ? { ...params } : {};
    const name = rememberedSheet(layout, sheet)?.name ?? sheet;
    return `${name}${row === null ? '' : ` ${row}`}${text === null ? '' : ` (“${text}”)`}`;
  });
  return problem('workbook_lines', {
    count: problems.length,
    rows: problems.length > NAMED_LINES ? [...rows, '…'] : rows,
  });
}

function connectionNotes(deps: Collaborators, { id }: Account): StatusNote[] {
  return listConnections(deps.store, id).flatMap((connection) => {
    const { name, health } = connection;
    const found = connectionProblem(connection, deps.clock.now());
    if (found === null) return [];
    const facts = { name, lastSuccessAt: health.lastSuccessAt, nextTryAt: nextTryAt(deps, connection) };
    const whole = problem('connection_needs_attention', { ...facts, cause: problemOf(found) });
    const inNeed = { ...facts, problem: reportOf(found) };
    const attention = { ...note('connection', reportWithin(found, whole)), connection: inNeed };
    return [found.code === 'source_consent_ended' ? { ...attention, renewable: connection.id } : attention];
  });
}

function consentNotes({ store, clock }: Collaborators, { id, timeZone }: Account): StatusNote[] {
  return listConnections(store, id).flatMap((connection) => {
    const reminder = consentReminder(connection, timeZone, clock.now());
    return reminder === null ? [] : [{ ...note('connection', report(reminder)), renewable: connection.id }];
  });
}

function balanceSummary(findings: readonly AccountFinding[]): BalanceSummary | null {
  if (findings.length === 0) return null;
  const of = (status: string): number => findings.filter((one) => one.finding?.status === status).length;
  return {
    provenUntil: provenUntil(findings),
    proven: of('proven'),
    differing: findings.filter((one) => openDifferences(one) !== null).length,
    accounts: findings.length,
  };
}

function balanceNotes(findings: readonly AccountFinding[]): StatusNote[] {
  return findings.flatMap((account) => {
    const open = openDifferences(account);
    return open === null ? [] : [note('balance', report(differsProblem(account, open)))];
  });
}
