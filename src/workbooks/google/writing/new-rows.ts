import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, typeOf, type RowValues } from '../../../core/row.ts';
import { SHEET_COLUMNS, isRequiredIn, partIn, type SheetColumn } from '../../../core/sheet-columns.ts';
import type { ColumnPositions } from '../../columns.ts';
import { columnsComputed } from '../../computed-columns.ts';
import { refuseShortSum } from '../../lines-below.ts';
import { refuseTooManyCells } from '../reading/cell-limit.ts';
import type { LocatedSpreadsheet } from '../reading/located-spreadsheet.ts';
import { DATE_FORMATS, valueOf } from './cell-values.ts';

type Request = sheets_v4.Schema$Request;

/**
 * Puts new rows below the last one. They are inserted, not written over what is there: whatever a person has typed
 * below meanwhile moves down and is kept. Throws PennyrowError `workbook_cells`, `workbook_lines_below` or
 * `workbook_column_computed`.
 */
export function newRowRequests(located: LocatedSpreadsheet, appends: readonly RowValues[]): Request[] {
  if (appends.length === 0) return [];
  const { transactions, categories, rules, lastUsedRow, below, columns, computed } = located;
  const needed = SHEET_COLUMNS.filter((column) => isRequiredIn(columns, column)).flatMap(
    (column) => computed.get(column) ?? [],
  );
  if (needed.length > 0) throw columnsComputed(transactions.title, needed);
  refuseShortSum(transactions.title, lastUsedRow, below, appends.length);
  const others = [categories, rules].filter((sheet) => sheet !== null);
  refuseTooManyCells([transactions, ...others], appends.length * transactions.columnCount);
  return [...roomRequests(located, appends.length), ...valueRequests(located, appends)];
}

function roomRequests(
  { transactions, headerRow, lastUsedRow, showsDate, columns, isAnchored }: LocatedSpreadsheet,
  count: number,
): Request[] {
  const { sheetId, rowCount, columnCount, tables } = transactions;
  const [first, end] = [lastUsedRow, lastUsedRow + count];
  const hasModel = lastUsedRow > headerRow;
  // The row below the header is filled, not moved down: see `isAnchored`.
  const start = isAnchored && first < rowCount ? first + 1 : first;
  const room: Request[] =
    start === end
      ? []
      : start >= rowCount
        ? [{ appendDimension: { sheetId, dimension: 'ROWS', length: end - rowCount } }]
        : [
            {
              insertDimension: {
                range: { sheetId, dimension: 'ROWS', startIndex: start, endIndex: end },
                inheritFromBefore: start > headerRow,
              },
            },
          ];
  const whole = { sheetId, startColumnIndex: 0, endColumnIndex: columnCount };
  const look: Request = {
    copyPaste: {
      source: { ...whole, startRowIndex: first - 1, endRowIndex: first },
      destination: { ...whole, startRowIndex: first, endRowIndex: end },
      pasteType: 'PASTE_FORMAT',
      pasteOrientation: 'NORMAL',
    },
  };
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
    .filter(({ top, bottom }) => top === headerRow - 1 && bottom === first)
    .map((table): Request => ({
      updateTable: {
        table: {
          tableId: table.tableId,
          range: {
            sheetId,
            startRowIndex: table.top,
            endRowIndex: end,
            startColumnIndex: table.left,
            endColumnIndex: table.right,
          },
        },
        fields: 'range',
      },
    }));
  return [...room, ...(hasModel ? [look] : []), ...formats, ...grown];
}

/** A request that fills a stretch of equal cells takes about this much, a single cell about that much. */
const [BYTES_OF_STRETCH, BYTES_OF_CELL] = [230, 45];

/** Columns that repeat a value (the account, the moment of the sync) are filled by stretches, to keep requests small. */
function valueRequests(
  { transactions: { sheetId }, lastUsedRow, columns, computed, outIsNegative = false }: LocatedSpreadsheet,
  appends: readonly RowValues[],
): Request[] {
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
    ...neighbours(single, columns).map((group): Request => ({
      updateCells: {
        start: { sheetId, rowIndex: lastUsedRow, columnIndex: columns[group[0] as SheetColumn] ?? 0 },
        rows: appends.map((_, row) => ({
          values: group.map((column) => cellOf(column, texts.get(column)?.[row] ?? '')),
        })),
        fields: 'userEnteredValue',
      },
    })),
    ...filled.flatMap((column) =>
      (stretches.get(column) ?? [])
        .filter(({ value }) => valueOf(column, value) !== null)
        .map(({ value, from, to }): Request => ({
          repeatCell: {
            range: cellsIn(sheetId, columns[column] ?? 0, lastUsedRow + from, lastUsedRow + to),
            cell: cellOf(column, value),
            fields: 'userEnteredValue',
          },
        })),
    ),
  ];
}

interface Stretch {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

function stretchesOf(texts: readonly string[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, value] of texts.entries()) {
    const last = stretches.at(-1);
    if (last?.value === value) stretches[stretches.length - 1] = { ...last, to: index + 1 };
    else stretches.push({ value, from: index, to: index + 1 });
  }
  return stretches;
}

/** Columns that stand side by side, left to right, in groups: nothing is written between them that is a person's. */
function neighbours(single: readonly SheetColumn[], columns: ColumnPositions): SheetColumn[][] {
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
  const entered = valueOf(column, value);
  return entered === null ? {} : { userEnteredValue: entered };
}

export function cellsIn(sheetId: number, column: number, from: number, to: number): sheets_v4.Schema$GridRange {
  return { sheetId, startRowIndex: from, endRowIndex: to, startColumnIndex: column, endColumnIndex: column + 1 };
}
