import { cellsIn, tableRequest, pasteRequest } from './new-rows.ts';
import { tagRemoval, columnProperties, columnTag } from './identity.ts';
import { hash } from 'node:crypto';
import type { sheets_v4 } from '@googleapis/sheets';
import type { AddedColumn, AddedSheet, WorkbookChange } from '../../../core/workbook-change.ts';
import { headerKey } from '../../headers.ts';
import { addedListSheet } from '../../template/lists.ts';
import { refuseTooManyCells, type SheetStructure } from '../reading/structure.ts';
import { filledColumns, readSheet, type SpreadsheetCall } from '../reading/read-answer.ts';
import type { LocatedSpreadsheet } from '../reading/located-spreadsheet.ts';
import { addedSheetRequests } from './new-spreadsheet-sheets.ts';
import { cellRequest } from './row-edits.ts';
import { changedMeanwhile } from '../../workbook.ts';

type Request = sheets_v4.Schema$Request;

export type ColumnsPrecheck = NonNullable<Awaited<ReturnType<typeof precheckColumns>>>;

/** Null if no column is added or withdrawn. Throws PennyrowError `workbook_changed` if a new column is no longer empty. */
export async function precheckColumns(
  call: SpreadsheetCall,
  { transactions, headerRow }: Pick<LocatedSpreadsheet, 'transactions' | 'headerRow'>,
  { additions, withdrawals = [] }: WorkbookChange,
) {
  const added = (additions?.columns ?? []).toSorted((a, b) => a.position - b.position);
  if (added.length + withdrawals.length === 0) return null;
  const { api, spreadsheetId, signal } = call;
  const { sheetId } = transactions;
  const sheet = await readSheet(call, sheetId);
  if (sheet === null) throw changedMeanwhile(null);
  const filled = filledColumns(sheet);
  if (added.some(({ position }) => filled.has(position))) throw changedMeanwhile(null);
  const withdrawn = withdrawals.filter(({ position, header }) => {
    const [cell, ...more] = filled.get(position) ?? [];
    return more.length === 0 && cell?.row === headerRow && headerKey(cell.text) === headerKey(header);
  });
  const answer = await api.get(spreadsheetId, [], 'sheets(properties(sheetId),basicFilter)', signal);
  const filter = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === sheetId)?.basicFilter ?? null;
  return { sheet: { ...sheet, blocks: [] }, filter, added, withdrawn };
}

export function columnRequests(
  { sheet, filter, added, withdrawn }: ColumnsPrecheck,
  { headerRow, columns }: Pick<LocatedSpreadsheet, 'headerRow' | 'columns'>,
): Request[] {
  const { sheetId, columnCount, rowCount } = sheet;
  const more = Math.max(0, ...added.map(({ position }) => position + 1 - columnCount));
  refuseTooManyCells([sheet], more * rowCount);
  const cell = (position: number) => cellsIn(sheetId, position, headerRow - 1, headerRow);
  const last = Math.max(...Object.values(columns));
  return [
    ...(more === 0 ? [] : [{ appendDimension: { sheetId, dimension: 'COLUMNS', length: more } }]),
    ...widened(sheet, filter, headerRow, added),
    ...added.flatMap(({ column, position, header, isHidden }): Request[] => [
      pasteRequest(cell(last), cell(position), 'PASTE_FORMAT'),
      cellRequest(sheetId, headerRow, position, { userEnteredValue: { stringValue: header } }),
      ...(isHidden ? [columnProperties(sheetId, position, { hiddenByUser: true })] : []),
      columnTag(sheetId, column, position),
    ]),
    ...withdrawn.flatMap(({ column, position, isHidden }): Request[] => [
      cellRequest(sheetId, headerRow, position, {}),
      ...(isHidden ? [columnProperties(sheetId, position, { hiddenByUser: false })] : []),
      ...sheet.columnTags.filter((tag) => tag.column === column).map(({ metadataId }) => tagRemoval(metadataId)),
    ]),
  ];
}

/** Extends adjacent tables and filters to the new columns, so that sorting includes them. */
function widened(
  { sheetId, tables }: SheetStructure,
  filter: sheets_v4.Schema$BasicFilter | null,
  headerRow: number,
  added: readonly AddedColumn[],
): Request[] {
  const wider = (right: number): number =>
    added.reduce((end, { position }) => (position === end ? end + 1 : end), right);
  const range = filter?.range;
  const [top, right] = [range?.startRowIndex ?? 0, range?.endColumnIndex ?? 0];
  const isOwnFilter = filter !== null && filter.tableId == null && range != null && top === headerRow - 1;
  // Omits the sort order, which would sort the rows again.
  const { sortSpecs: _order, ...rest } = filter ?? {};
  return [
    ...tables
      .filter((table) => table.top === headerRow - 1 && wider(table.right) > table.right)
      .map((table) => tableRequest(sheetId, { ...table, right: wider(table.right) })),
    ...(isOwnFilter && wider(right) > right
      ? [{ setBasicFilter: { filter: { ...rest, range: { ...range, endColumnIndex: wider(right) } } } }]
      : []),
  ];
}

export function sheetRequests(sheets: readonly AddedSheet[], runId: string): Request[] {
  return sheets.flatMap((sheet) => addedSheetRequests(addedListSheet(sheet), newSheetId(sheet.role, runId)));
}

/** Equal in all attempts of a run, so that Google rejects a second addition of the sheet. Differs between runs. */
export function newSheetId(role: string, runId: string): number {
  return (Number.parseInt(hash('sha256', `${role} ${runId}`).slice(0, 8), 16) % (2 ** 31 - 2)) + 1;
}
