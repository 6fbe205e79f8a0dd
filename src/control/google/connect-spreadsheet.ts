import type { Snapshot } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { listAccounts, saveAccount, type Account, type WorkbookAddress } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce } from '../handler.ts';
import { requireAccount } from '../requirements.ts';
import { leaveDemo } from '../welcome/demo-workbook.ts';
import { needsMapping, notRecognised } from '../workbook-columns.ts';
import type { Candidate } from './google-desk.ts';

/** What shall be the account's workbook. */
export type ConnectTarget =
  | {
      readonly kind: 'new';
      readonly title: string;
      readonly rules: readonly { readonly description: string; readonly category: string }[];
    }
  | { readonly kind: 'existing'; readonly spreadsheetId: string };

interface Found {
  readonly spreadsheetId: string;
  readonly title: string;
}

/** Who is let in, and until when, in milliseconds since 1970; null for good. */
interface Entrance {
  readonly candidate: Candidate;
  readonly endsAt: number | null;
}

/**
 * Makes the spreadsheet the account's workbook once it could be read. Where only its columns are not recognised, the
 * grant is kept until a person has told them; the failure says how. When anything else fails before that, nothing is
 * changed here, and the new grant is given back.
 */
export async function connectSpreadsheet(
  deps: ControlDependencies,
  announce: Announce,
  accountId: string,
  { candidate, endsAt }: Entrance,
  wanted: ConnectTarget,
  signal: AbortSignal,
): Promise<void> {
  let undecided: PennyrowError | null = null;
  try {
    const { timeZone } = requireAccount(deps.store, accountId);
    const found =
      wanted.kind === 'new'
        ? await candidate.create({ ...wanted, timeZone })
        : await findExisting(deps, accountId, candidate, wanted.spreadsheetId, signal);
    const snapshot = await readFirst(deps, accountId, candidate, found, wanted, signal);
    signal.throwIfAborted();
    if (snapshot instanceof PennyrowError) {
      undecided = snapshot;
      const { code, message, remedy } = snapshot;
      await candidate.hold(accountId, { ...found, endsAt, problem: { code, message, remedy } }, accountIds(deps.store));
    } else await take(deps, announce, requireAccount(deps.store, accountId), candidate, found, snapshot);
  } catch (thrown) {
    // Why it failed matters more than what becomes of the permission.
    await candidate.discard(accountIds(deps.store)).catch(() => undefined);
    throw thrown;
  }
  if (undecided === null) return;
  announce('workbook', accountId);
  throw undecided;
}

async function findExisting(
  { store }: ControlDependencies,
  accountId: string,
  candidate: Candidate,
  spreadsheetId: string,
  signal: AbortSignal,
): Promise<Found> {
  requireFree(store, accountId, spreadsheetId);
  const { name, isSpreadsheet, inBin, canEdit } = await candidate.look(spreadsheetId, signal);
  if (!isSpreadsheet) {
    throw new PennyrowError(
      'workbook_not_spreadsheet',
      `“${name}” is not a Google spreadsheet.`,
      'Open an Excel file in Google Sheets and choose File, Save as Google Sheets; then pick the new one.',
    );
  }
  if (inBin)
    throw new PennyrowError(
      'workbook_missing',
      `“${name}” is in the bin of Google Drive.`,
      'Take it out of the bin first, or pick another one.',
    );
  if (!canEdit) throw new PennyrowError('workbook_no_access', `“${name}” may only be viewed.`, whoMayEdit(candidate));
  return { spreadsheetId, title: name };
}

function whoMayEdit({ serviceAccount }: Candidate): string {
  return serviceAccount === null
    ? 'Ask its owner to let you edit it, or pick another one.'
    : `Share it with ${serviceAccount} as an editor.`;
}

/** Two accounts on one spreadsheet would see each other's rows as deleted and double their own. */
export function requireFree(store: Reader, accountId: string, spreadsheetId: string): void {
  const owner = listAccounts(store).find(
    ({ id, workbook }) => id !== accountId && workbook?.kind === 'google' && workbook.spreadsheetId === spreadsheetId,
  );
  if (owner === undefined) return;
  throw new PennyrowError(
    'workbook_taken',
    `This spreadsheet is the workbook of the account “${owner.name}”.`,
    'Give each account a workbook of its own.',
  );
}

/** Null for the same one as before, when only its columns are lost; an error when nobody has told the columns of another one. */
async function readFirst(
  { store }: ControlDependencies,
  accountId: string,
  candidate: Candidate,
  { spreadsheetId, title }: Found,
  { kind }: ConnectTarget,
  signal: AbortSignal,
): Promise<Snapshot | PennyrowError | null> {
  const { workbook: address, layout } = requireAccount(store, accountId);
  const isSame = isAt(address, spreadsheetId);
  const workbook = candidate.open(spreadsheetId);
  try {
    return await workbook.read({ remembered: isSame ? layout : null, signal });
  } catch (thrown) {
    if (kind === 'new') throw leftBehind(thrown, title);
    if (!needsMapping(thrown)) throw thrown;
    // It is connected already: its page, like every sync, says what is missing.
    return isSame ? null : await notRecognised(thrown, workbook, title, HOW_TO_MAP, signal);
  } finally {
    await workbook.close();
  }
}

const HOW_TO_MAP =
  'Google’s permission is kept, and nothing in the spreadsheet is changed. `pennyrow workbook columns` shows its columns; `pennyrow workbook columns --map date=HEADER,amount=HEADER` tells ' +
  'which ones are meant, and connects it. The dashboard’s page of the workbook does the same.';

/** `snapshot`: null for the spreadsheet that the account had before. */
export async function take(
  { store, sync, google, connectionsChanged }: ControlDependencies,
  announce: Announce,
  account: Account,
  candidate: Candidate,
  { spreadsheetId, title }: Found,
  snapshot: Snapshot | null,
): Promise<void> {
  // Another account may have taken it meanwhile.
  requireFree(store, account.id, spreadsheetId);
  const { retireOld } = await candidate.keep(account.id);
  leaveDemo({ store, connectionsChanged }, announce, account);
  saveAccount(store, { ...account, workbook: { kind: 'google', spreadsheetId, title, grantLost: false } });
  // The same one again keeps its mapping, its mirror and its memory, and whatever had to wait goes on.
  if (isAt(account.workbook, spreadsheetId)) {
    sync.invalidate(account.id);
    sync.request(account.id, 'person');
  } else sync.workbookChanged(account.id, snapshot);
  announce('workbook', account.id);
  await google.dropUndecided(account.id, accountIds(store));
  await retireOld(accountIds(store));
}

function isAt(address: WorkbookAddress | null, spreadsheetId: string): boolean {
  return address?.kind === 'google' && address.spreadsheetId === spreadsheetId;
}

/** Each may have a grant: for its workbook, or for one whose columns are yet to be told. */
export function accountIds(store: Reader): string[] {
  return listAccounts(store).map(({ id }) => id);
}

function leftBehind(thrown: unknown, title: string): unknown {
  if (!(thrown instanceof PennyrowError)) return thrown;
  const { code, message, remedy } = thrown;
  return new PennyrowError(
    code,
    `${message} The new spreadsheet “${title}” stays in your Google Drive.`,
    `${remedy} You can then pick it with \`pennyrow workbook connect google --existing\`.`,
    { cause: thrown },
  );
}
