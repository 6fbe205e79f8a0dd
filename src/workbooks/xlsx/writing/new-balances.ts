import {
  asRowValues,
  BALANCE_COLUMNS,
  type BalanceColumn,
  type BalanceRowValues,
} from '../../../core/balance-sheet.ts';
import type { Row } from '../../../core/row.ts';
import { newBalancesLayout, type Layout } from '../../../core/snapshot.ts';
import type { BalancesChange } from '../../../core/workbook-change.ts';
import { columnsComputed } from '../../computed-columns.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import { asBalancesRefused, BalancesRefused, changedMeanwhile } from '../../workbook.ts';
import { numberOf } from '../../cell.ts';
import { addedBalancesSheet } from '../../template/lists.ts';
import { addSheet } from './new-sheet.ts';
import { planRows, type PlanContext, type RowsEdit } from './plan-rows.ts';
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

/** Throws `BalancesRefused`, and for a new sheet PennyrowError `workbook_structure_protected`. */
export async function planBalances(context: PlanContext): Promise<BalancesEdit> {
  const { pkg, located } = context;
  const { balances } = context.change;
  if (balances?.newSheet !== undefined) {
    const { newSheet: name, appends } = balances;
    const valueOf = (column: BalanceColumn, value: string) =>
      numberOf(column, value, located.context.dates) ?? (value === '' ? null : value);
    const lines = appends.map((values) => BALANCE_COLUMNS.map((column) => valueOf(column, values[column])));
    const { sheetId, verify } = await addSheet(context, addedBalancesSheet(name, lines));
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
    asBalancesRefused,
  ).catch((thrown: unknown) => {
    throw asBalancesRefused(thrown);
  });
  return {
    ...NOTHING,
    rows,
    refused: rows.refused.flatMap(({ row }) => valuesIn(balances, row)),
    layoutAfter: (layout, appended) =>
      layout.balances === undefined ? layout : { ...layout, balances: rememberAppended(layout.balances, appended) },
  };
}

function valuesIn({ removals }: BalancesChange, row: number): BalanceRowValues[] {
  return removals.filter((removal) => removal.row === row).map(({ values }) => values);
}
