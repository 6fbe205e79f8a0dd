import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

/** Absolute. */
const path = z.string().check(z.minLength(1));

/** What the Rules sheet of a new workbook begins with. */
export const rule = z.strictObject({ description: z.string(), category: z.string() });

export type WorkbookPlace =
  | { readonly kind: 'xlsx'; readonly path: string }
  | { readonly kind: 'google'; readonly spreadsheetId: string; readonly title: string; readonly url: string; readonly grantLost: boolean };

export interface WorkbookView {
  readonly place: WorkbookPlace;
  /** The sheet of the transactions; null before the first look. `url` opens it, and with `&range=A12` its row 12. */
  readonly transactions: { readonly name: string; readonly url: string | null } | null;
  /** When the mirror was last known to equal it. */
  readonly asOf: string | null;
  /** Why it cannot be read now. */
  readonly problem: { readonly code: string; readonly message: string; readonly remedy: string } | null;
  /** Pennyrow's columns with the header and place they have in the sheet. */
  readonly columns: readonly { readonly column: string; readonly header: string; readonly letter: string }[];
  /** Lines of the workbook that a person should look at. */
  readonly notes: readonly { readonly sheet: string; readonly row: number | null; readonly message: string }[];
}

export interface DisconnectedView {
  /**
   * What became of the permission to use a Google spreadsheet: withdrawn at Google; still given, because other
   * accounts live by it; forgotten here only, because Google could not be reached; none there was.
   */
  readonly permission: 'revoked' | 'shared' | 'unreachable' | 'none';
}

export const workbookProcedures = {
  /** Null when the account has none. */
  'workbook.get': procedure<WorkbookView | null>()(z.strictObject({ accountId })),
  /** An existing file: its columns are recognised and nothing in it is changed. */
  'workbook.connect': procedure<WorkbookView>()(z.strictObject({ accountId, path })),
  /** A new file; never overwrites one. */
  'workbook.create': procedure<WorkbookView>()(z.strictObject({ accountId, path, rules: z.optional(z.array(rule)) })),
  /** The file or the spreadsheet stays. */
  'workbook.disconnect': procedure<DisconnectedView>()(z.strictObject({ accountId })),
};
