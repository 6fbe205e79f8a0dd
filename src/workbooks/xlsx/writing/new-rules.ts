import type { Layout } from '../../../core/snapshot.ts';
import { createError } from '../../../platform/errors.ts';
import { SHEET_NAMES } from '../../headers.ts';
import { refuseComputedRules, ruleCells, ruleEditCells, RulesPlaceFinder, type RuleCell } from '../../rules-place.ts';
import { cellWrite, type CellWrite } from './cell-writing.ts';
import type { StoredCell } from '../package/sheet-cells.ts';
import { findDataTables, type DataTable, type RowsArea } from './data-tables.ts';
import { companionCells, refuseWhenFull } from './new-rows.ts';
import type { ListEdit, PlanContext } from './plan-rows.ts';
import { SheetEdit } from './sheet-edit.ts';
import { sheetsFor } from '../reading/snapshot-reader.ts';
import { columnStyle, readSheetRows, type SheetFacts, type XlsxRow } from '../reading/sheet-reader.ts';
import { styleOf } from '../reading/styles.ts';
import { isProtected } from '../package/workbook-errors.ts';
import { columnsIn } from '../formulas/cell-reference.ts';

/**
 * Appends rules and changes existing lines. Throws PennyrowError `workbook_rules_missing`, `workbook_rules_header`,
 * `workbook_rules_changed`, `workbook_rules_formula`, `workbook_column_computed`, `workbook_protected`, `workbook_totals_row`
 * or `workbook_full`.
 */
export async function planRules({ pkg, located, change, parts }: PlanContext, layout: Layout): Promise<ListEdit> {
  const { rules = [], ruleEdits = [] } = change;
  const [sheet] = sheetsFor('rules', located.parts, layout);
  if (sheet === undefined)
    throw createError('workbook_rules_missing', { name: layout.sheets.rules?.name ?? SHEET_NAMES.rules });
  const finder = new RulesPlaceFinder();
  const lines = new Map<number, XlsxRow>();
  const editedRows = new Set(ruleEdits.map(({ row }) => row));
  const facts = await readSheetRows(pkg, sheet.part, located.context, (row) => {
    if (editedRows.has(row.index)) lines.set(row.index, row);
    return finder.see(row);
  });
  const place = finder.end(sheet.name, [...rules, ...ruleEdits.flatMap(({ to }) => to ?? [])]);
  const { headerRow, lastUsedRow } = place;
  const own = Object.values(place.columns);
  const computed = new Set(facts.filled.filter(({ bottom }) => bottom >= headerRow).flatMap(columnsIn));
  if (
    facts.isProtected &&
    own.some((position) => styleOf(located.context.styles, columnStyle(facts, position) ?? 0).isLocked)
  )
    throw isProtected(pkg.path, sheet.name);
  const area: RowsArea = { part: sheet.part, name: sheet.name, headerRow, lastUsedRow, columns: own };
  const writes = new Map<number, CellWrite[]>();
  for (const edit of ruleEdits) {
    const cells = ruleEditCells(edit, lines.get(edit.row), place, located.context);
    if (cells.length > 0) writes.set(edit.row, writesOf(cells, facts));
  }
  const written = [...writes.values()].flat().map(({ column }) => column);
  refuseComputedRules(sheet.name, place, computed, [...(rules.length > 0 ? own : []), ...written]);
  const tables = await findDataTables(parts, area);
  const totals = rules.length === 0 ? undefined : tables.find(({ hasTotals }) => hasTotals);
  if (totals !== undefined) throw createError('workbook_totals_row', { table: totals.name, path: pkg.path });
  refuseWhenFull(pkg.path, area, rules.length);
  const firstNewRow = lastUsedRow + 1;
  const firstRow = headerRow + 1;
  const move =
    rules.length === 0 ? null : { firstRow, from: Math.max(firstRow, lastUsedRow), to: lastUsedRow + rules.length };
  return {
    sheet,
    rows: null,
    tables,
    move,
    edit: new SheetEdit({
      sheet: sheet.name,
      writes,
      model: rules.length > 0 && lastUsedRow > headerRow ? lastUsedRow : 0,
      firstNewRow,
      newRowCount: rules.length,
      cellsOfNewRow: (row, present, model) => {
        const rule = rules[row - firstNewRow];
        return rule === undefined
          ? []
          : [...writesOf(ruleCells(rule, place), facts, model), ...besideRules(model, area, tables, present)];
      },
      move,
      lastColumn: Math.max(...own),
    }),
  };
}

function writesOf(cells: readonly RuleCell[], facts: SheetFacts, model: readonly StoredCell[] = []): CellWrite[] {
  return cells.map(({ position, value }) => {
    const look = model.find(({ column }) => column === position)?.style ?? columnStyle(facts, position);
    return cellWrite(position, value, look);
  });
}

function besideRules(
  model: readonly StoredCell[],
  area: RowsArea,
  tables: readonly DataTable[],
  present: readonly StoredCell[],
): CellWrite[] {
  const usedColumns = new Set(present.map(({ column }) => column));
  return companionCells(model, area.columns, tables).filter(
    ({ column, content }) => typeof content === 'object' && content !== null && !usedColumns.has(column),
  );
}
