import type { Amount } from './amount.ts';
import type { Budget } from './budget.ts';
import { BALANCE_COLUMNS, type BalanceRow } from './balance-sheet.ts';
import { balanceColumnName, languageOfSheet } from './local-names.ts';
import type { Column, Row } from './row.ts';
import type { SheetColumn } from './sheet-columns.ts';

export interface Rule {
  /** The row number in the Rules sheet, from 1. */
  readonly index: number;
  /** Matches a part of the description; `*` is a wildcard; `/.../` is a regular expression. */
  readonly description: string;
  readonly category: string;
  /** Inclusive bounds on the signed amount. */
  readonly minAmount: Amount | null;
  readonly maxAmount: Amount | null;
  /** Limits the rule to bank accounts with this name; `*` is a wildcard. By default, all accounts match. */
  readonly account?: string;
  /** The payee that new rows show instead of the bank's payee. */
  readonly renameTo?: string;
}

export type SheetRole = 'transactions' | 'categories' | 'rules' | 'balances';

/** A problem in the workbook for the user to fix. It never prevents reading. */
export interface SheetProblem {
  readonly code: string;
  readonly sheet: SheetRole;
  /** The row number in the sheet, from 1; null if it concerns the whole sheet. */
  readonly row: number | null;
  /** In English, with the remedy. */
  readonly message: string;
  readonly params?: object;
}

/** Kept between reads so that moved or renamed columns are still found. Positions start at 0. */
export interface Layout {
  readonly sheets: Readonly<Record<Exclude<SheetRole, 'balances'>, RememberedSheet | null>>;
  readonly headerRow: number;
  readonly columns: Readonly<Partial<Record<SheetColumn, RememberedColumn>>>;
  /** True if outgoing amounts have a minus, in a sheet with two money columns. */
  readonly outIsNegative?: true;
  readonly newestFirst?: true;
  /** The place that the user chose for new rows. By default, new rows follow the order of the sheet. */
  readonly newRows?: NewRowsPlace;
  readonly unused?: readonly Column[];
  /** Required columns that Pennyrow is about to add. A layout with this field serves only to add them, and is never stored. */
  readonly lacking?: readonly Column[];
  /** Omitted if there is no Balances sheet; Pennyrow then writes no balances. */
  readonly balances?: BalancesLayout;
}

export const NEW_ROWS_PLACES = ['top', 'end'] as const;

export type NewRowsPlace = (typeof NEW_ROWS_PLACES)[number];

export interface BalancesLayout {
  readonly sheet: RememberedSheet;
  readonly headerRow: number;
  readonly columns: Layout['columns'];
  /** True if the sheet existed before but not at the last read. */
  readonly isGone?: true;
}

/** If `sheet` has no id yet, the next read finds it by name. */
export function newBalancesLayout(sheet: RememberedSheet): BalancesLayout {
  const language = languageOfSheet(sheet.name);
  const columns = BALANCE_COLUMNS.map((column, position) => {
    return [column, { position, header: balanceColumnName(column, language), sample: [] }];
  });
  return { sheet, headerRow: 1, columns: Object.fromEntries(columns) };
}

export function rememberedSheet(layout: Layout | null, role: SheetRole): RememberedSheet | null {
  return (role === 'balances' ? layout?.balances?.sheet : layout?.sheets[role]) ?? null;
}

export interface RememberedSheet {
  readonly name: string;
  /** The id of the sheet in the file format, if it survives a rename. */
  readonly id: string | null;
}

export interface RememberedColumn {
  readonly position: number;
  readonly header: string;
  /** Some values of the column, to find it if both position and header changed. */
  readonly sample: readonly string[];
  /** The positions of other columns with the same header, which the user did not choose. */
  readonly twins?: readonly number[];
  /** True if an array formula filled the column at the last read, so Pennyrow does not write to it. */
  readonly isComputed?: true;
}

/** An opaque text of the workbook's adapter. It changes with the content, but a service may report that some minutes late. */
export type Revision = string & { readonly __brand: 'Revision' };

export interface Snapshot {
  readonly revision: Revision;
  /** Omitted for kinds of workbooks without fingerprints. */
  readonly fingerprint?: string;
  /** The rows in sheet order, without blank lines. */
  readonly rows: readonly Row[];
  readonly categories: readonly string[];
  /** From the Categories sheet; omitted in snapshots that an older version stored. */
  readonly budgets?: readonly Budget[];
  readonly rules: readonly Rule[];
  /** In sheet order; omitted if the sheet or a required column does not exist. */
  readonly balances?: readonly BalanceRow[];
  readonly layout: Layout;
  readonly problems: readonly SheetProblem[];
  /** Ids of the latest runs whose changes the workbook contains, newest last. */
  readonly markers: readonly string[];
}
