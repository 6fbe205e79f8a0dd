import { isFilled } from '../../cell.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { sheetsRequest } from './content-request.ts';
import { rowsOf } from './grid-block.ts';
import { CONTENT_FIELDS, readAnswer } from './read-answer.ts';
import type { SheetStructure } from './structure.ts';

/** A sheet with all of its cells; null where it is gone. */
export async function readSheet(
  api: GoogleApi,
  spreadsheetId: string,
  sheetId: number,
  signal: AbortSignal | undefined,
): Promise<SheetStructure | null> {
  const answer = await api.read(spreadsheetId, sheetsRequest([sheetId]), CONTENT_FIELDS, signal);
  return (await readAnswer(answer, { signal })).sheets.find((sheet) => sheet.sheetId === sheetId) ?? null;
}

/** The columns that hold anything, with the cells that do; rows count from 1. */
export function columnsHeld({
  blocks,
}: Pick<SheetStructure, 'blocks'>): ReadonlyMap<number, readonly { readonly row: number; readonly text: string }[]> {
  const held = new Map<number, { row: number; text: string }[]>();
  for (const { index, cells } of rowsOf(blocks)) {
    for (const cell of cells) {
      if (!cell.isFormula && !isFilled(cell)) continue;
      const column = held.get(cell.column);
      if (column === undefined) held.set(cell.column, [{ row: index, text: cell.text }]);
      else column.push({ row: index, text: cell.text });
    }
  }
  return held;
}

/** See `Workbook.occupiedColumns`. */
export function occupiedColumns(sheet: SheetStructure): ReadonlySet<number> {
  const occupied = new Set(columnsHeld(sheet).keys());
  for (const { left, right } of sheet.tables) for (let column = left; column < right; column += 1) occupied.add(column);
  return occupied;
}
