import type { Amount } from './amount.ts';
import { BALANCE_COLUMNS, BALANCE_TABLE, type BalanceRow } from './balance-sheet.ts';
import type { Column, Row } from './row.ts';
import type { SheetColumn } from './sheet-columns.ts';

/** One line of the Rules sheet. */
export interface Rule {
  /** Row number in the Rules sheet, from 1. */
  readonly index: number;
  /** A piece of the description; `*` is any run of characters; `/.../` is a regular expression. */
  readonly description: string;
  readonly category: string;
  /** Inclusive bounds on the signed amount. */
  readonly minAmount: Amount | null;
  readonly maxAmount: Amount | null;
}

export type SheetRole = 'transactions' | 'categories' | 'rules' | 'balances';

/** Something in the workbook that a person should know about; it never stops a read. */
export interface SheetProblem {
  readonly code: string;
  readonly sheet: SheetRole;
  /** Row number in that sheet, from 1; null when it concerns the sheet. */
  readonly row: number | null;
  /** What is wrong and what to do, in English. */
  readonly message: string;
  /** What it says as data; missing where it brings its own sentence. */
  readonly params?: object;
}

/**
 * How the sheets and columns were recognised, remembered between reads so that a column keeps its
 * identity when it is moved or renamed. `position` counts columns from 0.
 */
export interface Layout {
  readonly sheets: Readonly<Record<Exclude<SheetRole, 'balances'>, RememberedSheet | null>>;
  /** Row number of the Transactions header, from 1. */
  readonly headerRow: number;
  readonly columns: Readonly<Partial<Record<SheetColumn, RememberedColumn>>>;
  /** Of a sheet with two columns for money: what goes out has a minus in its own. */
  readonly outIsNegative?: true;
  /** Those that a person wants to be left alone, whatever headers the sheet has. */
  readonly unused?: readonly Column[];
  /**
   * Required columns that are about to be added: the sheet is read without them. Never kept, for nothing but the addition
   * may be written by such a layout.
   */
  readonly lacking?: readonly Column[];
  /** Missing where no sheet is known to be for balances: then none are written. */
  readonly balances?: BalancesLayout;
}

/** The same of the Balances sheet, whose columns are called by those that hold the same kind of value. */
export interface BalancesLayout {
  readonly sheet: RememberedSheet;
  readonly headerRow: number;
  readonly columns: Layout['columns'];
  /** It was there, and was not at the last look. */
  readonly isGone?: true;
}

/** The layout of a sheet as Pennyrow makes it; without an id it is known by its name. */
export function newBalancesLayout(sheet: RememberedSheet): BalancesLayout {
  const columns = BALANCE_COLUMNS.map((column, position) => {
    const { header } = BALANCE_TABLE[column];
    return [column, { position, header, sample: [] }];
  });
  return { sheet, headerRow: 1, columns: Object.fromEntries(columns) };
}

/** What is remembered of the sheet of that role; null for nothing. */
export function rememberedSheet(layout: Layout | null, role: SheetRole): RememberedSheet | null {
  return (role === 'balances' ? layout?.balances?.sheet : layout?.sheets[role]) ?? null;
}

export interface RememberedSheet {
  readonly name: string;
  /** The file format's own id of the sheet, when it has one that survives a rename. */
  readonly id: string | null;
}

export interface RememberedColumn {
  readonly position: number;
  readonly header: string;
  /** A few of the column's values, to know it again when position and header both changed. */
  readonly sample: readonly string[];
  /** Other columns of the same header, by their positions, of which a person said that they are not it. */
  readonly twins?: readonly number[];
  /** An array formula fills it at the last read: nothing is written there. */
  readonly isComputed?: true;
}

/**
 * A workbook's state as a short text. Opaque to everyone but the adapter. Equal text is the same content in a file; a remote
 * workbook may have changed a few minutes ago all the same.
 */
export type Revision = string & { readonly __brand: 'Revision' };

/** All rows, categories, rules and rows of balances, read at one moment. */
export interface Snapshot {
  readonly revision: Revision;
  /** What the workbook would tell as its fingerprint if it still had just this content; missing where a kind has none. */
  readonly fingerprint?: string;
  /** In sheet order; blank lines are left out. */
  readonly rows: readonly Row[];
  readonly categories: readonly string[];
  readonly rules: readonly Rule[];
  /** In sheet order; missing where no balance can be written, for want of a sheet or of a column that it must have. */
  readonly balances?: readonly BalanceRow[];
  readonly layout: Layout;
  readonly problems: readonly SheetProblem[];
  /** Ids of the latest runs whose write the workbook holds, newest last. */
  readonly markers: readonly string[];
}
