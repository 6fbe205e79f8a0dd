import type { Snapshot } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account, type WorkbookAddress } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import type { Candidate } from './google-desk.ts';

/** What shall be the account's workbook. */
export type Wanted =
  | { readonly kind: 'new'; readonly title: string; readonly rules: readonly { readonly description: string; readonly category: string }[] }
  | { readonly kind: 'existing'; readonly spreadsheetId: string };

interface Found {
  readonly spreadsheetId: string;
  readonly title: string;
}

/**
 * Makes the spreadsheet the account's workbook once it could be read. When anything fails before that, nothing
 * is changed here, and the new grant is given back.
 */
export async function connectSpreadsheet(deps: ControlDependencies, announce: Announce, accountId: string, candidate: Candidate, wanted: Wanted, signal: AbortSignal): Promise<void> {
  try {
    const { timeZone } = requireAccount(deps.store, accountId);
    const found = wanted.kind === 'new' ? await candidate.create({ ...wanted, timeZone }) : await findExisting(deps, accountId, candidate, wanted.spreadsheetId, signal);
    const snapshot = await readFirst(deps, accountId, candidate, found, signal).catch((thrown: unknown) => {
      throw wanted.kind === 'new' ? leftBehind(thrown, found.title) : thrown;
    });
    signal.throwIfAborted();
    await take(deps, announce, requireAccount(deps.store, accountId), candidate, found, snapshot);
  } catch (thrown) {
    // Why it failed matters more than what becomes of the permission.
    await candidate.discard(accountsAtGoogle(deps.store)).catch(() => undefined);
    throw thrown;
  }
}

async function findExisting({ store }: ControlDependencies, accountId: string, candidate: Candidate, spreadsheetId: string, signal: AbortSignal): Promise<Found> {
  requireFree(store, accountId, spreadsheetId);
  const { name, isSpreadsheet, inBin, canEdit } = await candidate.look(spreadsheetId, signal);
  if (!isSpreadsheet) {
    throw new PennyrowError('workbook_not_spreadsheet', `“${name}” is not a Google spreadsheet.`, 'Open an Excel file in Google Sheets and choose File, Save as Google Sheets; then pick the new one.');
  }
  if (inBin) throw new PennyrowError('workbook_missing', `“${name}” is in the bin of Google Drive.`, 'Take it out of the bin first, or pick another one.');
  if (!canEdit) throw new PennyrowError('workbook_no_access', `“${name}” may only be viewed.`, whoMayEdit(candidate));
  return { spreadsheetId, title: name };
}

function whoMayEdit({ serviceAccount }: Candidate): string {
  return serviceAccount === null ? 'Ask its owner to let you edit it, or pick another one.' : `Share it with ${serviceAccount} as an editor.`;
}

/** Two accounts on one spreadsheet would see each other's rows as deleted and double their own. */
function requireFree(store: Reader, accountId: string, spreadsheetId: string): void {
  const owner = listAccounts(store).find(({ id, workbook }) => id !== accountId && workbook?.kind === 'google' && workbook.spreadsheetId === spreadsheetId);
  if (owner === undefined) return;
  throw new PennyrowError('workbook_taken', `This spreadsheet is the workbook of the account “${owner.name}”.`, 'Give each account a workbook of its own.');
}

async function readFirst({ store }: ControlDependencies, accountId: string, candidate: Candidate, { spreadsheetId }: Found, signal: AbortSignal): Promise<Snapshot> {
  const { workbook: address, layout } = requireAccount(store, accountId);
  const workbook = candidate.open(spreadsheetId);
  try {
    return await workbook.read({ remembered: isAt(address, spreadsheetId) ? layout : null, signal });
  } finally {
    await workbook.close();
  }
}

async function take({ store, sync }: ControlDependencies, announce: Announce, account: Account, candidate: Candidate, { spreadsheetId, title }: Found, snapshot: Snapshot): Promise<void> {
  // Another account may have taken it meanwhile.
  requireFree(store, account.id, spreadsheetId);
  const { retireOld } = await candidate.keep(account.id);
  saveAccount(store, { ...account, workbook: { kind: 'google', spreadsheetId, title, grantLost: false } });
  // The same one again keeps its mapping, its mirror and its memory, and whatever had to wait goes on.
  if (isAt(account.workbook, spreadsheetId)) {
    sync.lookAgain(account.id);
    sync.request(account.id, 'person');
  } else sync.workbookChanged(account.id, snapshot);
  announce('workbook', account.id);
  await retireOld(accountsAtGoogle(store));
}

function isAt(address: WorkbookAddress | null, spreadsheetId: string): boolean {
  return address?.kind === 'google' && address.spreadsheetId === spreadsheetId;
}

/** The accounts that may have a grant. */
export function accountsAtGoogle(store: Reader): string[] {
  return listAccounts(store).flatMap(({ id, workbook }) => (workbook?.kind === 'google' ? [id] : []));
}

function leftBehind(thrown: unknown, title: string): unknown {
  if (!(thrown instanceof PennyrowError)) return thrown;
  const { code, message, remedy } = thrown;
  return new PennyrowError(code, `${message} The new spreadsheet “${title}” stays in your Google Drive.`, `${remedy} You can then pick it with \`pennyrow workbook connect google --existing\`.`, { cause: thrown });
}
