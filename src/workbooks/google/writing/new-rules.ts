import { cellData, newLines, tableRequest } from './new-rows.ts';
import type { sheets_v4 } from '@googleapis/sheets';
import type { RuleEdit, RuleValues, WorkbookChange } from '../../../core/workbook-change.ts';
import { createError } from '../../../platform/errors.ts';
import { SHEET_NAMES } from '../../headers.ts';
import { refuseComputedRules, ruleCells, ruleEditCells, RulesPlaceFinder, type RulesPlace } from '../../rules-place.ts';
import { refuseTooManyCells, type SheetStructure } from '../reading/structure.ts';
import { readSheet, type SpreadsheetCall } from '../reading/read-answer.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import type { BaseState } from '../reading/located-spreadsheet.ts';
import { sheetIdOf } from '../reading/content-request.ts';
import { createComputedColumnsFinder, GOOGLE_SENSE } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import type { SheetRows } from './precheck.ts';
import { cellRequest } from './row-edits.ts';
import { changedMeanwhile } from '../../workbook.ts';

type Request = sheets_v4.Schema$Request;

export type RulesChange = Pick<WorkbookChange, 'rules' | 'ruleEdits'>;

export interface RulesPrecheck {
  readonly sheet: SheetStructure;
  readonly place: RulesPlace;
  readonly lines: SheetRows;
  /** True if the line of the first new rule contains something outside the rules' columns. */
  readonly hasNotesBeside: boolean;
  /** Columns that array formulas fill. */
  readonly computed: ReadonlySet<number>;
}

/** Throws PennyrowError `workbook_rules_missing`, `workbook_rules_header` or `workbook_changed`. */
export async function precheckRules(
  call: SpreadsheetCall,
  { snapshot: { layout }, located }: BaseState,
  { rules = [], ruleEdits = [] }: RulesChange,
): Promise<RulesPrecheck> {
  const sheetId = sheetIdOf(layout, 'rules');
  // The Rules sheet is unknown, or was missing at the last read.
  if (sheetId === null || (located !== null && located.rules === null))
    throw createError('workbook_rules_missing', { name: layout.sheets.rules?.name ?? SHEET_NAMES.rules });
  const sheet = await readSheet(call, sheetId).catch((thrown: unknown) => {
    throw thrown instanceof GoogleRefusal ? changedMeanwhile(null, thrown) : thrown;
  });
  if (sheet === null) throw changedMeanwhile(null);
  const finder = new RulesPlaceFinder();
  for (const row of rowsOf(sheet.blocks)) if (!finder.see(row)) break;
  const place = finder.end(sheet.title, [...rules, ...ruleEdits.flatMap(({ to }) => to ?? [])]);
  const computed = createComputedColumnsFinder(place.headerRow);
  for (const row of rowsOf(sheet.blocks)) computed.see(row);
  const next = [...rowsOf(sheet.blocks)].find(({ index }) => index === place.lastUsedRow + 1);
  const own = Object.values(place.columns);
  return {
    sheet: { ...sheet, blocks: [] },
    place,
    lines:
      ruleEdits.length === 0
        ? new Map()
        : new Map([...rowsOf(sheet.blocks)].flatMap((row) => (row.index > place.headerRow ? [[row.index, row]] : []))),
    computed: computed.positions,
    hasNotesBeside: next?.cells.some(({ column, kind }) => kind !== 'empty' && !own.includes(column)) ?? false,
  };
}

/** Inserts lines, unless that would move notes beside the rules. Throws `workbook_column_computed` or `workbook_cells`. */
export function newRuleRequests(
  { sheet, place, hasNotesBeside, computed }: RulesPrecheck,
  rules: readonly RuleValues[],
): Request[] {
  if (rules.length === 0) return [];
  const { sheetId, rowCount, columnCount, tables } = sheet;
  const { headerRow, lastUsedRow } = place;
  refuseComputedRules(sheet.title, place, computed, Object.values(place.columns));
  const end = lastUsedRow + rules.length;
  const start = hasNotesBeside ? Math.min(rowCount, end) : lastUsedRow;
  refuseTooManyCells([sheet], (end - start) * columnCount);
  const grown = tables
    .filter(({ top, bottom }) => top === headerRow - 1 && bottom === lastUsedRow)
    .map((table) => tableRequest(sheetId, { ...table, bottom: end }));
  const cells = rules.flatMap((rule, index) =>
    ruleCells(rule, place).map(({ position, value }) =>
      cellRequest(sheetId, lastUsedRow + 1 + index, position, cellData(value)),
    ),
  );
  return [...newLines(sheet, start, end, lastUsedRow > headerRow), ...grown, ...cells];
}

/** Throws PennyrowError `workbook_rules_changed`, `workbook_rules_formula` or `workbook_column_computed`. */
export function ruleEditRequests(
  { sheet, place, lines, computed }: RulesPrecheck,
  edits: readonly RuleEdit[],
): Request[] {
  return edits.flatMap((edit) => {
    const cells = ruleEditCells(edit, lines.get(edit.row), place, GOOGLE_SENSE);
    const written = cells.map(({ position }) => position);
    refuseComputedRules(sheet.title, place, computed, written);
    return cells.map(({ position, value }) => cellRequest(sheet.sheetId, edit.row, position, cellData(value)));
  });
}
