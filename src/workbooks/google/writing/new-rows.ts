import { type SheetStructure, type SheetTable, refuseTooManyCells } from '../reading/structure.ts';
import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, typeOf, type RowValues } from '../../../core/row.ts';
import { SHEET_COLUMNS, isRequiredIn, partIn, type SheetColumn } from '../../../core/sheet-columns.ts';
import type { ColumnPositions } from '../../columns.ts';
import { refuseComputed } from '../../computed-columns.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';
import type { CellType } from '../../../core/transaction-table.ts';
import { contentOf } from '../../cell.ts';
import { cellText, GOOGLE_DATES, mayFillOthers } from '../reading/google-cell.ts';
import { DATE_PATTERNS } from '../../template/sheet.ts';
import { isOfOwnRow, keyOf, shapeOf } from '../../formula-shape.ts';
import type { SpreadsheetCall } from '../reading/read-answer.ts';
import { namedRangeRequests, sumRequests } from './grown-sums.ts';
import { firstNewRow } from './row-shift.ts';
import type { SheetRows } from './precheck.ts';

type Request = sheets_v4.Schema$Request;

/** Throws PennyrowError `workbook_cells` or `workbook_column_computed`. */
export function newRowRequests(located: LocatedSheet, appends: readonly RowValues[]): Request[] {
  if (appends.length === 0) return [];
  const { transactions, topRow } = located;
  refuseComputed(transactions.title, located);
  refuseTooManyCells([transactions], appends.length * transactions.columnCount);
  return [
    ...roomRequests(located, appends.length),
    ...sumRequests(located, appends.length),
    ...namedRangeRequests(located, appends.length),
    ...valueRequests(located, topRow === null ? appends : appends.toReversed()),
  ];
}

function roomRequests(
  { transactions, headerRow, lastUsedRow, topRow, showsDate, columns, isAnchored }: LocatedSheet,
  count: number,
): Request[] {
  const { sheetId, rowCount, columnCount, tables } = transactions;
  const first = firstNewRow({ topRow, lastUsedRow }) - 1;
  const end = first + count;
  const hasModel = lastUsedRow > headerRow;
  const model = topRow === null ? first - 1 : end;
  // An anchored sheet already has an empty row below the header. The first new row fills it; the others are inserted below.
  const start = isAnchored && first < rowCount ? first + 1 : first;
  const whole = { sheetId, startColumnIndex: 0, endColumnIndex: columnCount };
  const look = pasteRequest(
    { ...whole, startRowIndex: model, endRowIndex: model + 1 },
    { ...whole, startRowIndex: first, endRowIndex: end },
    'PASTE_FORMAT',
  );
  const formats = COLUMNS.flatMap((column): Request[] => {
    const position = columns[column];
    const type = typeOf(column);
    if (position === undefined || !(type === 'date' || type === 'added') || showsDate.has(column)) return [];
    const numberFormat = DATE_FORMATS[type];
    return [
      {
        repeatCell: {
          range: cellsIn(sheetId, position, first, end),
          cell: { userEnteredFormat: { numberFormat } },
          fields: 'userEnteredFormat.numberFormat',
        },
      },
    ];
  });
  const grown = tables
    .filter(({ top, bottom }) => topRow === null && top === headerRow - 1 && bottom === first)
    .map((table) => tableRequest(sheetId, { ...table, bottom: end }));
  const room = newLines(transactions, start, end, topRow === null && start > headerRow);
  return [...room, ...(hasModel ? [look] : []), ...formats, ...grown];
}

/** Rows are inserted, so that anything typed below moves down; below the last row of the grid, they are appended. */
export function newLines(
  { sheetId, rowCount }: Pick<SheetStructure, 'sheetId' | 'rowCount'>,
  startIndex: number,
  endIndex: number,
  inheritFromBefore: boolean,
): Request[] {
  if (startIndex >= endIndex) return [];
  return startIndex >= rowCount
    ? [{ appendDimension: { sheetId, dimension: 'ROWS', length: endIndex - rowCount } }]
    : [{ insertDimension: { range: { sheetId, dimension: 'ROWS', startIndex, endIndex }, inheritFromBefore } }];
}

const [BYTES_OF_STRETCH, BYTES_OF_CELL] = [230, 45];

/** Writes repeated values, such as the account, to ranges instead of single cells, to keep requests small. */
function valueRequests(
  { transactions: { sheetId }, lastUsedRow, topRow, columns, computed, outIsNegative = false }: LocatedSheet,
  appends: readonly RowValues[],
): Request[] {
  const first = firstNewRow({ topRow, lastUsedRow }) - 1;
  const present = SHEET_COLUMNS.filter((column) => columns[column] !== undefined && !computed.has(column));
  const texts = new Map(
    present.map((column) => [column, appends.map((values) => partIn(column, values, outIsNegative))]),
  );
  const stretches = new Map(present.map((column) => [column, stretchesOf(texts.get(column) ?? [])]));
  const filled = present.filter(
    (column) => (stretches.get(column)?.length ?? 0) * BYTES_OF_STRETCH < appends.length * BYTES_OF_CELL,
  );
  const single = present.filter((column) => !filled.includes(column));
  return [
    ...adjacentColumns(single, columns).map((group): Request => ({
      updateCells: {
        start: { sheetId, rowIndex: first, columnIndex: columns[group[0] as SheetColumn] ?? 0 },
        rows: appends.map((_, row) => ({
          values: group.map((column) => cellOf(column, texts.get(column)?.[row] ?? '')),
        })),
        fields: 'userEnteredValue',
      },
    })),
    ...filled.flatMap((column) =>
      (stretches.get(column) ?? [])
        .filter(({ value }) => value !== '')
        .map(({ value, from, to }): Request => ({
          repeatCell: {
            range: cellsIn(sheetId, columns[column] ?? 0, first + from, first + to),
            cell: cellOf(column, value),
            fields: 'userEnteredValue',
          },
        })),
    ),
  ];
}

function stretchesOf(texts: readonly string[]) {
  const stretches: { readonly value: string; readonly from: number; readonly to: number }[] = [];
  for (const [index, value] of texts.entries()) {
    const last = stretches.at(-1);
    if (last?.value === value) stretches[stretches.length - 1] = { ...last, to: index + 1 };
    else stretches.push({ value, from: index, to: index + 1 });
  }
  return stretches;
}

/** Groups of adjacent columns, so that the user's columns between them are not written. */
function adjacentColumns(single: readonly SheetColumn[], columns: ColumnPositions): SheetColumn[][] {
  const groups: SheetColumn[][] = [];
  let last = -2;
  for (const column of single.toSorted((a, b) => (columns[a] ?? 0) - (columns[b] ?? 0))) {
    const position = columns[column] ?? 0;
    if (position === last + 1) groups.at(-1)?.push(column);
    else groups.push([column]);
    last = position;
  }
  return groups;
}

export function cellOf(column: SheetColumn, value: string): sheets_v4.Schema$CellData {
  return cellData(contentOf(column, value, GOOGLE_DATES));
}

/** Values with a type, so that Google never parses text as a formula or number. */
export function cellData(value: string | number | null): sheets_v4.Schema$CellData {
  if (value === null) return {};
  return { userEnteredValue: typeof value === 'number' ? { numberValue: value } : { stringValue: cellText(value) } };
}

export function cellsIn(sheetId: number, column: number, from: number, to: number): sheets_v4.Schema$GridRange {
  return { sheetId, startRowIndex: from, endRowIndex: to, startColumnIndex: column, endColumnIndex: column + 1 };
}

/** The formats to use if the sheet's own cells have no date format. */
const DATE_FORMATS = {
  date: { type: 'DATE', pattern: DATE_PATTERNS.date },
  added: { type: 'DATE_TIME', pattern: DATE_PATTERNS.added },
} as const satisfies { readonly [Type in CellType]?: sheets_v4.Schema$NumberFormat };

/**
 * Copies two kinds of formulas into new rows: formulas that users filled down below the last row, unless they refer to other
 * rows, as totals do; and formulas that are equal, relative to their row, in the two neighboring rows.
 */
export async function fillDown(
  { api, spreadsheetId }: SpreadsheetCall,
  located: LocatedSheet,
  appends: readonly RowValues[],
  after: SheetRows,
): Promise<void> {
  const { transactions, lastUsedRow, topRow, below, columns, outIsNegative = false } = located;
  const first = firstNewRow(located);
  const next = first + appends.length;
  const written = new Set(
    SHEET_COLUMNS.filter(
      (column) =>
        isRequiredIn(columns, column) || appends.some((values) => partIn(column, values, outIsNegative) !== ''),
    ).map((column) => columns[column]),
  );
  // Omits array formulas: a copy in the new row would block the results of the formula above it.
  const formulasIn = (row: number): ReadonlyMap<number, string> =>
    new Map(
      after
        .get(row)
        ?.cells.flatMap((cell) => (cell.formula == null || mayFillOthers(cell) ? [] : [[cell.column, cell.formula]])),
    );
  const sources = new Map<number, number>();
  // Formulas directly below the last row were filled down for new rows, unless they belong to a line such as a total.
  if (topRow === null && below[0]?.index !== lastUsedRow + 1)
    for (const [column, formula] of formulasIn(next)) {
      const shape = shapeOf(formula, { row: next, column });
      if (!written.has(column) && (shape.references.length === 0 || isOfOwnRow(shape))) sources.set(column, next);
    }
  const [model, neighbor] = topRow === null ? [lastUsedRow, lastUsedRow - 1] : [next, next + 1];
  const others = formulasIn(neighbor);
  const own = new Set(Object.values(columns));
  for (const [column, formula] of formulasIn(model)) {
    const other = others.get(column);
    const isContinued =
      other !== undefined && keyOf(formula, { row: model, column }) === keyOf(other, { row: neighbor, column });
    if (isContinued && !own.has(column)) sources.set(column, model);
  }
  if (appends.length === 0 || sources.size === 0) return;
  const { sheetId } = transactions;
  const requests = [...sources].map(([column, row]) =>
    pasteRequest(
      cellsIn(sheetId, column, row - 1, row),
      cellsIn(sheetId, column, first - 1, next - 1),
      'PASTE_FORMULA',
    ),
  );
  await api.write(spreadsheetId, { requests }, 'spreadsheetId');
}

export function tableRequest(sheetId: number, { tableId, top, bottom, left, right }: SheetTable): Request {
  const range = { sheetId, startRowIndex: top, endRowIndex: bottom, startColumnIndex: left, endColumnIndex: right };
  return { updateTable: { table: { tableId, range }, fields: 'range' } };
}

export function pasteRequest(
  source: sheets_v4.Schema$GridRange,
  destination: sheets_v4.Schema$GridRange,
  pasteType: 'PASTE_FORMAT' | 'PASTE_FORMULA',
): Request {
  return { copyPaste: { source, destination, pasteType, pasteOrientation: 'NORMAL' } };
}
