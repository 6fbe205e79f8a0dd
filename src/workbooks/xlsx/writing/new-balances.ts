import { asRowValues, BALANCE_COLUMNS, BALANCE_TABLE, type BalanceRowValues } from '../../../core/balance-sheet.ts';
import type { Row } from '../../../core/row.ts';
import { newBalancesLayout, type Layout } from '../../../core/snapshot.ts';
import type { BalancesChange } from '../../../core/workbook-change.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { columnsComputed } from '../../computed-columns.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import { BalancesRefused } from '../../workbook.ts';
import { contentOf } from './cell-writing.ts';
import { addSheet, type NewSheetColumn } from './new-sheet.ts';
import { planRows, type PlanContext, type RowsEdit } from './plan-rows.ts';
import { changedMeanwhile } from '../package/replace-file.ts';
import type { ZipPackage } from '../package/zip-package.ts';

export interface BalancesEdit {
  /** Edit of an existing sheet; null if it stays unchanged or is new. */
  readonly rows: RowsEdit | null;
  readonly refused: readonly BalanceRowValues[];
  readonly verify: (written: ZipPackage) => Promise<void>;
  readonly layoutAfter: (layout: Layout, appended: readonly Row[]) => Layout;
}

const NOTHING: BalancesEdit = {
  rows: null,
  refused: [],
  verify: async () => undefined,
  layoutAfter: (layout) => layout,
};

const COLUMNS_OF_NEW_SHEET = BALANCE_COLUMNS.map((column): NewSheetColumn => {
  const { header, width } = BALANCE_TABLE[column];
  return { header, width: width[0], format: column === 'date' || column === 'amount' ? column : 'text' };
});

/** Throws `BalancesRefused`, and for a new sheet PennyrowError `workbook_structure_protected`. */
export async function planBalances(context: PlanContext): Promise<BalancesEdit> {
  const { pkg, located } = context;
  const { balances } = context.change;
  if (balances?.newSheet !== undefined) {
    const { newSheet: name, appends } = balances;
    const lines = appends.map((values) =>
      BALANCE_COLUMNS.map((column) => contentOf(column, values[column], located.context.dates)),
    );
    const sheet = { name, columns: COLUMNS_OF_NEW_SHEET, lines, tabColor: 'FF8A7FA8' };
    const { sheetId, verify } = await addSheet(context, sheet);
    const layout = newBalancesLayout({ name, id: sheetId });
    return { ...NOTHING, verify, layoutAfter: (before) => ({ ...before, balances: layout }) };
  }
  if (balances === undefined || balances.appends.length + balances.removals.length === 0) return NOTHING;
  if (located.balances === null) throw changedMeanwhile(pkg.path);
  const { transactions, computed } = located.balances;
  // A balance is useless if any of its cells is missing.
  if (balances.appends.length > 0 && computed.size > 0)
    throw new BalancesRefused(columnsComputed(transactions.name, [...computed.values()]));
  const rows = await planRows(
    { ...context, located: { ...located, ...located.balances } },
    {
      appends: balances.appends.map(asRowValues),
      updates: [],
      removals: balances.removals.map(({ row, values }) => ({ row, values: asRowValues(values) })),
    },
    refused,
  ).catch((thrown: unknown) => {
    throw refused(thrown);
  });
  return {
    ...NOTHING,
    rows,
    refused: rows.refused.flatMap(({ row }) => valuesIn(balances, row)),
    layoutAfter: (layout, appended) =>
      layout.balances === undefined ? layout : { ...layout, balances: rememberAppended(layout.balances, appended) },
  };
}

function refused(thrown: unknown): unknown {
  return thrown instanceof PennyrowError && REFUSALS.has(thrown.code) ? new BalancesRefused(thrown) : thrown;
}

const REFUSALS: ReadonlySet<string> = new Set([
  'workbook_column_computed',
  'workbook_protected',
  'workbook_full',
  'workbook_cells_in_the_way',
]);

function valuesIn({ removals }: BalancesChange, row: number): BalanceRowValues[] {
  return removals.filter((removal) => removal.row === row).map(({ values }) => values);
}
