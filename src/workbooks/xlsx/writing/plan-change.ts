import type { AddedSheet as List, WorkbookChange } from '../../../core/workbook-change.ts';
import { type Layout, type Revision, newBalancesLayout } from '../../../core/snapshot.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { type PennyrowError, toPennyrowError } from '../../../platform/errors.ts';
import type { FormulaEdit } from '../formulas/formula-edit.ts';
import type { LocatedWorkbook } from '../reading/rows-reader.ts';
import { addMarker } from '../package/marker.ts';
import { planColumns } from './new-columns.ts';
import type { AddedSheet } from './new-sheet.ts';
import { planRules } from './new-rules.ts';
import { planRows, type ListEdit, type RowsEdit, type PlanContext } from './plan-rows.ts';
import { planFormulas } from './plan-formulas.ts';
import { shiftsRows } from '../formulas/cell-reference.ts';
import { ImmovableRows, type SheetMove } from '../formulas/moved-formulas.ts';
import { moveFormulas, moveSheetRanges } from '../formulas/sheet-ranges.ts';
import { moveOtherParts } from './moved-parts.ts';
import { BalancesRefused, asBalancesRefused, changedMeanwhile, type ApplyOptions } from '../../workbook.ts';
import { TextParts } from '../package/workbook-parts.ts';
import type { WrittenSheet } from './verify-write.ts';
import { tagsIn } from '../../../platform/xml/xml-tag.ts';
import { setAttribute, splice } from '../package/xml-edit.ts';
import { asRowEdits, BALANCE_COLUMNS, type BalanceRowValues } from '../../../core/balance-sheet.ts';
import type { Row } from '../../../core/row.ts';
import { columnsComputed } from '../../computed-columns.ts';
import { rememberAppended } from '../../remembered-columns.ts';
import { contentOf } from '../../cell.ts';

export interface ApplyChange {
  /** The open package from which `located` was read. `applyChange` closes it, because some systems cannot replace an open file. */
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: WorkbookChange;
  readonly options: ApplyChangeOptions;
}

export interface ApplyChangeOptions extends ApplyOptions {
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly revisionOf: (path: string) => Promise<Revision>;
}

/** Plans all edits. If rows cannot be deleted, for example because a formula refers to one of them, empties the removed rows. */
export async function planChange(apply: ApplyChange, hasRowChanges: boolean): ReturnType<typeof planWith> {
  const { change, located } = apply;
  const removes = change.removals.length + (change.balances?.removals.length ?? 0) > 0;
  const plan = (mayDelete: boolean) => planWith(apply, hasRowChanges, mayDelete);
  return plan(true)
    .catch((thrown: unknown) => {
      if (removes && thrown instanceof ImmovableRows) return plan(false);
      throw thrown;
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof ImmovableRows)) throw thrown;
      throw explained(thrown, apply.pkg.path, located);
    });
}

/** An error with the sheet's name as the user wrote it. `BalancesRefused` means that the transactions can still be written. */
function explained(thrown: ImmovableRows, path: string, { parts, balances }: LocatedWorkbook): PennyrowError {
  const sheet = parts.sheets.find(({ name }) => name.toLowerCase() === thrown.sheet.toLowerCase());
  const error = new ImmovableRows(thrown.reason, `${sheet?.name ?? thrown.sheet} in ${path}`, thrown.range);
  return sheet !== undefined && sheet === balances?.transactions ? new BalancesRefused(error) : error;
}

async function planWith(apply: ApplyChange, hasRowChanges: boolean, mayDelete: boolean) {
  const { pkg, located, change, options } = apply;
  const { layout, signal } = options;
  const parts = new TextParts(pkg);
  const context = { pkg, located, change, parts, mayDelete, signal };
  const rows = await planRows(context, change);
  const changesRules = (change.rules ?? []).length + (change.ruleEdits ?? []).length > 0;
  const rules = changesRules ? await planRules(context, layout) : null;
  const balances = await planBalances(context);
  const changesColumns = (change.additions?.columns ?? []).length + (change.withdrawals ?? []).length > 0;
  const columns = changesColumns ? await planColumns(context) : null;
  const lists: { readonly list: List; readonly added: AddedSheet }[] = [];
  // Imported only if needed: new sheets require the whole template, and most changes add no sheet.
  for (const list of change.additions?.sheets ?? [])
    lists.push({ list, added: await (await import('./new-sheet.ts')).addSheet(context, list) });
  const changesOthers =
    rules !== null || change.balances !== undefined || columns !== null || change.additions !== undefined;
  const others = [rules, balances.rows].filter((each) => each !== null);
  const edited = [rows, ...others];
  const moves = edited.flatMap(({ sheet, move }) => (move === null ? [] : [{ sheet: sheet.name.toLowerCase(), move }]));
  await planOtherParts(apply, edited, moves, parts);
  const ofTransactions: WrittenSheet[] =
    columns !== null && columns.rowCount > 0
      ? [{ sheet: located.transactions, edit: columns, rows: null }]
      : hasRowChanges || !changesOthers
        ? [rows]
        : [];
  const formulas =
    hasRowChanges || others.length > 0 || columns !== null
      ? await planFormulas({ pkg, located, change, moves, edited, others, signal }).catch((thrown: unknown) => {
          throw toPennyrowError(thrown);
        })
      : new Map<string, FormulaEdit>();
  return { parts, rows, rules, balances, columns, lists, sheets: [...ofTransactions, ...others], formulas };
}

async function planOtherParts(
  { pkg, located, change }: ApplyChange,
  lists: readonly ListEdit[],
  moves: readonly SheetMove[],
  parts: TextParts,
): Promise<void> {
  await parts.change(located.parts.workbook, (text) => recalculateOnOpen(moveFormulas(text, 'definedName', moves)));
  for (const { sheet, tables, move } of lists)
    if (move !== null && !shiftsRows(move))
      for (const { part } of tables) await parts.change(part, (text) => moveSheetRanges(text, move, sheet.name));
  const grown = new Set(lists.flatMap(({ tables }) => tables.map(({ part }) => part)));
  const shifts = moves.filter(({ move }) => shiftsRows(move));
  if (shifts.length > 0) await moveOtherParts(pkg, located, shifts, grown, parts);
  await addMarker(pkg, change.runId, parts);
}

/** Elements after which `calcPr` can be inserted, in schema order (ECMA-376 part 1, 18.2.27). */
const BEFORE_CALCULATION = new Set(['sheets', 'functionGroups', 'externalReferences', 'definedNames']);

/** Makes Excel recalculate all results when it opens the workbook. LibreOffice ignores this. `text` is the workbook part. */
export function recalculateOnOpen(text: string): string {
  const tags = [...tagsIn(text)];
  const present = tags.find(({ local, kind }) => local === 'calcPr' && kind !== 'close');
  if (present !== undefined) return splice(text, [setAttribute(present, 'fullCalcOnLoad', '1')]);
  const last = tags.findLast(({ local, kind }) => BEFORE_CALCULATION.has(local) && kind !== 'open');
  if (last === undefined) return text;
  return splice(text, [{ start: last.end, end: last.end, text: `<${last.prefix}calcPr fullCalcOnLoad="1"/>` }]);
}

const NOTHING = {
  /** Edit of an existing sheet of balances; null if the sheet is unchanged or new. */
  rows: null as RowsEdit | null,
  refused: [] as readonly BalanceRowValues[],
  verify: async (_written: ZipPackage): Promise<void> => undefined,
  layoutAfter: (layout: Layout, _appended: readonly Row[]): Layout => layout,
};

/** Throws `BalancesRefused`, and for a new sheet PennyrowError `workbook_structure_protected`. */
async function planBalances(context: PlanContext): Promise<typeof NOTHING> {
  const { pkg, located } = context;
  const { balances } = context.change;
  if (balances?.newSheet !== undefined) {
    const { newSheet: name, appends } = balances;
    const { dates } = located.context;
    const lines = appends.map((values) => BALANCE_COLUMNS.map((column) => contentOf(column, values[column], dates)));
    const { addSheet } = await import('./new-sheet.ts');
    const { sheetId, verify } = await addSheet(context, { role: 'balances', name, lines });
    const layout = newBalancesLayout({ name, id: sheetId });
    return { ...NOTHING, verify, layoutAfter: (before) => ({ ...before, balances: layout }) };
  }
  if (balances === undefined || balances.appends.length + balances.removals.length === 0) return NOTHING;
  if (located.balances === null) throw changedMeanwhile(pkg.path);
  const { transactions, computed } = located.balances;
  // If an array formula fills one column, no balances are written: a balance with an empty cell there would be useless.
  const missing = BALANCE_COLUMNS.flatMap((column) => computed.get(column) ?? []);
  if (balances.appends.length > 0 && missing.length > 0)
    throw new BalancesRefused(columnsComputed(transactions.name, missing));
  const rows = await planRows(
    { ...context, located: { ...located, ...located.balances } },
    asRowEdits(balances),
    asBalancesRefused,
  ).catch((thrown: unknown) => {
    throw asBalancesRefused(thrown);
  });
  return {
    ...NOTHING,
    rows,
    refused: rows.refused.flatMap(({ row }) =>
      balances.removals.flatMap((removal) => (removal.row === row ? removal.values : [])),
    ),
    layoutAfter: (layout, appended) =>
      layout.balances === undefined ? layout : { ...layout, balances: rememberAppended(layout.balances, appended) },
  };
}
