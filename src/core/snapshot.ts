import type { Amount } from './amount.ts';
import { BALANCE_COLUMNS, BALANCE_TABLE, type BalanceRow } from './balance-sheet.ts';
import type { Column, Row } from './row.ts';
import type { SheetColumn } from './sheet-columns.ts';

export interface Rule {
  readonly index: number;
  /** Matches a part of the description; `*` is a wildcard; `/.../` is a regular expression. */
  readonly description: string;
  readonly category: string;
  readonly minAmount: Amount | null;
  readonly maxAmount: Amount | null;
}

export type SheetRole = 'transactions' | 'categories' | 'rules' | 'balances';

export interface SheetProblem {
  readonly code: string;
  readonly sheet: SheetRole;
  readonly row: number | null;
  readonly message: string;
  readonly params?: object;
}

/** Kept between reads so that moved or renamed columns are still found. `position` starts at 0. */
export interface Layout {
  readonly sheets: Readonly<Record<Exclude<SheetRole, 'balances'>, RememberedSheet | null>>;
  readonly headerRow: number;
  readonly columns: Readonly<Partial<Record<SheetColumn, RememberedColumn>>>;
  /** With two money columns: outgoing amounts have a minus. */
  readonly outIsNegative?: true;
  /** Columns that the user excluded, even if a header matches. */
  readonly unused?: readonly Column[];
  /** Required columns that are about to be added. Never stored: with such a layout nothing else may be written. */
  readonly lacking?: readonly Column[];
  /** Missing if there is no Balances sheet: then no balances are written. */
  readonly balances?: BalancesLayout;
}

/** The layout of the Balances sheet, whose columns use the names of transaction columns with the same kind of value. */
export interface BalancesLayout {
  readonly sheet: RememberedSheet;
  readonly headerRow: number;
  readonly columns: Layout['columns'];
  readonly isGone?: true;
}

export function newBalancesLayout(sheet: RememberedSheet): BalancesLayout {
  const columns = BALANCE_COLUMNS.map((column, position) => {
    const { header } = BALANCE_TABLE[column];
    return [column, { position, header, sample: [] }];
  });
  return { sheet, headerRow: 1, columns: Object.fromEntries(columns) };
}

export function rememberedSheet(layout: Layout | null, role: SheetRole): RememberedSheet | null {
  return (role === 'balances' ? layout?.balances?.sheet : layout?.sheets[role]) ?? null;
}

export interface RememberedSheet {
  readonly name: string;
  readonly id: string | null;
}

export interface RememberedColumn {
  readonly position: number;
  readonly header: string;
  readonly sample: readonly string[];
  readonly twins?: readonly number[];
  readonly isComputed?: true;
}

/** For a file, equal revisions mean equal content; a remote workbook may have changed within the last minutes. */
export type Revision = string & { readonly __brand: 'Revision' };

export interface Snapshot {
  readonly revision: Revision;
  readonly fingerprint?: string;
  readonly rows: readonly Row[];
  readonly categories: readonly string[];
  readonly rules: readonly Rule[];
  readonly balances?: readonly BalanceRow[];
  readonly layout: Layout;
  readonly problems: readonly SheetProblem[];
  readonly markers: readonly string[];
}
