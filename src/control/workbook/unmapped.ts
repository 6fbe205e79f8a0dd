import type { ColumnMapping, UnmappedView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { workbookName } from '../../core/workbook-address.ts';
import { createError, hasCode } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import type { Forgotten, Unmapped, WorkbookCandidate } from '../../workbooks/workbook-kind.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import { withWorkbook } from './additions.ts';
import { readAsChosen } from './columns.ts';
import { accountIds, assignWorkbook, requireFree, type Connected } from './connect-workbook.ts';
import type { Collaborators } from '../collaborators.ts';

type Waiting = Unmapped & { readonly candidate: WorkbookCandidate };

export async function unmappedView(deps: Collaborators, accountId: string): Promise<UnmappedView | null> {
  const waiting = await findWaiting(deps, accountId);
  if (waiting === null) return null;
  const { address, endsAt, problem } = waiting;
  return {
    ...address,
    title: workbookName(address),
    url: deps.workbooks.urlOf(address) ?? '',
    permissionEndsAt: endsAt === null ? null : toInstant(endsAt),
    problem,
  };
}

export async function adoptUnmapped(
  deps: Collaborators,
  account: Account,
  mapping: ColumnMapping,
  signal: AbortSignal,
): Promise<Connected> {
  return withWaiting(deps, account, async (workbook, { candidate, address, endsAt }) => {
    requireFree(deps, account.id, address);
    const { snapshot, record } = await readAsChosen(deps, workbook, mapping, null, signal);
    await workbook.identify(snapshot.layout, signal);
    signal.throwIfAborted();
    await assignWorkbook(deps, account, candidate, address, snapshot);
    record(account.id);
    await deps.sync.columnsChanged(account.id, snapshot);
    return { accountId: account.id, endsAt };
  });
}

export async function dropUnmapped(deps: Collaborators, accountId: string): Promise<Forgotten> {
  let dropped: Forgotten = 'none';
  for (const { connector } of deps.workbooks.kinds) {
    const one = (await connector.grants?.dropUnmapped(accountId, accountIds(deps.store))) ?? 'none';
    dropped = one === 'none' ? dropped : one;
  }
  deps.announce('workbook', accountId);
  return dropped;
}

async function findWaiting({ workbooks }: Collaborators, accountId: string): Promise<Waiting | null> {
  for (const { connector } of workbooks.kinds) {
    const waiting = (await connector.grants?.unmapped(accountId)) ?? null;
    if (waiting !== null) return waiting;
  }
  return null;
}

export async function withWaiting<Result>(
  deps: Collaborators,
  account: Account,
  use: (workbook: Workbook, waiting: Waiting) => Promise<Result>,
): Promise<Result> {
  const waiting = await findWaiting(deps, account.id);
  if (waiting === null) throw createError('workbook_none_undecided', { account: account.name });
  const { address, candidate } = waiting;
  return withWorkbook(
    () => candidate.open(address),
    { ...account, workbook: address },
    (workbook) => use(workbook, waiting),
  ).catch((thrown: unknown) => {
    if (!hasCode(thrown, 'workbook_reconnect')) throw thrown;
    // Replaces the remedy in the error: the account does not have this workbook yet, so the user must begin to connect it again.
    const params = { name: workbookName(address), command: candidate.howToConnect };
    throw createError('workbook_undecided_lost', params, { cause: thrown });
  });
}
