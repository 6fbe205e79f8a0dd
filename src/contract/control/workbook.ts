import * as z from 'zod/mini';
import { LIST_ROLES, type ListRole } from '../../core/workbook-change.ts';
import type { Instant } from '../../core/calendar-date.ts';
import { COLUMNS, type Column } from '../../core/row.ts';
import { SHEET_COLUMNS, type SheetColumn } from '../../core/sheet-columns.ts';
import { NEW_ROWS_PLACES, type NewRowsPlace } from '../../core/snapshot.ts';
import type { Report } from '../../messages/parameters.ts';
import { accountId, type FormerPermission } from './accounts.ts';
import { textKindSettings, procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

const position = z.int().check(z.gte(0));

const column = z.enum(COLUMNS as readonly [Column, ...Column[]]);

/** Column numbers from 0. None is required here: a sheet may have money-in and money-out columns but no amount column. */
const positions = z.strictObject(
  Object.fromEntries(SHEET_COLUMNS.map((name) => [name, z.optional(position)])) as {
    [Key in SheetColumn]: z.ZodMiniOptional<typeof position>;
  },
);

/** Columns and sheets for Pennyrow to add. `workbook.missing` lists the allowed names and positions. */
const additions = z.strictObject({
  columns: z.array(column),
  sheets: z.array(z.enum(LIST_ROLES as readonly [ListRole, ...ListRole[]])),
  /** Hides the added columns that only Pennyrow uses. */
  hidden: z.optional(z.boolean()),
});

export type AdditionsWanted = z.infer<typeof additions>;

/** The user's description of the transactions sheet; `headerRow` counts from 1. Each required column is in `columns` or `add`. */
export const mapping = z.strictObject({
  sheet: z.string(),
  headerRow: z.int().check(z.gte(1)),
  columns: positions,
  add: z.optional(additions),
});

export type ColumnMapping = z.infer<typeof mapping>;

export interface HeadersView {
  readonly sheets: readonly HeadView[];
  readonly transactions: string | null;
}

type HeadValue = { readonly day: string } | { readonly number: number };

export interface HeadView {
  readonly name: string;
  readonly lines: readonly {
    readonly row: number;
    readonly cells: readonly {
      readonly position: number;
      readonly letter: string;
      readonly text: string;
      readonly isText: boolean;
      readonly value?: HeadValue;
    }[];
  }[];
  readonly headerRow: number | null;
  readonly columns: Readonly<Partial<Record<keyof ColumnMapping['columns'], number>>>;
  readonly preset: 'pennyrow' | 'tiller' | null;
}

/** The location of a workbook. A kind of workbook may store further fields. */
export type WorkbookPlace =
  | { readonly kind: string; readonly path: string }
  | {
      readonly kind: string;
      readonly title: string;
      readonly url: string;
      /** True if the online service no longer accepts Pennyrow's permission. */
      readonly grantLost: boolean;
    };

export const SHOWN = ['file', 'folder'] as const;

export interface WorkbookView {
  readonly place: WorkbookPlace;
  /** Set only for callers that may use `workbook.open`. */
  readonly opensHere?: true;
  readonly transactions: { readonly name: string; readonly url: string | null } | null;
  readonly asOf: string | null;
  readonly problem: Report | null;
  readonly columns: readonly { readonly column: string; readonly header: string; readonly letter: string }[];
  /** The place for new rows: the top or the end of the sheet. Undefined until Pennyrow has read the workbook. */
  readonly newRows?: { readonly place: NewRowsPlace; readonly isChosen: boolean };
  readonly lists: { readonly categories: number; readonly rules: number };
  readonly missingSheets: readonly ListRole[];
  readonly notes: readonly {
    readonly sheet: string;
    readonly row: number | null;
    readonly code: string;
    readonly message: string;
    readonly params?: object;
  }[];
}

export interface MissingView {
  readonly columns: readonly {
    readonly column: Column;
    readonly header: string;
    readonly letter: string;
    readonly isRequired: boolean;
    readonly mayBeHidden: boolean;
  }[];
  readonly sheets: readonly { readonly role: ListRole; readonly name: string }[];
}

/** The columns and values that Pennyrow reads from a sheet. The user checks them before Pennyrow writes. */
export interface RecognizedView {
  readonly preset: HeadView['preset'];
  readonly sheet: string;
  readonly columns: readonly {
    readonly column: SheetColumn;
    readonly header: string;
    readonly letter: string;
    /** The first cell of the column that is not empty, as the sheet shows it; `value` is the date or amount that Pennyrow reads there. */
    readonly sample: { readonly text: string; readonly value?: HeadValue } | null;
  }[];
  readonly rows: number;
  readonly newRows: NewRowsPlace;
  /** The names of the columns with formulas that Pennyrow copies to new rows. */
  readonly formulas: readonly string[];
  /** The number of lines below the rows, such as totals. */
  readonly below: number;
}

export interface BalancesView {
  readonly state: 'written' | 'use' | 'add';
  readonly sheet: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface DisconnectedView {
  readonly permission: FormerPermission;
}

export interface UnmappedView {
  readonly kind: string;
  readonly title: string;
  readonly url: string;
  readonly permissionEndsAt: string | null;
  readonly problem: Report;
}

export interface ConnectedView extends WorkbookView {
  readonly permissionEndsAt: string | null;
}

export interface ConsentView {
  readonly consentId: string;
  readonly url: string;
  readonly expiresAt: string;
}

const filled = {
  kind: z.string(),
  way: z.string(),
  settings: z.optional(textKindSettings),
  secret: z.optional(z.record(z.string(), z.string())),
};
/** Gives a new workbook the rules and budgets of the demo bank. */
const isDemo = z.optional(z.boolean());

/** `of`: a workbook that is not connected yet. `unmapped`: the result of `workbook.unmapped`. Without both: the account's workbook. */
const chosenWorkbook = {
  accountId,
  of: z.optional(z.strictObject(filled)),
  unmapped: z.optional(z.literal(true)),
};
const chosenTable = { ...chosenWorkbook, table: z.optional(z.omit(mapping, { add: true })) };

export interface FoundWorkbook {
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly changedAt: Instant;
}

export const workbookProcedures = {
  'workbook.balances': procedure<BalancesView>()({ accountId }),
  /** Starts a run that adds the sheet of balances, or begins to use an existing one. */
  'workbook.addBalances': procedure<StartedRun>()({ accountId }),
  'workbook.missing': procedure<MissingView>()(chosenTable),
  'workbook.recognized': procedure<RecognizedView>()(chosenTable),
  'workbook.addMissing': procedure<StartedRun>()({ accountId, add: additions }),
  'workbook.found': procedure<readonly FoundWorkbook[]>()({ accountId }),
  'workbook.get': procedure<WorkbookView | null>()({ accountId }),
  /** Opens the account's file for the command line or a browser on this machine. Throws workbook_not_opened, workbook_missing. */
  'workbook.open': procedure<null>()({ accountId, shows: z.enum(SHOWN) }),
  'workbook.headers': procedure<HeadersView>()(chosenWorkbook),
  /** Unless `anyway`, throws `workbook_map_unknown` if the column for transaction ids contains none that Pennyrow knows. */
  'workbook.map': procedure<WorkbookView>()({ accountId, mapping, anyway: z.optional(z.boolean()) }),
  /** With a null place, Pennyrow adds new rows at the top if the newest rows are there, otherwise at the end. */
  'workbook.placeNewRows': procedure<WorkbookView>()({ accountId, place: z.nullable(z.enum(NEW_ROWS_PLACES)) }),
  'workbook.disconnect': procedure<DisconnectedView>()({ accountId }),
};

export const connectingProcedures = {
  /** If it fails because of unknown columns, and `workbook.unmapped` returns the workbook, `workbook.adopt` can connect it. */
  'workbook.connect': procedure<WorkbookView>()({ accountId, ...filled, isDemo, mapping: z.optional(mapping) }),
  'workbook.begin': procedure<ConsentView>()({ accountId, ...filled, isDemo }),
  'workbook.unmapped': procedure<UnmappedView | null>()({ accountId }),
  'workbook.adopt': procedure<ConnectedView>()({ accountId, mapping }),
  'workbook.dropUnmapped': procedure<DisconnectedView>()({ accountId }),
};
