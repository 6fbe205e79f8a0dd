import * as z from 'zod/mini';
import { LIST_ROLES, type ListRole } from '../../core/workbook-change.ts';
import type { Instant } from '../../core/calendar-date.ts';
import { COLUMNS, type Column } from '../../core/row.ts';
import { SHEET_COLUMNS, type SheetColumn } from '../../core/sheet-columns.ts';
import type { Report } from '../../messages/parameters.ts';
import { accountId, type FormerPermission } from './accounts.ts';
import { textKindSettings } from './local-path.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

const position = z.int().check(z.gte(0));

const column = z.enum(COLUMNS as readonly [Column, ...Column[]]);

/** Columns of Pennyrow's values, from 0; unused ones are omitted. Two columns for money replace the amount. */
const positions = z.strictObject(
  Object.fromEntries(SHEET_COLUMNS.map((name) => [name, z.optional(position)])) as {
    [Key in SheetColumn]: z.ZodMiniOptional<typeof position>;
  },
);

/** The additions to make to a workbook; their places come from `workbook.missing`. */
const additions = z.strictObject({
  columns: z.array(column),
  sheets: z.array(z.enum(LIST_ROLES as readonly [ListRole, ...ListRole[]])),
  /** True if the columns are hidden that a person need not see. */
  hidden: z.optional(z.boolean()),
});

export type AdditionsWanted = z.infer<typeof additions>;

/**
 * What a person says of the sheet of the transactions; its name, and the row of the header from 1. The columns that rows
 * cannot be written without are chosen or added.
 */
export const mapping = z.strictObject({
  sheet: z.string(),
  headerRow: z.int().check(z.gte(1)),
  columns: positions,
  add: z.optional(additions),
});

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
      /** The meaning of a date or a number, for readers whose format differs from the sheet's. */
      readonly value?: { readonly day: string } | { readonly number: number };
    }[];
  }[];
  /** The row that most likely is the header. */
  readonly headerRow: number | null;
  readonly columns: Readonly<Partial<Record<keyof ColumnMapping['columns'], number>>>;
  /** A layout that people know by its name. */
  readonly preset: 'pennyrow' | 'tiller' | null;
}

/** The first rules of the Rules sheet of a new workbook. */
const rule = z.strictObject({ description: z.string(), category: z.string() });

/** A file, or something at a service; what else its kind stores of it stands beside these. */
export type WorkbookPlace =
  | { readonly kind: string; readonly path: string }
  | {
      readonly kind: string;
      readonly title: string;
      readonly url: string;
      /** The service takes the permission no more. */
      readonly grantLost: boolean;
    };

/** Target of `workbook.open` for a file: the file in its program, or its folder. */
export const SHOWN = ['file', 'folder'] as const;

export interface WorkbookView {
  readonly place: WorkbookPlace;
  /** Only for an asker whom `workbook.open` would answer. */
  readonly opensHere?: true;
  /** The sheet of the transactions; null before the first look. `url` opens it, and with `&range=A12` its row 12. */
  readonly transactions: { readonly name: string; readonly url: string | null } | null;
  /** When the mirror was last known to equal it. */
  readonly asOf: string | null;
  /** Why it cannot be read now. */
  readonly problem: Report | null;
  /** Pennyrow's columns with the header and place they have in the sheet. */
  readonly columns: readonly { readonly column: string; readonly header: string; readonly letter: string }[];
  /** How many categories and rules its lists hold. */
  readonly lists: { readonly categories: number; readonly rules: number };
  /** The lists that it has no sheet for. */
  readonly missingSheets: readonly ListRole[];
  /** Lines of the workbook that a person should look at. */
  readonly notes: readonly {
    readonly sheet: string;
    readonly row: number | null;
    readonly code: string;
    readonly message: string;
    /** As of a `Report`. */
    readonly params?: object;
  }[];
}

/** Columns and sheets that a workbook lacks and can be given. */
export interface MissingView {
  /** The most important ones first; of those that are not needed, as many as there is room for beside the table. */
  readonly columns: readonly {
    readonly column: Column;
    readonly header: string;
    readonly letter: string;
    readonly isRequired: boolean;
    /** A person need not see it. */
    readonly mayBeHidden: boolean;
  }[];
  readonly sheets: readonly { readonly role: ListRole; readonly name: string }[];
}

/** Current or suggested place of the balances. */
export interface BalancesView {
  /** written: to the sheet. use: the workbook has the sheet, and it can be used. add: the sheet can be added. */
  readonly state: 'written' | 'use' | 'add';
  readonly sheet: string;
  /** The headers of the columns that are filled, in the order of the sheet. */
  readonly columns: readonly string[];
  /** How many rows are known that the sheet does not have yet. */
  readonly rows: number;
}

export interface DisconnectedView {
  readonly permission: FormerPermission;
}

/** A workbook that Pennyrow may use, and whose columns a person has yet to tell. Nothing in it was changed. */
export interface UnmappedView {
  readonly kind: string;
  readonly title: string;
  readonly url: string;
  readonly permissionEndsAt: string | null;
  /** Why its columns are not known. */
  readonly problem: Report;
}

export interface ConnectedView extends WorkbookView {
  /** The service ends the permission then on its own; null when it does not. */
  readonly permissionEndsAt: string | null;
}

/** A question to a person on a page of a service. */
export interface ConsentView {
  readonly consentId: string;
  /** The service's page, to be opened in a browser. */
  readonly url: string;
  readonly expiresAt: string;
}

/** By which way of a kind, with what was filled in: see `kind.list`. */
const filled = {
  kind: z.string(),
  way: z.string(),
  settings: z.optional(textKindSettings),
  secret: z.optional(z.record(z.string(), z.string())),
};
const rules = z.optional(z.array(rule));

/** A workbook file that no account has yet. */
export interface FoundWorkbook {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly changedAt: Instant;
}

export const workbookProcedures = {
  /** Effect of `workbook.addBalances`. */
  'workbook.balances': procedure<BalancesView>()(z.strictObject({ accountId })),
  /** Adds a sheet for balances, or begins to use one that the workbook has, by a run. */
  'workbook.addBalances': procedure<StartedRun>()(z.strictObject({ accountId })),
  /**
   * What could be added to the account's workbook; with `of` or `unmapped`, to one not connected yet. `table`: the sheet of
   * the transactions as it is chosen so far; without it, as it is known.
   */
  'workbook.missing': procedure<MissingView>()(
    z.strictObject({
      accountId,
      of: z.optional(z.strictObject(filled)),
      unmapped: z.optional(z.literal(true)),
      table: z.optional(z.omit(mapping, { add: true })),
    }),
  ),
  /** Adds it to a workbook that can be read, by a run; to another one, `add` of a mapping does. */
  'workbook.addMissing': procedure<StartedRun>()(z.strictObject({ accountId, add: additions })),
  /**
   * Files where a person keeps theirs, the newest first, that no account has: to be connected by the way for a file that is
   * there.
   */
  'workbook.found': procedure<readonly FoundWorkbook[]>()(z.strictObject({ accountId })),
  /** Null when the account has none. */
  'workbook.get': procedure<WorkbookView | null>()(z.strictObject({ accountId })),
  /**
   * Opens the account's file on the machine that Pennyrow runs on, for who sits at it: the command line, and a page in a
   * browser there. The file is the one that is connected; no asker names one. Throws workbook_not_opened, workbook_missing.
   */
  'workbook.open': procedure<null>()(z.strictObject({ accountId, shows: z.enum(SHOWN) })),
  /**
   * Makes or finds a workbook and makes it the account's, by a way that asks nobody. Without a mapping its columns must be
   * recognised. Where only they are not, and the permission cannot be given again at any time, it is then `workbook.unmapped`.
   */
  'workbook.connect': procedure<WorkbookView>()(
    z.strictObject({ accountId, ...filled, rules, mapping: z.optional(mapping) }),
  ),
  /** The same by a way that asks a person in a browser. Ends an earlier question for the same account. */
  'workbook.begin': procedure<ConsentView>()(z.strictObject({ accountId, ...filled, rules })),
  /** Of the account's workbook, also where its columns are lost; with `of` or `unmapped`, of one not connected yet. */
  'workbook.headers': procedure<HeadersView>()(
    z.strictObject({ accountId, of: z.optional(z.strictObject(filled)), unmapped: z.optional(z.literal(true)) }),
  ),
  /**
   * Says which column is which, and reads the workbook so. Refused with `workbook_map_unknown` when none of the transaction
   * ids that were written stands in the chosen column, unless `anyway`.
   */
  'workbook.map': procedure<WorkbookView>()(z.strictObject({ accountId, mapping, anyway: z.optional(z.boolean()) })),
  /** Null when none waits for its columns. See them with `workbook.headers`. */
  'workbook.unmapped': procedure<UnmappedView | null>()(z.strictObject({ accountId })),
  /** Says which of its columns is which, and makes it the account's workbook. */
  'workbook.adopt': procedure<ConnectedView>()(z.strictObject({ accountId, mapping })),
  /** It is not wanted after all. */
  'workbook.dropUnmapped': procedure<DisconnectedView>()(z.strictObject({ accountId })),
  /** The file or the spreadsheet stays. */
  'workbook.disconnect': procedure<DisconnectedView>()(z.strictObject({ accountId })),
};
