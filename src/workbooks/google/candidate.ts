import { problem, problemOf } from '../../messages/problem.ts';
import { createError, errorWithin, isAbort, PennyrowError } from '../../platform/errors.ts';
import type { GoogleApi } from './api/create-google-api.ts';
import type { ServiceAddress, WorkbookAddress } from '../../core/workbook-address.ts';

export type GrantPurpose =
  | { readonly kind: 'new'; readonly title: string; readonly isDemo: boolean; readonly timeZone: string }
  | { readonly kind: 'existing'; readonly spreadsheetId: string };

export async function findExisting(
  api: GoogleApi,
  serviceAccount: string | null,
  spreadsheetId: string,
  signal: AbortSignal,
): Promise<GoogleAddress> {
  const { name, isSpreadsheet, isTrashed, canEdit } = await api.file(spreadsheetId, signal);
  if (!isSpreadsheet) throw createError('workbook_not_spreadsheet', { name });
  if (isTrashed) throw createError('workbook_missing', { reason: 'bin', name });
  if (!canEdit) throw createError('workbook_no_access', { name, words: '', serviceAccount });
  return googleAddress(spreadsheetId, name);
}

/** Converts an error after Google created a spreadsheet: the message names the spreadsheet, which remains. */
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
