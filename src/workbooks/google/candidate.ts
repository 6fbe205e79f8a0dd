import { problem, problemOf } from '../../messages/problem.ts';
import { errorWithin, isAbort, PennyrowError } from '../../platform/errors.ts';
import type { Forgotten, NewRule, WorkbookCandidate } from '../workbook-kind.ts';
import type { Workbook } from '../workbook.ts';
import { asGoogle, googleAddress, type GoogleAddress } from './google-address.ts';
import type { FileState } from './api/google-api.ts';
import type { UnmappedSpreadsheet } from './api/grants.ts';

/** A grant that no account has yet. */
export interface CandidateGrant {
  /** The address that a spreadsheet must be shared with; null for a person's grant. */
  readonly serviceAccount: string | null;
  look(spreadsheetId: string, signal?: AbortSignal): Promise<FileState>;
  create(
    spreadsheet: NewSpreadsheet,
    signal: AbortSignal,
  ): Promise<{ readonly spreadsheetId: string; readonly title: string }>;
  open(spreadsheetId: string): Workbook;
  /** From now on it is the account's. What it answers ends the grant that the account had before. */
  keep(accountId: string): Promise<{ retireOld(others: readonly string[]): Promise<Forgotten> }>;
  /** Is kept while a person decides, over restarts too, in place of what was unmapped before. */
  hold(accountId: string, unmapped: UnmappedSpreadsheet, others: readonly string[]): Promise<void>;
  discard(others: readonly string[]): Promise<Forgotten>;
}

interface NewSpreadsheet {
  readonly title: string;
  readonly rules: readonly NewRule[];
  /** IANA zone. */
  readonly timeZone: string;
}

/** The purpose of the grant. */
export type Wanted =
  | ({ readonly kind: 'new' } & NewSpreadsheet)
  | { readonly kind: 'existing'; readonly spreadsheetId: string };

/** A spreadsheet that a grant opens: one that is made, or one that is looked at before anything is read. */
export function toCandidate(grant: CandidateGrant, wanted: Wanted): WorkbookCandidate {
  return {
    address: wanted.kind === 'new' ? null : googleAddress(wanted.spreadsheetId, ''),
    makesNew: wanted.kind === 'new',
    settle: async (signal) => {
      if (wanted.kind === 'existing') return findExisting(grant, wanted.spreadsheetId, signal);
      const { spreadsheetId, title } = await grant.create(wanted, signal);
      return googleAddress(spreadsheetId, title);
    },
    open: (address) => grant.open(asGoogle(address).spreadsheetId),
    provider: 'Google',
    howToConnect:
      grant.serviceAccount === null
        ? 'pennyrow workbook connect google --existing'
        : 'pennyrow workbook connect google --service-account KEY.json --spreadsheet LINK',
    leftBehind: (thrown, address) => leftBehind(thrown, asGoogle(address).title),
    keep: grant.keep,
    hold: (accountId, { address, endsAt, problem }, others) => {
      const { spreadsheetId, title } = asGoogle(address);
      return grant.hold(accountId, { spreadsheetId, title, endsAt, problem }, others);
    },
    discard: grant.discard,
  };
}

async function findExisting(grant: CandidateGrant, spreadsheetId: string, signal: AbortSignal): Promise<GoogleAddress> {
  const { name, isSpreadsheet, inBin, canEdit } = await grant.look(spreadsheetId, signal);
  if (!isSpreadsheet) throw new PennyrowError(problem('workbook_not_spreadsheet', { name }));
  if (inBin) throw new PennyrowError(problem('workbook_missing', { reason: 'bin', name }));
  const { serviceAccount } = grant;
  if (!canEdit) throw new PennyrowError(problem('workbook_no_access', { name, words: '', serviceAccount }));
  return googleAddress(spreadsheetId, name);
}

/** An error after a new spreadsheet was created. The spreadsheet stays. */
export function leftBehind(thrown: unknown, title: string): unknown {
  if (isAbort(thrown)) return new PennyrowError(problem('workbook_cancelled_late', { title }), { cause: thrown });
  if (!(thrown instanceof PennyrowError)) return thrown;
  return errorWithin(thrown, problem('workbook_left_behind', { cause: problemOf(thrown), title }));
}
