import { headCell, isFilled } from '../../cell.ts';
import { HEAD_COLUMNS, HEAD_ROWS } from '../../headers.ts';
import type { SheetHead } from '../../workbook.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { GOOGLE_SENSE } from './google-cell.ts';
import { rowsOf } from './grid-block.ts';
import { CONTENT_FIELDS, readAnswer } from './read-answer.ts';
import { readStructure, SHEET_FIELDS, SPREADSHEET_FIELDS, type SheetStructure } from './structure.ts';

/** More tabs than anybody keeps transactions in. */
const SHEETS_READ = 30;

/** See `Workbook.heads`; two calls. */
export async function readHeads(
  api: GoogleApi,
  spreadsheetId: string,
  signal: AbortSignal | undefined,
): Promise<SheetHead[]> {
  const structure = readStructure(
    await api.get(spreadsheetId, [], `${SPREADSHEET_FIELDS},sheets(${SHEET_FIELDS})`, signal),
    () => null,
  );
  const grids = structure.sheets.filter(({ isGrid }) => isGrid).slice(0, SHEETS_READ);
  if (grids.length === 0) return [];
  const topOf = ({ sheetId, rowCount, columnCount }: SheetStructure) => ({
    sheetId,
    startRowIndex: 0,
    endRowIndex: Math.min(HEAD_ROWS, rowCount),
    startColumnIndex: 0,
    endColumnIndex: Math.min(HEAD_COLUMNS, columnCount),
  });
  const request = { includeGridData: true, dataFilters: grids.map((sheet) => ({ gridRange: topOf(sheet) })) };
  const { sheets } = await readAnswer(await api.read(spreadsheetId, request, CONTENT_FIELDS, signal), { signal });
  return grids.map(({ sheetId, title }) => {
    const blocks = sheets.find((sheet) => sheet.sheetId === sheetId)?.blocks ?? [];
    const lines = [...rowsOf(blocks)].map(({ index, cells }) => ({
      row: index,
      cells: cells.filter(isFilled).map((cell) => headCell(cell, GOOGLE_SENSE)),
    }));
    return { name: title, id: String(sheetId), lines: lines.filter(({ cells }) => cells.length > 0) };
  });
}
