import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import type { SheetState, SpreadsheetState } from './model.ts';

type Table = sheets_v4.Schema$Table;

export function tableById(state: SpreadsheetState, tableId: string): { sheet: SheetState; table: Table } {
  for (const sheet of state.sheets) {
    const table = sheet.tables.find((candidate) => candidate.tableId === tableId);
    if (table !== undefined) return { sheet, table };
  }
  throw new RequestProblem(`No table with id: ${tableId}`);
}
