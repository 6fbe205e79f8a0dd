import { basename } from 'node:path';
import type { ColumnMapping } from '../../contract/control/workbook.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { WorkbookAddress } from '../../core/workbook-address.ts';
import { createError, PennyrowError, reportOf } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account, requireAccount } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import type { WorkbookCandidate, Forgotten } from '../../workbooks/workbook-kind.ts';
import type { Collaborators } from '../collaborators.ts';
import { leaveDemo } from './demo-workbook.ts';
import { needsMapping, notRecognised, readAsChosen } from './columns.ts';

export interface Connected {
  readonly accountId: string;
  readonly endsAt: number | null;
}

/** After an error, discards the permission for the workbook. Keeps it if the user must choose the columns next (`workbook.adopt`). */
export async function connectWorkbook(
  deps: Collaborators,
  accountId: string,
  { candidate, endsAt }: { readonly candidate: WorkbookCandidate; readonly endsAt: number | null },
  mapping: ColumnMapping | undefined,
  signal: AbortSignal,
): Promise<void> {
  let unmapped: PennyrowError | null = null;
  let created: WorkbookAddress | null = null;
  try {
    if (candidate.address !== null) requireFree(deps, accountId, candidate.address);
    const address = await candidate.settle(signal);
    if (candidate.makesNew) created = address;
    const read = await readFirst(deps, accountId, candidate, address, mapping, signal);
    signal.throwIfAborted();
    if (read instanceof PennyrowError) {
      if (candidate.hold === undefined) throw read;
      unmapped = read;
      await candidate.hold(accountId, { address, endsAt, problem: reportOf(read) }, accountIds(deps.store));
    } else {
      const { snapshot, record } = read;
      await assignWorkbook(deps, requireAccount(deps.store, accountId), candidate, address, snapshot);
      record(accountId);
      if (mapping !== undefined && snapshot !== null) await deps.sync.columnsChanged(accountId, snapshot);
    }
  } catch (thrown) {
    await candidate.discard(accountIds(deps.store)).catch(() => undefined);
    leaveUnusedWorkbook(deps, accountId);
    throw created === null ? thrown : (candidate.leftBehind?.(thrown, created) ?? thrown);
  }
  if (unmapped === null) return;
  leaveUnusedWorkbook(deps, accountId);
  deps.announce('workbook', accountId);
  throw unmapped;
}

/** Removes the unused workbook that Pennyrow created in a new data folder, because the user has chosen another one. */
function leaveUnusedWorkbook({ store, workbooks }: Collaborators, accountId: string): void {
  const account = requireAccount(store, accountId);
  if (workbooks.discardUnused(account)) saveAccount(store, { ...account, workbook: null });
}

/** Throws `workbook_taken` if another account has this workbook, because each account would treat the rows of the other as deleted. */
export function requireFree({ store, workbooks }: Collaborators, accountId: string, address: WorkbookAddress): void {
  const owner = listAccounts(store).find(
    ({ id, workbook }) => id !== accountId && workbook !== null && workbooks.isSame(workbook, address),
  );
  if (owner === undefined) return;
  throw createError('workbook_taken', { path: 'path' in address ? address.path : null, account: owner.name });
}

async function readFirst(
  deps: Collaborators,
  accountId: string,
  candidate: WorkbookCandidate,
  address: WorkbookAddress,
  mapping: ColumnMapping | undefined,
  signal: AbortSignal,
) {
  const { workbook: before, layout } = requireAccount(deps.store, accountId);
  const resumed = resumes(deps, before, address);
  const workbook = candidate.open(address);
  const name = 'path' in address ? basename(address.path) : address.title;
  try {
    if (mapping !== undefined) return await readAsChosen(deps, workbook, mapping, null, signal);
    return { snapshot: await workbook.read({ remembered: resumed ? layout : null, signal }), record: () => undefined };
  } catch (thrown) {
    if (candidate.makesNew || mapping !== undefined || !needsMapping(thrown)) throw thrown;
    // If the account already has this workbook, connects it despite the problem, which its page and each sync report.
    return resumed
      ? { snapshot: null, record: () => undefined }
      : await notRecognised(thrown, workbook, { name, provider: candidate.provider }, signal);
  } finally {
    await workbook.close();
  }
}

export async function assignWorkbook(
  deps: Collaborators,
  account: Account,
  candidate: WorkbookCandidate,
  address: WorkbookAddress,
  snapshot: Snapshot | null,
): Promise<void> {
  const { store, sync } = deps;
  // Another account may have connected this workbook since the first check.
  requireFree(deps, account.id, address);
  const { retireOld } = await candidate.keep(account.id);
  leaveDemo(deps, account);
  saveAccount(store, { ...account, workbook: address });
  // If the account already has this workbook, keeps its columns and all remembered transactions, and starts a sync.
  if (resumes(deps, account.workbook, address)) {
    sync.invalidate(account.id);
    sync.request(account.id, 'person');
  } else sync.workbookChanged(account.id, snapshot);
  deps.announce('workbook', account.id);
  await forgetGrants(deps, account.id, address.kind);
  await retireOld(accountIds(store));
}

function resumes({ workbooks }: Collaborators, before: WorkbookAddress | null, address: WorkbookAddress): boolean {
  return before !== null && !('path' in address) && workbooks.isSame(before, address);
}

export function accountIds(store: Reader): string[] {
  return listAccounts(store).map(({ id }) => id);
}

export async function forgetGrants({ store, workbooks }: Collaborators, accountId: string, keptKind: string | null) {
  const all = accountIds(store);
  const others = all.filter((id) => id !== accountId);
  let forgotten: { readonly permission: Forgotten; readonly kind: string | null } = { permission: 'none', kind: null };
  for (const { kind, connector } of workbooks.kinds) {
    const { grants } = connector;
    if (grants === undefined) continue;
    if (kind.id === keptKind) await grants.dropUnmapped(accountId, all);
    else {
      const permission = await grants.forget(accountId, others);
      forgotten = permission === 'none' ? forgotten : { permission, kind: kind.id };
    }
  }
  return forgotten;
}
