import { hash } from 'node:crypto';
import type { sheets_v4 } from '@googleapis/sheets';
import type { AddedColumn, AddedSheet, WorkbookChange } from '../../../core/workbook-change.ts';
import { headerKey } from '../../headers.ts';
import { refuseTooManyCells } from '../reading/cell-limit.ts';
import type { GoogleApi } from '../api/google-api.ts';
import type { LocatedSpreadsheet } from '../reading/located-spreadsheet.ts';
import { listSheetRequests } from './new-spreadsheet-sheets.ts';
import { columnsHeld, readSheet } from '../reading/occupied-columns.ts';
import type { SheetStructure } from '../reading/structure.ts';
import { columnTag } from './identity.ts';
import { cellRequest } from './row-edits.ts';
import { changedMeanwhile } from './write-errors.ts';

type Request = sheets_v4.Schema$Request;

/** The sheet of the transactions as it is right before columns are added or taken back. */
export interface ColumnsPrecheck {
  readonly sheet: SheetStructure;
  readonly filter: sheets_v4.Schema$BasicFilter | null;
  readonly added: readonly AddedColumn[];
  /** Those of which nothing is there but the header that was written. */
  readonly withdrawn: readonly AddedColumn[];
}

/** Null for a change that has neither. Throws PennyrowError `workbook_changed` where a column holds something by now. */
export async function precheckColumns(
  api: GoogleApi,
  spreadsheetId: string,
  { transactions, headerRow }: Pick<LocatedSpreadsheet, 'transactions' | 'headerRow'>,
  { additions, withdrawals = [] }: WorkbookChange,
  signal?: AbortSignal,
): Promise<ColumnsPrecheck | null> {
  const added = (additions?.columns ?? []).toSorted((a, b) => a.position - b.position);
  if (added.length + withdrawals.length === 0) return null;
  const { sheetId } = transactions;
  const sheet = await readSheet(api, spreadsheetId, sheetId, signal);
  if (sheet === null) throw changedMeanwhile();
  const held = columnsHeld(sheet);
  if (added.some(({ position }) => held.has(position))) throw changedMeanwhile();
  const withdrawn = withdrawals.filter(({ position, header }) => {
    const [cell, ...more] = held.get(position) ?? [];
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
  const cell = (position: number): sheets_v4.Schema$GridRange => ({
    ...inColumn(sheetId, position),
    startRowIndex: headerRow - 1,
    endRowIndex: headerRow,
  });
  const last = Math.max(...Object.values(columns));
  return [
    ...(more === 0 ? [] : [{ appendDimension: { sheetId, dimension: 'COLUMNS', length: more } }]),
    ...widened(sheet, filter, headerRow, added),
    ...added.flatMap(({ column, position, header, isHidden }): Request[] => [
      {
        copyPaste: {
          source: cell(last),
          destination: cell(position),
          pasteType: 'PASTE_FORMAT',
          pasteOrientation: 'NORMAL',
        },
      },
      cellRequest(sheetId, headerRow, position, { userEnteredValue: { stringValue: header } }),
      ...(isHidden ? [visibility(sheetId, position, true)] : []),
      columnTag(sheetId, column, position),
    ]),
    ...withdrawn.flatMap(({ column, position, isHidden }): Request[] => [
      cellRequest(sheetId, headerRow, position, {}),
      ...(isHidden ? [visibility(sheetId, position, false)] : []),
      ...sheet.columnTags
        .filter((tag) => tag.column === column)
        .map(({ metadataId }) => ({
          deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId } } },
        })),
    ]),
  ];
}

/** A table or a filter that ends right beside them takes them in: only what is in it is sorted along with its rows. */
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
  // Set with its order, it would sort the rows again.
  const { sortSpecs: _order, ...kept } = filter ?? {};
  return [
    ...tables
      .filter((table) => table.top === headerRow - 1 && wider(table.right) > table.right)
      .map(({ tableId, ...table }): Request => ({
        updateTable: {
          table: {
            tableId,
            range: {
              sheetId,
              startRowIndex: table.top,
              endRowIndex: table.bottom,
              startColumnIndex: table.left,
              endColumnIndex: wider(table.right),
            },
          },
          fields: 'range',
        },
      })),
    ...(isOwnFilter && wider(right) > right
      ? [{ setBasicFilter: { filter: { ...kept, range: { ...range, endColumnIndex: wider(right) } } } }]
      : []),
  ];
}

function visibility(sheetId: number, position: number, hiddenByUser: boolean): Request {
  return {
    updateDimensionProperties: {
      range: { sheetId, dimension: 'COLUMNS', startIndex: position, endIndex: position + 1 },
      properties: { hiddenByUser },
      fields: 'hiddenByUser',
    },
  };
}

function inColumn(sheetId: number, position: number): sheets_v4.Schema$GridRange {
  return { sheetId, startColumnIndex: position, endColumnIndex: position + 1 };
}

export function sheetRequests(sheets: readonly AddedSheet[], runId: string): Request[] {
  return sheets.flatMap((sheet) => listSheetRequests(sheet, newSheetId(sheet.role, runId)));
}

/** The same for each attempt of a run, and nobody else's: Google refuses one that is taken. */
export function newSheetId(role: string, runId: string): number {
  return (Number.parseInt(hash('sha256', `${role} ${runId}`).slice(0, 8), 16) % (2 ** 31 - 2)) + 1;
}
