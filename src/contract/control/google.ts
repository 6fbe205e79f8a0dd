import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import { mapping, rule, type DisconnectedView, type WorkbookView } from './workbook.ts';

const consentId = z.string().check(z.minLength(1));
const MAX_FILE = 20_000;
/** The text of a JSON file of Google's console. */
const file = z.string().check(z.minLength(1), z.maxLength(MAX_FILE, 'this file is too large to be the right one'));

/** Google's own limit for names is far higher. */
const title = z.string().check(z.minLength(1), z.maxLength(200, 'a title has at most 200 characters'));

const target = z.discriminatedUnion('kind', [
  /** Pennyrow makes a spreadsheet with its own layout. */
  z.strictObject({ kind: z.literal('new'), title: z.optional(title), rules: z.optional(z.array(rule)) }),
  /** The person picks one on Google's page. */
  z.strictObject({ kind: z.literal('existing') }),
  /** The same one as before, after Google took the permission no more. */
  z.strictObject({ kind: z.literal('reconnect') }),
]);

export type GoogleTarget = z.infer<typeof target>;

/** The OAuth client, without its secret. */
export interface GoogleClientView {
  readonly clientId: string;
  /** What the environment names cannot be changed here. */
  readonly from: 'environment' | 'settings';
}

export interface ConsentView {
  readonly consentId: string;
  /** Google's page, to be opened in a browser. */
  readonly url: string;
  readonly expiresAt: string;
}

export interface ConnectedView extends WorkbookView {
  /** When Google ends the permission, a week after the consent for an OAuth client in testing mode; null for never. */
  readonly permissionEndsAt: string | null;
}

/** A spreadsheet that Google lets Pennyrow use, and whose columns a person has yet to tell. Nothing in it was changed. */
export interface UndecidedView {
  readonly spreadsheetId: string;
  readonly title: string;
  readonly url: string;
  readonly permissionEndsAt: string | null;
  /** Why its columns are not known. */
  readonly problem: { readonly code: string; readonly message: string; readonly remedy: string };
}

export const googleProcedures = {
  /** Null when there is none. */
  'google.client': procedure<GoogleClientView | null>()(z.strictObject({})),
  'google.setClient': procedure<GoogleClientView>()(
    z.union([z.strictObject({ file }), z.strictObject({ clientId: z.string(), clientSecret: z.string() })]),
  ),
  'google.removeClient': procedure<null>()(z.strictObject({})),
  /** Ends an earlier question for the same account. */
  'google.begin': procedure<ConsentView>()(z.strictObject({ accountId, target })),
  /** Answers once the spreadsheet is connected, and fails if connecting does; unknown columns make it `google.undecided`. */
  'google.wait': procedure<ConnectedView>()(z.strictObject({ consentId })),
  /** The address that Google sent the browser to, when that browser is on another machine. */
  'google.receive': procedure<null>()(z.strictObject({ consentId, address: z.string() })),
  'google.cancel': procedure<{ readonly cancelled: boolean }>()(z.strictObject({ consentId })),
  /** Null when none waits for its columns. See them with `workbook.headers`. */
  'google.undecided': procedure<UndecidedView | null>()(z.strictObject({ accountId })),
  /** Says which of its columns is which, and makes it the account's workbook. */
  'google.adopt': procedure<ConnectedView>()(z.strictObject({ accountId, mapping })),
  /** It is not wanted after all. */
  'google.dropUndecided': procedure<DisconnectedView>()(z.strictObject({ accountId })),
  /** `spreadsheet`: its link or id. Where only its columns are not recognised, it is then `google.undecided`. */
  'google.useServiceAccount': procedure<WorkbookView>()(z.strictObject({ accountId, file, spreadsheet: z.string() })),
};
