import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import { BLANK, editArea } from './requests/cells.ts';
import { contentOf, formatOf } from './requests/cell-content.ts';
import { emptySheet, refuseUnknownRegion, type SheetState, type SpreadsheetState } from './model.ts';

/** Creates a spreadsheet as `spreadsheets.create` does: with one empty sheet by default. */
export function newSpreadsheet(given: sheets_v4.Schema$Spreadsheet, newId: () => number): SpreadsheetState {
  const { title, locale, timeZone, autoRecalc, defaultFormat } = given.properties ?? {};
  const properties = {
    title: title ?? 'Untitled spreadsheet',
    locale: locale ?? 'en_US',
    autoRecalc: autoRecalc ?? 'ON_CHANGE',
    timeZone: timeZone ?? 'Etc/GMT',
    ...(defaultFormat && { defaultFormat }),
  };
  refuseUnknownRegion(properties);
  const state: SpreadsheetState = { properties, sheets: [], namedRanges: [], metadata: [] };
  if (given.namedRanges != null || given.developerMetadata != null)
    throw new RequestProblem('The fake makes spreadsheets without named ranges and metadata.', 501);
  const sheets =
    given.sheets == null || given.sheets.length === 0
      ? [{ properties: { sheetId: 0, title: 'Sheet1' } }]
      : given.sheets;
  for (const [index, sheet] of sheets.entries()) state.sheets.push(newSheet(sheet, index, state, newId));
  return state;
}

const SHEET_PARTS = new Set(['properties', 'data']);

function newSheet(
  given: sheets_v4.Schema$Sheet,
  index: number,
  state: SpreadsheetState,
  newId: () => number,
): SheetState {
  const other = Object.entries(given).find(([name, value]) => value != null && !SHEET_PARTS.has(name));
  if (other !== undefined) throw new RequestProblem(`The fake makes new sheets without ${other[0]}.`, 501);
  const { sheetId, index: _index, gridProperties, title = `Sheet${index + 1}`, ...rest } = given.properties ?? {};
  const { rowCount, columnCount, ...grid } = gridProperties ?? {};
  const id = sheetId ?? newId();
  if (state.sheets.some((sheet) => sheet.sheetId === id)) throw new RequestProblem(`Duplicate sheet id: ${id}`);
  if (state.sheets.some((sheet) => sheet.properties.title === title))
    throw new RequestProblem(`A sheet with the name "${title}" already exists. Please enter another name.`);
  const sheet = emptySheet(id, { ...rest, title, gridProperties: grid }, rowCount ?? 1000, columnCount ?? 26);
  for (const block of given.data ?? []) fill(sheet, block);
  return sheet;
}

function fill(
  sheet: SheetState,
  { startRow, startColumn, rowData, columnMetadata, rowMetadata }: sheets_v4.Schema$GridData,
): void {
  if (rowMetadata != null) throw new RequestProblem('The fake makes new sheets without rowMetadata.', 501);
  for (const [offset, { pixelSize, hiddenByUser }] of (columnMetadata ?? []).entries()) {
    const index = (startColumn ?? 0) + offset;
    const line = sheet.columns[index];
    if (line !== undefined)
      sheet.columns[index] = {
        ...line,
        pixelSize: pixelSize ?? line.pixelSize,
        hiddenByUser: hiddenByUser ?? line.hiddenByUser,
      };
  }
  for (const [offset, { values }] of (rowData ?? []).entries()) {
    const row = (startRow ?? 0) + offset;
    const left = startColumn ?? 0;
    const right = left + (values?.length ?? 0);
    if (row >= sheet.rows.length || right > sheet.columns.length)
      throw new RequestProblem('The data lies outside of the grid.');
    editArea({ sheet, top: row, bottom: row + 1, left, right }, (_, __, column) => {
      const { userEnteredValue, userEnteredFormat, note, dataValidation, textFormatRuns } =
        values?.[column - left] ?? {};
      const extra = {
        ...(note != null && { note }),
        ...(dataValidation != null && { dataValidation }),
        ...(textFormatRuns != null && { textFormatRuns }),
      };
      return {
        ...BLANK,
        value: contentOf(userEnteredValue),
        format: formatOf(userEnteredFormat ?? null),
        extra: Object.keys(extra).length === 0 ? null : extra,
      };
    });
  }
}
