import { basename } from 'node:path';
import type { ColumnMapping } from '../../contract/control/workbook.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { WorkbookAddress } from '../../core/workbook-address.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError, reportOf } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import type { WorkbookCandidate } from '../../workbooks/workbook-kind.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { leaveDemo } from '../welcome/demo-workbook.ts';
import { needsMapping, notRecognised, readAsChosen } from '../workbook-columns.ts';
import { forgetGrants } from './forget-grants.ts';

/** The collaborators of the procedures that connect workbooks. */
export type WorkbookCollaborators = Pick<
  Collaborators,
  'store' | 'sync' | 'workbooks' | 'sources' | 'connectionsChanged'
>;

/** Who is let in, and until when, in milliseconds since 1970; null for good. */
interface Entrance {
  readonly candidate: WorkbookCandidate;
  readonly endsAt: number | null;
  /** What a person said of its columns, where they are not to be recognised. */
  readonly mapping?: ColumnMapping | undefined;
}

/**
 * Makes the workbook the account's once it could be read. Where only its columns are not recognised, the permission is
 * kept until a person has told them; the failure says how. When anything else fails before that, nothing is changed
 * here, and the new permission is given back.
 */
export async function connectWorkbook(
  deps: WorkbookCollaborators,
  announce: Announce,
  accountId: string,
  { candidate, endsAt, mapping }: Entrance,
  signal: AbortSignal,
): Promise<void> {
  let unmapped: PennyrowError | null = null;
  let made: WorkbookAddress | null = null;
  try {
    if (candidate.address !== null) requireFree(deps, accountId, candidate.address);
    const address = await candidate.settle(signal);
    if (candidate.makesNew) made = address;
    const read = await readFirst(deps, accountId, candidate, address, mapping, signal);
    signal.throwIfAborted();
    if (read instanceof PennyrowError) {
      if (candidate.hold === undefined) throw read;
      unmapped = read;
      await candidate.hold(accountId, { address, endsAt, problem: reportOf(read) }, accountIds(deps.store));
    } else {
      const { snapshot, record } = read;
      await take(deps, announce, requireAccount(deps.store, accountId), candidate, address, snapshot);
      record(accountId);
      if (mapping !== undefined && snapshot !== null) await deps.sync.columnsChanged(accountId, snapshot);
    }
  } catch (thrown) {
    // Why it failed matters more than what becomes of the permission.
    await candidate.discard(accountIds(deps.store)).catch(() => undefined);
    leaveUnusedWorkbook(deps, accountId);
    throw made === null ? thrown : (candidate.leftBehind?.(thrown, made) ?? thrown);
  }
  if (unmapped === null) return;
  leaveUnusedWorkbook(deps, accountId);
  announce('workbook', accountId);
  throw unmapped;
}

/**
 * The user chose another workbook than the one that a new data folder starts with. Although that failed, nothing may be
 * imported into the unused one without a word.
 */
function leaveUnusedWorkbook({ store, workbooks }: WorkbookCollaborators, accountId: string): void {
  const account = requireAccount(store, accountId);
  if (workbooks.discardUnused(account)) saveAccount(store, { ...account, workbook: null });
}

/** Two accounts on one workbook would see each other's rows as deleted and double their own. */
export function requireFree(
  { store, workbooks }: Pick<Collaborators, 'store' | 'workbooks'>,
  accountId: string,
  address: WorkbookAddress,
): void {
  const owner = listAccounts(store).find(
    ({ id, workbook }) => id !== accountId && workbook !== null && workbooks.isSame(workbook, address),
  );
  if (owner === undefined) return;
  throw new PennyrowError(
    problem('workbook_taken', { path: 'path' in address ? address.path : null, account: owner.name }),
  );
}

interface FirstRead {
  /** Null for the same one as before, when only its columns are lost. */
  readonly snapshot: Snapshot | null;
  readonly record: (accountId: string) => void;
}

/** An error when nobody has told the columns of another one. */
async function readFirst(
  deps: WorkbookCollaborators,
  accountId: string,
  candidate: WorkbookCandidate,
  address: WorkbookAddress,
  mapping: ColumnMapping | undefined,
  signal: AbortSignal,
): Promise<FirstRead | PennyrowError> {
  const { workbook: before, layout } = requireAccount(deps.store, accountId);
  const resumed = resumes(deps, before, address);
  const workbook = candidate.open(address);
  const names = { name: shortName(address), provider: candidate.provider };
  try {
    if (mapping !== undefined) return await readAsChosen(deps, workbook, mapping, null, signal);
    return { snapshot: await workbook.read({ remembered: resumed ? layout : null, signal }), record: () => undefined };
  } catch (thrown) {
    if (candidate.makesNew || mapping !== undefined || !needsMapping(thrown)) throw thrown;
    // It is connected already: its page, like every sync, says what is missing.
    return resumed ? { snapshot: null, record: () => undefined } : await notRecognised(thrown, workbook, names, signal);
  } finally {
    await workbook.close();
  }
}

function shortName(address: WorkbookAddress): string {
  return 'path' in address ? basename(address.path) : address.title;
}

/** `snapshot`: null for the workbook that the account had before. */
export async function take(
  deps: WorkbookCollaborators,
  announce: Announce,
  account: Account,
  candidate: WorkbookCandidate,
  address: WorkbookAddress,
  snapshot: Snapshot | null,
): Promise<void> {
  const { store, sync } = deps;
  // Another account may have taken it meanwhile.
  requireFree(deps, account.id, address);
  const { retireOld } = await candidate.keep(account.id);
  leaveDemo(deps, announce, account);
  saveAccount(store, { ...account, workbook: address });
  // The same one again keeps its mapping, its mirror and its memory, and whatever had to wait continues.
  if (resumes(deps, account.workbook, address)) {
    sync.invalidate(account.id);
    sync.request(account.id, 'person');
  } else sync.workbookChanged(account.id, snapshot);
  announce('workbook', account.id);
  await forgetGrants(deps, account.id, address.kind);
  await retireOld(accountIds(store));
}

/** A file that is connected again starts over, since it needs no permission that could have been lost. */
function resumes(
  { workbooks }: Pick<Collaborators, 'workbooks'>,
  before: WorkbookAddress | null,
  address: WorkbookAddress,
): boolean {
  return before !== null && !('path' in address) && workbooks.isSame(before, address);
}

/** Each may have a permission: for its workbook, or for one whose columns are yet to be told. */
export function accountIds(store: Reader): string[] {
  return listAccounts(store).map(({ id }) => id);
}
