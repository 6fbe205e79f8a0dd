import { requestCells, wholeSheets, type SpreadsheetCall } from './read-answer.ts';
import { isFilled } from '../../cell.ts';
import { rowsOf } from './grid-block.ts';
import type { SheetStructure } from './structure.ts';

export async function readSheet(call: SpreadsheetCall, sheetId: number): Promise<SheetStructure | null> {
  const { sheets } = await requestCells(call, wholeSheets([sheetId]));
  return sheets.find((sheet) => sheet.sheetId === sheetId) ?? null;
}

export function filledColumns({
  blocks,
}: Pick<SheetStructure, 'blocks'>): ReadonlyMap<number, readonly { readonly row: number; readonly text: string }[]> {
  const filled = [...rowsOf(blocks)].flatMap(({ index, cells }) =>
    cells.flatMap((cell) =>
      cell.isFormula || isFilled(cell) ? [{ column: cell.column, row: index, text: cell.text }] : [],
    ),
  );
  return Map.groupBy(filled, ({ column }) => column);
}

export function occupiedColumns(sheet: SheetStructure): ReadonlySet<number> {
  const occupied = new Set(filledColumns(sheet).keys());
  for (const { left, right } of sheet.tables) for (let column = left; column < right; column += 1) occupied.add(column);
  return occupied;
}
