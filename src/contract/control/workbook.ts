import * as z from 'zod/mini';
import { COLUMNS, isRequired, type Column, type RequiredColumn } from '../../core/row.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';

/** Absolute. */
const path = z.string().check(z.minLength(1));

const position = z.int().check(z.gte(0));

/** Where Pennyrow's columns stand, from 0; one that is left out is not used. */
const positions = z.strictObject(
  Object.fromEntries(
    COLUMNS.map((column) => [column, isRequired(column) ? position : z.optional(position)]),
  ) as unknown as { [Key in RequiredColumn]: typeof position } & {
    [Key in Exclude<Column, RequiredColumn>]: z.ZodMiniOptional<typeof position>;
  },
);

/** What a person says of the sheet of the transactions; its name, and the row of the header from 1. */
export const mapping = z.strictObject({ sheet: z.string(), headerRow: z.int().check(z.gte(1)), columns: positions });

export type ColumnMapping = z.infer<typeof mapping>;

/** The tops of the sheets, with what the columns might be: to be put right by a person. */
export interface HeadersView {
  readonly sheets: readonly HeadView[];
  /** The sheet that the transactions most likely are in; null when there is none. */
  readonly transactions: string | null;
}

export interface HeadView {
  readonly name: string;
  /** The first lines, as they are shown; empty ones are left out. Rows count from 1. */
  readonly lines: readonly {
    readonly row: number;
    readonly cells: readonly {
      readonly position: number;
      readonly letter: string;
      readonly text: string;
      readonly isText: boolean;
    }[];
  }[];
  /** The row that most likely is the header. */
  readonly headerRow: number | null;
  readonly columns: Readonly<Partial<Record<keyof ColumnMapping['columns'], number>>>;
  /** A layout that people know by its name. */
  readonly preset: 'pennyrow' | 'tiller' | null;
}

/** What the Rules sheet of a new workbook begins with. */
export const rule = z.strictObject({ description: z.string(), category: z.string() });

export type WorkbookPlace =
  | { readonly kind: 'xlsx'; readonly path: string }
  | {
      readonly kind: 'google';
      readonly spreadsheetId: string;
      readonly title: string;
      readonly url: string;
      readonly grantLost: boolean;
    };

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
  /** How many categories and rules its lists hold. */
  readonly lists: { readonly categories: number; readonly rules: number };
  /** Lines of the workbook that a person should look at. */
  readonly notes: readonly {
    readonly sheet: string;
    readonly row: number | null;
    readonly code: string;
    readonly message: string;
  }[];
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
  /** An existing file: nothing in it is changed. Its columns are recognised, where a person does not say which is which. */
  'workbook.connect': procedure<WorkbookView>()(z.strictObject({ accountId, path, mapping: z.optional(mapping) })),
  /** Of the account's workbook, also where its columns are lost; with `path` or `undecided`, of one not connected yet. */
  'workbook.headers': procedure<HeadersView>()(
    z.strictObject({ accountId, path: z.optional(path), undecided: z.optional(z.literal(true)) }),
  ),
  /**
   * Says which column is which, and reads the workbook so. Refused with `workbook_map_unknown` when none of the transaction
   * ids that were written stands in the chosen column, unless `anyway`.
   */
  'workbook.map': procedure<WorkbookView>()(z.strictObject({ accountId, mapping, anyway: z.optional(z.boolean()) })),
  /** A new file; never overwrites one. */
  'workbook.create': procedure<WorkbookView>()(z.strictObject({ accountId, path, rules: z.optional(z.array(rule)) })),
  /** The file or the spreadsheet stays. */
  'workbook.disconnect': procedure<DisconnectedView>()(z.strictObject({ accountId })),
};
