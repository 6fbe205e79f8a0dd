import { amountToNumber } from '../../core/amount.ts';
import type { Layout } from '../../core/snapshot.ts';
import type { RuleValues } from '../../core/workbook-change.ts';
import { SHEET_NAMES } from '../headers.ts';
import { ruleCells, rulesMissing, RulesPlaceFinder, type RulesPlace } from '../rules-place.ts';
import { cellText, type CellContent, type CellWrite, type PresentCell } from './cell-writing.ts';
import { findDataTables, type DataTable, type RowsArea } from './data-tables.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { companionCells, refuseWhenNoRoom } from './new-rows.ts';
import { SheetEdit } from './sheet-edit.ts';
import { sheetsFor } from './sheet-finder.ts';
import { readSheetRows, type SheetFacts } from './sheet-reader.ts';
import { styleOf } from './styles.ts';
import { isProtected } from './workbook-errors.ts';
import type { RowsMove } from './cell-reference.ts';
import type { SheetPart } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

/** What one change does to the Rules sheet. */
export interface RulesEdit {
  readonly sheet: SheetPart;
  readonly tables: readonly DataTable[];
  readonly move: RowsMove;
  readonly firstNewRow: number;
  readonly edit: SheetEdit;
}

/**
 * Puts rules below the last line in use. Throws PennyrowError `workbook_rules_missing`, `workbook_rules_header`,
 * `workbook_protected`, `workbook_totals_row` or `workbook_full`.
 */
export async function planRules(
  path: string,
  pkg: ZipPackage,
  located: LocatedWorkbook,
  layout: Layout,
  rules: readonly RuleValues[],
): Promise<RulesEdit> {
  const [sheet] = sheetsFor('rules', located.parts, layout);
  if (sheet === undefined) throw rulesMissing(layout.sheets.rules?.name ?? SHEET_NAMES.rules);
  const finder = new RulesPlaceFinder();
  const facts = await readSheetRows(pkg, sheet.part, located.context, (row) => finder.see(row));
  const place = finder.end(sheet.name, rules);
  const own = Object.values(place.columns);
  if (
    facts.isProtected &&
    own.some((position) => styleOf(located.context.styles, columnStyle(facts, position) ?? 0).isLocked)
  )
    throw isProtected(path, sheet.name);
  const area: RowsArea = {
    part: sheet.part,
    name: sheet.name,
    headerRow: place.headerRow,
    lastUsedRow: place.lastUsedRow,
    columns: own,
  };
  const tables = await findDataTables(pkg, area);
  refuseWhenNoRoom(path, area, tables, rules.length);
  const firstNewRow = place.lastUsedRow + 1;
  const firstRow = place.headerRow + 1;
  const move = { firstRow, from: Math.max(firstRow, place.lastUsedRow), to: place.lastUsedRow + rules.length };
  return {
    sheet,
    tables,
    move,
    firstNewRow,
    edit: new SheetEdit({
      writes: new Map(),
      taken: new Set(),
      model: place.lastUsedRow > place.headerRow ? place.lastUsedRow : 0,
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

function writesOf(rule: RuleValues, place: RulesPlace, facts: SheetFacts, model: readonly PresentCell[]): CellWrite[] {
  return ruleCells(rule, place).map(({ position, value }) => {
    const content: CellContent =
      'text' in value
        ? { kind: 'text', text: cellText(value.text) }
        : { kind: 'number', value: amountToNumber(value.amount) };
    const look = model.find(({ column }) => column === position)?.style ?? columnStyle(facts, position) ?? null;
    return { column: position, content, style: (present) => present ?? look };
  });
}

/** What the sheet's table gives each of its lines; whatever a person has put beside the rules stays. */
function besideRules(
  model: readonly PresentCell[],
  area: RowsArea,
  tables: readonly DataTable[],
  present: readonly PresentCell[],
): CellWrite[] {
  const taken = new Set(present.map(({ column }) => column));
  return companionCells(model, area.columns, tables).filter(
    ({ column, content }) => content.kind === 'formula' && !taken.has(column),
  );
}

function columnStyle({ columnStyles }: SheetFacts, position: number): number | undefined {
  return columnStyles.find(({ first, last }) => first <= position && position <= last)?.style;
}
