import type { AccountStatus, StatusNote } from '../contract/control/service.ts';
import { workbookName } from '../core/workbook-address.ts';
import { toLocalDateTime } from '../core/time-zone.ts';
import { isEntitled, listAccounts, type Account } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import { listSheetProblems } from '../store/mirror.ts';
import { listRuns } from '../store/runs.ts';
import { nextTryAt } from './connection-view.ts';
import type { ControlDependencies } from './dependencies.ts';

/** How each account is doing, with what needs a person. */
export function accountStatuses(deps: ControlDependencies): Promise<AccountStatus[]> {
  return Promise.all(listAccounts(deps.store).map((account) => accountStatus(deps, account)));
}

async function accountStatus(deps: ControlDependencies, account: Account): Promise<AccountStatus> {
  const { asOf, problem } = await deps.sync.freshen(account.id);
  const [last] = listRuns(deps.store, account.id, { limit: 1 });
  const schedule = deps.schedules.get(account.id);
  const damage = deps.store.damage();
  const notes: StatusNote[] = [
    ...(damage === null ? [] : [note('database', damage)]),
    ...(account.workbook === null
      ? [
          note('workbook', {
            code: 'workbook_none',
            message: 'It has no workbook.',
            remedy: 'Make one with `pennyrow workbook create FILE`.',
          }),
        ]
      : []),
    ...(problem === null ? [] : [note('workbook', problem)]),
    ...connectionNotes(deps, account),
    ...lineNotes(deps, account.id),
    ...(last?.status === 'failed'
      ? last.messages.map((told) => note('run', { ...told, message: `The last run failed: ${told.message}` }))
      : []),
    ...(isEntitled(account.entitlement, deps.clock.now())
      ? []
      : [
          note('plan', {
            code: 'account_plan_ended',
            message: `Its ${account.entitlement.kind} has ended: neither its schedule nor scripts sync any more.`,
            remedy: 'You can still sync and import yourself; what is in the workbook stays.',
          }),
        ]),
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
    nextRunAt: schedule?.nextRunAt ?? null,
    schedule: schedule === null ? 'none' : schedule.paused ? 'paused' : 'on',
    running: deps.sync.active(account.id).length > 0,
  };
}

/** What an error, or a run, has to say. */
function note(
  about: StatusNote['about'],
  { code, message, remedy }: Pick<StatusNote, 'code' | 'message' | 'remedy'>,
): StatusNote {
  return { about, code, message, remedy, connection: null, lines: null };
}

function lineNotes(deps: ControlDependencies, accountId: string): StatusNote[] {
  const lines = listSheetProblems(deps.store, accountId).filter(({ row }) => row !== null).length;
  if (lines === 0) return [];
  const many = lines === 1 ? 'One line of the workbook needs' : `${lines} lines of the workbook need`;
  return [
    {
      ...note('workbook', {
        code: 'workbook_lines',
        message: `${many} a look.`,
        remedy: 'See what is wrong with `pennyrow workbook show`.',
      }),
      lines,
    },
  ];
}

function connectionNotes(deps: ControlDependencies, { id, timeZone }: Account): StatusNote[] {
  return listConnections(deps.store, id).flatMap((connection) => {
    const { name, health } = connection;
    if (health.problem === null) return [];
    const { code, message, remedy } = health.problem;
    const next = nextTryAt(deps, connection);
    const [good, again] = [health.lastSuccessAt, next].map((at) => (at === null ? null : minuteIn(timeZone, at)));
    const toDo = [remedy, `Last good data: ${good ?? 'never'}.`, ...(again === null ? [] : [`Next try: ${again}.`])]
      .filter((part) => part !== null)
      .join(' ');
    const inNeed = { name, problem: { message, remedy }, lastSuccessAt: health.lastSuccessAt, nextTryAt: next };
    return [{ ...note('connection', { code, message: `${name}: ${message}`, remedy: toDo }), connection: inNeed }];
  });
}

/** By the account's clock: "2026-03-10 09:00". */
function minuteIn(timeZone: string, instant: string): string {
  return toLocalDateTime(timeZone, Date.parse(instant)).slice(0, 16).replace('T', ' ');
}
