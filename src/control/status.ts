import type { AccountStatus } from '../contract/control/service.ts';
import { isEntitled, listAccounts, workbookName, type Account } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import { listSheetProblems } from '../store/mirror.ts';
import { listRuns } from '../store/runs.ts';
import type { ControlDependencies } from './dependencies.ts';

type Note = AccountStatus['notes'][number];

/** How each account is doing, with what needs a person. */
export function accountStatuses(deps: ControlDependencies): Promise<AccountStatus[]> {
  return Promise.all(listAccounts(deps.store).map((account) => accountStatus(deps, account)));
}

async function accountStatus(deps: ControlDependencies, account: Account): Promise<AccountStatus> {
  const { asOf, problem } = await deps.sync.freshen(account.id);
  const [last] = listRuns(deps.store, account.id, { limit: 1 });
  const notes: Note[] = [
    ...(account.workbook === null ? [{ message: 'It has no workbook.', remedy: 'Make one with `pennyrow workbook create FILE`.' }] : []),
    ...(problem === null ? [] : [{ message: problem.message, remedy: problem.remedy }]),
    ...connectionNotes(deps, account.id),
    ...lineNotes(deps, account.id),
    ...(last?.status === 'failed' ? last.messages.map(({ message, remedy }) => ({ message: `The last run failed: ${message}`, remedy })) : []),
    ...(isEntitled(account.entitlement, deps.clock.now()) ? [] : [{ message: `Its ${account.entitlement.kind} has ended; it no longer syncs.`, remedy: null }]),
  ];
  return {
    id: account.id,
    name: account.name,
    health: notes.length === 0 ? 'ok' : 'attention',
    notes,
    workbook: account.workbook === null ? null : workbookName(account.workbook),
    asOf,
    lastRun: last === undefined ? null : { id: last.id, status: last.status, finishedAt: last.finishedAt, added: last.counts.added },
    nextRunAt: deps.schedules.get(account.id)?.nextRunAt ?? null,
    running: deps.sync.active(account.id).length > 0,
  };
}

function lineNotes(deps: ControlDependencies, accountId: string): Note[] {
  const lines = listSheetProblems(deps.store, accountId).filter(({ row }) => row !== null).length;
  if (lines === 0) return [];
  const many = lines === 1 ? 'One line of the workbook needs' : `${lines} lines of the workbook need`;
  return [{ message: `${many} a look.`, remedy: 'See what is wrong with `pennyrow workbook show`.' }];
}

function connectionNotes(deps: ControlDependencies, accountId: string): Note[] {
  return listConnections(deps.store, accountId).flatMap(({ name, health }) =>
    health.problem === null ? [] : [{ message: `${name}: ${health.problem.message}`, remedy: health.problem.remedy }],
  );
}
