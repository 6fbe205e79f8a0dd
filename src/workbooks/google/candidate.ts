import { problem, problemOf } from '../../messages/problem.ts';
import { createError, errorWithin, isAbort, PennyrowError } from '../../platform/errors.ts';
import type { Forgotten, NewRule, WorkbookCandidate } from '../workbook-kind.ts';
import type { Workbook } from '../workbook.ts';
import type { FileState } from './api/google-api.ts';
import type { UnmappedSpreadsheet } from './api/grants.ts';
import type { ServiceAddress, WorkbookAddress } from '../../core/workbook-address.ts';

export interface CandidateGrant {
  readonly serviceAccount: string | null;
  look(spreadsheetId: string, signal?: AbortSignal): Promise<FileState>;
  create(
    spreadsheet: NewSpreadsheet,
    signal: AbortSignal,
  ): Promise<{ readonly spreadsheetId: string; readonly title: string }>;
  open(spreadsheetId: string): Workbook;
  keep(accountId: string): Promise<{ retireOld(others: readonly string[]): Promise<Forgotten> }>;
  /** Stores the grant until the user has chosen the columns. Replaces the previous unmapped spreadsheet. */
  hold(accountId: string, unmapped: UnmappedSpreadsheet, others: readonly string[]): Promise<void>;
  discard(others: readonly string[]): Promise<Forgotten>;
}

interface NewSpreadsheet {
  readonly title: string;
  readonly rules: readonly NewRule[];
  readonly timeZone: string;
}

export type GrantPurpose =
  | ({ readonly kind: 'new' } & NewSpreadsheet)
  | { readonly kind: 'existing'; readonly spreadsheetId: string };

export function toCandidate(grant: CandidateGrant, purpose: GrantPurpose): WorkbookCandidate {
  return {
    address: purpose.kind === 'new' ? null : googleAddress(purpose.spreadsheetId, ''),
    makesNew: purpose.kind === 'new',
    settle: async (signal) => {
      if (purpose.kind === 'existing') return findExisting(grant, purpose.spreadsheetId, signal);
      const { spreadsheetId, title } = await grant.create(purpose, signal);
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
  const { name, isSpreadsheet, isTrashed, canEdit } = await grant.look(spreadsheetId, signal);
  if (!isSpreadsheet) throw createError('workbook_not_spreadsheet', { name });
  if (isTrashed) throw createError('workbook_missing', { reason: 'bin', name });
  const { serviceAccount } = grant;
  if (!canEdit) throw createError('workbook_no_access', { name, words: '', serviceAccount });
  return googleAddress(spreadsheetId, name);
}

/** Creates the error to report after a new spreadsheet was created. The spreadsheet remains. */
export function leftBehind(thrown: unknown, title: string): unknown {
  if (isAbort(thrown)) return createError('workbook_cancelled_late', { title }, { cause: thrown });
  if (!(thrown instanceof PennyrowError)) return thrown;
  return errorWithin(thrown, problem('workbook_left_behind', { cause: problemOf(thrown), title }));
}

export interface GoogleAddress extends ServiceAddress {
  readonly kind: 'google';
  readonly spreadsheetId: string;
}

export function googleAddress(spreadsheetId: string, title: string): GoogleAddress {
  return { kind: 'google', spreadsheetId, title, grantLost: false };
}

export function isGoogle(address: WorkbookAddress | null): address is GoogleAddress {
  return address?.kind === 'google';
}

export function asGoogle(address: WorkbookAddress): GoogleAddress {
  if (isGoogle(address)) return address;
  throw new Error(`A workbook of the kind ${address.kind} is not at Google.`);
}

export function spreadsheetUrl(address: WorkbookAddress): string {
  return `https://docs.google.com/spreadsheets/d/${asGoogle(address).spreadsheetId}/edit`;
}
