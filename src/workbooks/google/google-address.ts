import type { ServiceAddress, WorkbookAddress } from '../../core/workbook-address.ts';

/** The stored address of an account's spreadsheet. */
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

/** An address of this kind. */
export function asGoogle(address: WorkbookAddress): GoogleAddress {
  if (isGoogle(address)) return address;
  throw new Error(`A workbook of the kind ${address.kind} is not at Google.`);
}

export function spreadsheetUrl(address: WorkbookAddress): string {
  return `https://docs.google.com/spreadsheets/d/${asGoogle(address).spreadsheetId}/edit`;
}
