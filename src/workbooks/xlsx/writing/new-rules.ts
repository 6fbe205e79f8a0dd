import { amountToNumber } from '../../../core/amount.ts';
import type { Layout } from '../../../core/snapshot.ts';
import type { RuleEdit, RuleValues } from '../../../core/workbook-change.ts';
import { createError } from '../../../platform/errors.ts';
import { SHEET_NAMES } from '../../headers.ts';
import {
  refuseComputedRules,
  ruleCells,
  ruleEditCells,
  rulesMissing,
  RulesPlaceFinder,
  type RuleCellValue,
  type RulesPlace,
} from '../../rules-place.ts';
import { cellWrite, type CellContent, type CellWrite } from './cell-writing.ts';
import type { StoredCell } from '../package/sheet-cells.ts';
import { findDataTables, type DataTable, type RowsArea } from './data-tables.ts';
import type { LocatedWorkbook } from '../reading/rows-reader.ts';
import { companionCells, refuseWhenFull } from './new-rows.ts';
import type { ListEdit, PlanContext } from './plan-rows.ts';
import { SheetEdit } from './sheet-edit.ts';
import { sheetsFor } from '../reading/snapshot-reader.ts';
import { columnStyle, readSheetRows, type SheetFacts, type XlsxRow } from '../reading/sheet-reader.ts';
import { styleOf } from '../reading/styles.ts';
import { isProtected } from '../package/workbook-errors.ts';
import { columnsIn } from '../formulas/cell-reference.ts';

/**
 * Appends rules and changes existing lines; null for a change without either. Throws PennyrowError `workbook_rules_missing`,
 * `workbook_rules_header`, `workbook_rules_changed`, `workbook_rules_formula`, `workbook_column_computed`,
 * `workbook_protected`, `workbook_totals_row` or `workbook_full`.
 */
export async function planRules(
  { pkg, located, change, parts }: PlanContext,
  layout: Layout,
): Promise<ListEdit | null> {
  const { rules = [], ruleEdits = [] } = change;
  if (rules.length + ruleEdits.length === 0) return null;
  const [sheet] = sheetsFor('rules', located.parts, layout);
  if (sheet === undefined) throw rulesMissing(layout.sheets.rules?.name ?? SHEET_NAMES.rules);
  const finder = new RulesPlaceFinder();
  const lines = new Map<number, XlsxRow>();
  const editedRows = new Set(ruleEdits.map(({ row }) => row));
  const facts = await readSheetRows(pkg, sheet.part, located.context, (row) => {
    if (editedRows.has(row.index)) lines.set(row.index, row);
    return finder.see(row);
  });
  const place = finder.end(sheet.name, [...rules, ...ruleEdits.flatMap(({ to }) => to ?? [])]);
  const own = Object.values(place.columns);
  const computed = new Set(facts.filled.filter(({ bottom }) => bottom >= place.headerRow).flatMap(columnsIn));
  if (
    facts.isProtected &&
    own.some((position) => styleOf(located.context.styles, columnStyle(facts, position) ?? 0).isLocked)
  )
    throw isProtected(pkg.path, sheet.name);
  const area: RowsArea = {
    part: sheet.part,
    name: sheet.name,
    headerRow: place.headerRow,
    lastUsedRow: place.lastUsedRow,
    columns: own,
  };
  const writes = new Map(
    ruleEdits
      .map((edit) => [edit.row, writesOfEdit(edit, lines.get(edit.row), place, facts, located)] as const)
      .filter(([, cells]) => cells.length > 0),
  );
  const written = [...writes.values()].flat().map(({ column }) => column);
  refuseComputedRules(sheet.name, place, computed, [...(rules.length > 0 ? own : []), ...written]);
  const tables = await findDataTables(parts, area);
  const totals = rules.length === 0 ? undefined : tables.find(({ hasTotals }) => hasTotals);
  if (totals !== undefined) throw createError('workbook_totals_row', { table: totals.name, path: pkg.path });
  refuseWhenFull(pkg.path, area, rules.length);
  const firstNewRow = place.lastUsedRow + 1;
  const firstRow = place.headerRow + 1;
  const move =
    rules.length === 0
      ? null
      : { firstRow, from: Math.max(firstRow, place.lastUsedRow), to: place.lastUsedRow + rules.length };
  return {
    sheet,
    rows: null,
    tables,
    move,
    edit: new SheetEdit({
      sheet: sheet.name,
      writes,
      model: rules.length > 0 && place.lastUsedRow > place.headerRow ? place.lastUsedRow : 0,
      firstNewRow,
      newRowCount: rules.length,
      cellsOfNewRow: (row, present, model) => {
        const rule = rules[row - firstNewRow];
        return rule === undefined
          ? []
          : [...writesOf(rule, place, facts, model), ...besideRules(model, area, tables, present)];
      },
      move,
      lastColumn: Math.max(...own),
    }),
  };
}

function writesOf(rule: RuleValues, place: RulesPlace, facts: SheetFacts, model: readonly StoredCell[]): CellWrite[] {
  return ruleCells(rule, place).map(({ position, value }) => {
    const look = model.find(({ column }) => column === position)?.style ?? columnStyle(facts, position);
    return cellWrite(position, contentOf(value), look);
  });
}

function writesOfEdit(
  edit: RuleEdit,
  line: XlsxRow | undefined,
  place: RulesPlace,
  facts: SheetFacts,
  { context }: LocatedWorkbook,
): CellWrite[] {
  return ruleEditCells(edit, line, place, context).map(({ position, value }) =>
    cellWrite(position, contentOf(value), columnStyle(facts, position)),
  );
}

function contentOf(value: RuleCellValue | null): CellContent {
  return value !== null && 'amount' in value ? amountToNumber(value.amount) : (value?.text ?? null);
}

function besideRules(
  model: readonly StoredCell[],
  area: RowsArea,
  tables: readonly DataTable[],
  present: readonly StoredCell[],
): CellWrite[] {
  const taken = new Set(present.map(({ column }) => column));
  return companionCells(model, area.columns, tables).filter(
    ({ column, content }) => typeof content === 'object' && content !== null && !taken.has(column),
  );
}
