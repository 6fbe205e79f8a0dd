import { requestCells } from './read-answer.ts';
import { isFilled } from '../../cell.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { sheetsRequest } from './content-request.ts';
import { rowsOf } from './grid-block.ts';
import type { SheetStructure } from './structure.ts';

export async function readSheet(
  api: GoogleApi,
  spreadsheetId: string,
  sheetId: number,
  signal: AbortSignal | undefined,
): Promise<SheetStructure | null> {
  const { sheets } = await requestCells(api, spreadsheetId, sheetsRequest([sheetId]), { signal });
  return sheets.find((sheet) => sheet.sheetId === sheetId) ?? null;
}

export function filledColumns({
  blocks,
}: Pick<SheetStructure, 'blocks'>): ReadonlyMap<number, readonly { readonly row: number; readonly text: string }[]> {
  const columns = new Map<number, { row: number; text: string }[]>();
  for (const { index, cells } of rowsOf(blocks)) {
    for (const cell of cells) {
      if (!cell.isFormula && !isFilled(cell)) continue;
      const column = columns.get(cell.column);
      if (column === undefined) columns.set(cell.column, [{ row: index, text: cell.text }]);
      else column.push({ row: index, text: cell.text });
    }
  }
  return columns;
}

export function occupiedColumns(sheet: SheetStructure): ReadonlySet<number> {
  const occupied = new Set(filledColumns(sheet).keys());
  for (const { left, right } of sheet.tables) for (let column = left; column < right; column += 1) occupied.add(column);
  return occupied;
}
