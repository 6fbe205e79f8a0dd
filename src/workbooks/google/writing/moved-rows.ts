import type { sheets_v4 } from '@googleapis/sheets';
import { shownKey, type Row, type RowValues } from '../../../core/row.ts';
import { SHEET_COLUMNS, isMoneyColumn, moneyPart, type SheetColumn } from '../../../core/sheet-columns.ts';
import type { Refused } from '../../../core/workbook-change.ts';
import { textOf, type SheetRow } from '../../cell.ts';
import type { ColumnPositions } from '../../columns.ts';
import { cellOfRow, changedCells, type CellPlaces } from '../../row-cells.ts';
import { isSpilled, GOOGLE_SENSE, type GoogleCell } from '../reading/google-cell.ts';
import type { SheetRows } from './precheck.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';
import { createRowShift } from './row-shift.ts';
import { cellOf, cellsIn, pasteRequest } from './new-rows.ts';
import { cellRequest, type RowEdits } from './row-edits.ts';

type CellData = sheets_v4.Schema$CellData;

export interface Comparison {
  readonly located: LocatedSheet;
  /** How many rows the write added. */
  readonly count: number;
  readonly before: SheetRows;
  readonly knownRows: readonly Row[];
  /** The written rows, by row number after the write. After removals, also the transaction ids of all other rows. */
  readonly after: SheetRows;
  readonly rowCountAfter: number;
  readonly keys: RowKeys;
}

/** Undefined for a blank line. */
type Line = SheetRow<GoogleCell> | undefined;

export interface RowKeys {
  readonly ofLine: (line: Line) => string;
  readonly ofRow: (row: Row) => string;
  readonly ofValues: (values: RowValues) => string;
}

export function transactionKeys(columns: ColumnPositions): RowKeys {
  return {
    ofLine: (line) => textIn(line, columns.transactionId).trim(),
    ofRow: ({ transactionId }) => transactionId,
    ofValues: ({ transactionId }) => transactionId.trim(),
  };
}

export interface Compensation {
  readonly requests: readonly sheets_v4.Schema$Request[];
  readonly refused: readonly Refused[];
}

/** Restores rows that were overwritten or deleted because rows moved between the check and the write. */
export function compensateMovedRows(edits: RowEdits, written: Comparison): Compensation {
  const { located, count, keys } = written;
  const { columns, transactions } = located;
  const earlierCells = (earlier: Earlier | null, restored: readonly SheetColumn[]) =>
    restored.map((column) => ({ column, earlier: earlier === null ? null : earlierCell(earlier, column, located) }));
  const shift = createRowShift(located, count, edits.deleted);
  const after = new Map(
    [...written.after.values()].flatMap((line) => {
      const index = shift.before(line.index);
      return index === null ? [] : [[index, { ...line, index }]];
    }),
  );
  const comparison = { ...written, after };
  const requests: sheets_v4.Schema$Request[] = [];
  const inserted: sheets_v4.Schema$Request[] = [];
  const refused: Refused[] = [];
  const restore = (row: number, column: SheetColumn, earlier: CellData | null): void => {
    if (earlier !== null && columns[column] !== undefined)
      requests.push(cellRequest(transactions.sheetId, shift.after(row), columns[column], earlier));
  };
  for (const { row, transactionId, cell } of edits.updates) {
    const isThere =
      transactionId === '' || cell.column === 'transactionId'
        ? unwrittenComparison(row, edits, comparison)(comparison.before.get(row), after.get(row))
        : keys.ofLine(after.get(row)) === transactionId.trim();
    if (isThere) continue;
    const overwritten = findOverwrittenRow(row, edits, comparison);
    const cells = earlierCells(
      overwritten,
      changedCells(located, cell).map(({ column }) => column),
    );
    for (const { column, earlier } of cells) restore(row, column, earlier);
    const isKnown = cells.every(({ earlier }) => earlier !== null);
    const id = transactionId === '' && cell.column === 'transactionId' ? cell.to : transactionId;
    refused.push({
      row,
      transactionId: id,
      column: cell.column,
      found: isKnown
        ? cells
            .map(({ earlier }) => shownOf(earlier ?? {}))
            .join(' ')
            .trim()
        : LOST,
    });
  }
  const ownCells = SHEET_COLUMNS.filter((column) => columns[column] !== undefined);
  const rowOf = new Map([...after.values()].map((line) => [keys.ofLine(line), line.index]));
  const deletedInstead = findRowsDeletedInstead(rowOf, edits, comparison);
  for (const [place, [row, lost]] of [...deletedInstead].entries()) {
    const at = shift.after(row) + place;
    const isAtEnd = at > written.rowCountAfter + place;
    inserted.push(...insertedAgain(at, isAtEnd, lost, earlierCells(lost, ownCells), located));
  }
  for (const { row, values } of edits.removals) {
    const now = rowOf.get(keys.ofValues(values));
    const isDeleted = edits.deleted.includes(row);
    if (now === undefined || (now === row && !isDeleted)) continue;
    const lost = isDeleted
      ? (deletedInstead.get(row) ?? null)
      : findClearedRow(row, now - row, rowOf, edits, comparison);
    const cells = earlierCells(lost, ownCells);
    if (!isDeleted) for (const { column, earlier } of cells) restore(row, column, earlier);
    const isKnown = cells.every(({ earlier }) => earlier !== null);
    refused.push({
      row,
      transactionId: values.transactionId,
      column: null,
      found: isKnown ? 'another row, which had moved here' : LOST,
    });
  }
  return { requests: [...requests, ...inserted], refused };
}

/** Inserts a deleted row again. Copies the formulas of the user's columns from the neighboring row. */
function insertedAgain(
  row: number,
  isAtEnd: boolean,
  lost: Earlier | null,
  own: readonly { readonly column: SheetColumn; readonly earlier: CellData | null }[],
  { transactions: { sheetId, columnCount }, headerRow, columns }: LocatedSheet,
): sheets_v4.Schema$Request[] {
  const neighbor = row - 1 > headerRow ? row - 1 : row + 1;
  const whole = { sheetId, startColumnIndex: 0, endColumnIndex: columnCount };
  const positions = new Set(Object.values(columns));
  const others = lost !== null && 'line' in lost ? lost.line.cells.filter(({ column }) => !positions.has(column)) : [];
  return [
    isAtEnd
      ? { appendDimension: { sheetId, dimension: 'ROWS', length: 1 } }
      : {
          insertDimension: {
            range: { sheetId, dimension: 'ROWS', startIndex: row - 1, endIndex: row },
            inheritFromBefore: neighbor < row,
          },
        },
    pasteRequest(
      { ...whole, startRowIndex: neighbor - 1, endRowIndex: neighbor },
      { ...whole, startRowIndex: row - 1, endRowIndex: row },
      'PASTE_FORMAT',
    ),
    ...others.map((cell) =>
      cell.formula === null
        ? cellRequest(sheetId, row, cell.column, entered(cell))
        : pasteRequest(
            cellsIn(sheetId, cell.column, neighbor - 1, neighbor),
            cellsIn(sheetId, cell.column, row - 1, row),
            'PASTE_FORMULA',
          ),
    ),
    ...own.flatMap(({ column, earlier }) =>
      earlier === null ? [] : [cellRequest(sheetId, row, columns[column] as number, earlier)],
    ),
  ];
}

export const NOT_COMPENSATED =
  'another row, which moved here while it was written, and could not be put back; the version history of the spreadsheet has what it held';
export const LOST =
  'another row, which moved here while it was written; the version history of the spreadsheet has what it held';

/** A row before the write, from the check or from the last read. */
type Earlier = { readonly line: SheetRow<GoogleCell> } | { readonly row: Row };

/** Compares two lines in the columns that the updates of the row leave unchanged. */
function unwrittenComparison(row: number, { updates }: RowEdits, { located }: Comparison) {
  const { columns } = located;
  const written = new Set(
    updates
      .filter((update) => update.row === row)
      .flatMap(({ cell }) => changedCells(located, cell).map(({ column }) => column)),
  );
  const compared = SHEET_COLUMNS.filter((column) => columns[column] !== undefined && !written.has(column));
  return (one: Line, other: Line): boolean =>
    compared.every((column) => textIn(one, columns[column]) === textIn(other, columns[column]));
}

function findOverwrittenRow(row: number, edits: RowEdits, comparison: Comparison): Earlier | null {
  const { before, knownRows, after, keys } = comparison;
  const line = after.get(row);
  const isWritten = edits.updates.some(({ row: at, cell }) => at === row && cell.column === 'transactionId');
  const id = isWritten ? '' : keys.ofLine(line);
  const seen = [...before.values()];
  if (id !== '') {
    const looked = seen.find((candidate) => keys.ofLine(candidate) === id);
    const read = knownRows.find((candidate) => keys.ofRow(candidate) === id);
    return looked === undefined ? (read === undefined ? null : { row: read }) : { line: looked };
  }
  const isAlike = unwrittenComparison(row, edits, comparison);
  const alike = seen.filter((candidate) => isAlike(candidate, line));
  return alike.length === 1 && alike[0] !== undefined ? { line: alike[0] } : null;
}

/**
 * If rows moved during the write, it may have deleted the wrong rows. Returns them by the row number that was deleted,
 * ascending; null if the row’s content is unknown. A row that is now missing was probably deleted between its former
 * neighbors; if the rows were sorted, anywhere. If the user deleted rows at the same time, these may be restored as well.
 */
function findRowsDeletedInstead(
  rowOf: ReadonlyMap<string, number>,
  { deleted, removals }: RowEdits,
  { before, knownRows, keys }: Comparison,
): ReadonlyMap<number, Earlier | null> {
  const removed = new Set(
    removals.filter(({ row }) => deleted.includes(row)).map(({ values }) => keys.ofValues(values)),
  );
  if (![...removed].some((key) => rowOf.has(key))) return new Map();
  const rowsBefore = new Map<string, { readonly index: number; readonly earlier: Earlier }>();
  for (const row of knownRows) rowsBefore.set(keys.ofRow(row), { index: row.index, earlier: { row } });
  for (const line of before.values()) rowsBefore.set(keys.ofLine(line), { index: line.index, earlier: { line } });
  rowsBefore.delete('');
  const inOrder = [...rowsBefore].toSorted(([, a], [, b]) => a.index - b.index);
  const present = inOrder.flatMap(([key, { index }]) => {
    const now = rowOf.get(key);
    return now === undefined ? [] : [{ index, now }];
  });
  const isSorted = present.some(({ now }, place) => now < (present[place - 1]?.now ?? 0));
  const missing = inOrder.filter(([key]) => !rowOf.has(key));
  const candidates = [...missing.filter(([key]) => !removed.has(key)), ...missing.filter(([key]) => removed.has(key))];
  const instead = new Map<number, Earlier | null>();
  for (const row of deleted.toSorted((a, b) => a - b)) {
    const above = present.findLast(({ now }) => now < row)?.index ?? 0;
    const below = present.find(({ now }) => now > row)?.index ?? Infinity;
    const place = candidates.findIndex(([, { index }]) => isSorted || (index > above && index < below));
    const [[key, found] = []] = place === -1 ? [] : candidates.splice(place, 1);
    if (key === undefined || !removed.has(key)) instead.set(row, found?.earlier ?? null);
  }
  return instead;
}

/** The row that was emptied by mistake: the row that had moved to the place of the removal, or the only row that is missing now. */
function findClearedRow(
  row: number,
  moved: number,
  rowOf: ReadonlyMap<string, number>,
  { removals }: RowEdits,
  { before, knownRows, keys }: Comparison,
): Earlier | null {
  const isGone = (id: string): boolean =>
    id === '' || (!rowOf.has(id) && !removals.some(({ values }) => keys.ofValues(values) === id));
  const looked = before.get(row - moved);
  if (looked !== undefined && isGone(keys.ofLine(looked))) return { line: looked };
  const read = knownRows.find(({ index }) => index === row - moved);
  if (read !== undefined && isGone(keys.ofRow(read))) return { row: read };
  const gone = knownRows.filter((row) => keys.ofRow(row) !== '' && isGone(keys.ofRow(row)));
  return gone.length === 1 && gone[0] !== undefined ? { row: gone[0] } : null;
}

function earlierCell(
  earlier: Earlier,
  column: SheetColumn,
  { columns, outIsNegative = false }: CellPlaces,
): CellData | null {
  if ('line' in earlier) return entered(cellOfRow(earlier.line, columns[column]));
  const { row } = earlier;
  if (isMoneyColumn(column)) {
    if (row.amount !== null) return cellOf(column, moneyPart(column, row.amount, outIsNegative));
    return row.amountText === '' ? {} : null;
  }
  const value = row[column];
  if (value !== null) return cellOf(column, value);
  const shown = shownKey(column);
  return shown === null ? {} : cellOf('description', row[shown]);
}

export function entered(cell: GoogleCell | undefined): CellData {
  if (cell === undefined || isSpilled(cell)) return {};
  if (cell.formula !== null) return { userEnteredValue: { formulaValue: cell.formula } };
  if (cell.kind === 'number' || cell.kind === 'date') return { userEnteredValue: { numberValue: cell.number } };
  if (cell.kind === 'boolean') return { userEnteredValue: { boolValue: cell.text === 'TRUE' } };
  return cell.text === '' ? {} : { userEnteredValue: { stringValue: cell.text } };
}

function shownOf({ userEnteredValue }: CellData): string {
  return String(Object.values(userEnteredValue ?? {})[0] ?? '');
}

function textIn(line: Line, position: number | undefined): string {
  return textOf(cellOfRow(line, position), GOOGLE_SENSE);
}
