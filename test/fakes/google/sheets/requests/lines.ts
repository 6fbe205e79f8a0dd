import { RequestProblem } from '../../google-error.ts';
import { pathsOf } from '../../masks.ts';
import { EMPTY_ROW, PLAIN_COLUMN, refuseTooLarge, type Cell, type Line, type Row, type SheetState } from '../model.ts';
import { sheetById, wholeSheet, type Area } from '../ranges.ts';
import { deletion, follow, insertion, moving, type Dimension } from '../structure.ts';
import { formatOf } from './cell-content.ts';
import { changedFields, refuseProtected, required, type Change, type Handlers } from './request.ts';

export const lineRequests: Handlers = {
  appendDimension({ sheetId, dimension, length }, change) {
    const sheet = sheetById(change.state, sheetId);
    const count = required(length, 'length');
    const size = sizeOf(sheet, dimensionOf(dimension));
    if (count <= 0) throw new RequestProblem('length must be positive.');
    // Rows or columns can be appended unless the whole sheet is protected.
    if (sheet.protectedRanges.some(({ range }) => range?.endRowIndex == null && range?.endColumnIndex == null))
      refuseProtected(wholeSheet(sheet), change);
    insertLines(sheet, dimensionOf(dimension), size, count);
    return undefined;
  },

  insertDimension({ range, inheritFromBefore }, change) {
    const sheet = sheetById(change.state, range?.sheetId);
    const dimension = dimensionOf(range?.dimension);
    const from = required(range?.startIndex, 'range.startIndex');
    const to = required(range?.endIndex, 'range.endIndex');
    const size = sizeOf(sheet, dimension);
    if (from < 0 || to <= from)
      throw new RequestProblem(`range.endIndex[${to}] must be after range.startIndex[${from}].`);
    // Google inserts rows or columns only before existing ones; appendDimension adds them at the end.
    if (from >= size) throw new RequestProblem(`range.startIndex[${from}] must be less than the grid size [${size}]`);
    if (inheritFromBefore === true && from === 0)
      throw new RequestProblem('inheritFromBefore cannot be true when inserting at index 0.');
    refuseProtectedInside(sheet, dimension, from, from, change);
    follow(change.state, insertion(sheet, dimension, from, to - from));
    insertLines(sheet, dimension, from, to - from, inheritFromBefore === true ? from - 1 : from);
    return undefined;
  },

  deleteDimension({ range }, change) {
    const sheet = sheetById(change.state, range?.sheetId);
    const dimension = dimensionOf(range?.dimension);
    const size = sizeOf(sheet, dimension);
    const from = range?.startIndex ?? 0;
    const to = range?.endIndex ?? size;
    const name = dimension === 'ROWS' ? 'row' : 'column';
    if (from < 0 || to <= from)
      throw new RequestProblem(`range.endIndex[${to}] must be after range.startIndex[${from}].`);
    if (to > size)
      throw new RequestProblem(
        `Cannot delete a ${name} that doesn't exist. Tried to delete ${name} index ${to - 1} but there are only ${size} ${name}s.`,
      );
    if (to - from === size) throw new RequestProblem(`You can't delete all the ${name}s on the sheet.`);
    const frozen =
      (dimension === 'ROWS'
        ? sheet.properties.gridProperties?.frozenRowCount
        : sheet.properties.gridProperties?.frozenColumnCount) ?? 0;
    const frozenGone = Math.max(0, Math.min(to, frozen) - from);
    if (frozen > 0 && size - frozen === to - from - frozenGone)
      throw new RequestProblem(`Sorry, it is not possible to delete all non-frozen ${name}s.`);
    refuseProtected(strip(sheet, dimension, from, to), change);
    follow(change.state, deletion(sheet, dimension, from, to));
    if (dimension === 'ROWS') sheet.rows.splice(from, to - from);
    else {
      sheet.columns.splice(from, to - from);
      editRows(sheet, (cells) => cells.toSpliced(from, to - from));
    }
    if (frozenGone > 0) freeze(sheet, dimension, frozen - frozenGone);
    return undefined;
  },

  moveDimension({ source, destinationIndex }, change) {
    const sheet = sheetById(change.state, source?.sheetId);
    const dimension = dimensionOf(source?.dimension);
    const size = sizeOf(sheet, dimension);
    const from = source?.startIndex ?? 0;
    const to = source?.endIndex ?? size;
    const target = destinationIndex ?? 0;
    if (from < 0 || to <= from || to > size) throw new RequestProblem('source does not lie in the grid.');
    if (target < 0 || target > size) throw new RequestProblem(`destinationIndex[${target}] is out of bounds.`);
    if (target > from && target < to) throw new RequestProblem('destinationIndex must not lie inside of source.');
    refuseProtected(strip(sheet, dimension, Math.min(from, target), Math.max(to, target)), change);
    follow(change.state, moving(sheet, dimension, from, to, target));
    const at = target > from ? target - (to - from) : target;
    if (dimension === 'ROWS') sheet.rows = movedLines(sheet.rows, from, to, at);
    else {
      sheet.columns = movedLines(sheet.columns, from, to, at);
      editRows(sheet, (cells) => {
        const padded = cells.concat(
          Array.from({ length: Math.max(0, Math.max(to, target) - cells.length) }, () => undefined),
        );
        return movedLines(padded, from, to, at);
      });
    }
    return undefined;
  },

  updateDimensionProperties({ range, properties, fields, dataSourceSheetRange }, { state }) {
    if (dataSourceSheetRange != null) throw new RequestProblem('There are no data source sheets.');
    const sheet = sheetById(state, range?.sheetId);
    const dimension = dimensionOf(range?.dimension);
    const names = new Set(
      pathsOf(changedFields(fields, 'DimensionProperties', ['hiddenByFilter', 'developerMetadata']), [
        'hiddenByUser',
        'pixelSize',
      ]).map(([name]) => name),
    );
    const end = range?.endIndex ?? sizeOf(sheet, dimension);
    if (end > sizeOf(sheet, dimension)) throw new RequestProblem(`range.endIndex[${end}] is out of bounds.`);
    for (let index = range?.startIndex ?? 0; index < end; index += 1) {
      editLine(sheet, dimension, index, {
        ...(names.has('hiddenByUser') && { hiddenByUser: properties?.hiddenByUser ?? false }),
        ...(names.has('pixelSize') && { pixelSize: required(properties?.pixelSize, 'properties.pixelSize') }),
      });
    }
    return undefined;
  },
};

/** Moves the rows or columns to `at`, an index into the remaining ones. */
function movedLines<T>(lines: readonly T[], from: number, to: number, at: number): T[] {
  const others = [...lines.slice(0, from), ...lines.slice(to)];
  return [...others.slice(0, at), ...lines.slice(from, to), ...others.slice(at)];
}

function dimensionOf(dimension: string | null | undefined): Dimension {
  if (dimension !== 'ROWS' && dimension !== 'COLUMNS') throw new RequestProblem('dimension must be ROWS or COLUMNS.');
  return dimension;
}

function sizeOf(sheet: SheetState, dimension: Dimension): number {
  return dimension === 'ROWS' ? sheet.rows.length : sheet.columns.length;
}

function strip(sheet: SheetState, dimension: Dimension, from: number, to: number): Area {
  return { ...wholeSheet(sheet), ...(dimension === 'ROWS' ? { top: from, bottom: to } : { left: from, right: to }) };
}

/** Rows or columns cannot be inserted inside a protected range. */
function refuseProtectedInside(
  sheet: SheetState,
  dimension: Dimension,
  from: number,
  to: number,
  change: Change,
): void {
  if (from > 0) refuseProtected(strip(sheet, dimension, from, to), change);
}

/** New rows or columns copy the size, formats and data validation of a neighbor. */
function insertLines(sheet: SheetState, dimension: Dimension, at: number, count: number, like?: number): void {
  refuseTooLarge(count, dimension === 'ROWS' ? sheet.columns.length : sheet.rows.length);
  if (dimension === 'ROWS') {
    const neighbor = like === undefined ? undefined : sheet.rows[like];
    const row: Row = {
      ...EMPTY_ROW,
      pixelSize: neighbor?.pixelSize ?? EMPTY_ROW.pixelSize,
      cells: (neighbor?.cells ?? []).map(bare),
    };
    sheet.rows = [...sheet.rows.slice(0, at), ...Array.from({ length: count }, () => row), ...sheet.rows.slice(at)];
    return;
  }
  const pixelSize = (like === undefined ? undefined : sheet.columns[like]?.pixelSize) ?? PLAIN_COLUMN.pixelSize;
  sheet.columns = [
    ...sheet.columns.slice(0, at),
    ...Array.from({ length: count }, () => ({ ...PLAIN_COLUMN, pixelSize })),
    ...sheet.columns.slice(at),
  ];
  editRows(sheet, (cells) =>
    at >= cells.length
      ? cells
      : cells.toSpliced(
          at,
          0,
          ...Array.from({ length: count }, () => (like === undefined ? undefined : bare(cells[like]))),
        ),
  );
}

function bare(cell: Cell | undefined): Cell | undefined {
  const dataValidation = cell?.extra?.dataValidation;
  if (cell === undefined || (cell.format === null && dataValidation === undefined)) return undefined;
  return {
    value: null,
    format: formatOf(cell.format),
    extra: dataValidation === undefined ? null : { dataValidation },
  };
}

function editRows(sheet: SheetState, edit: (cells: (Cell | undefined)[]) => (Cell | undefined)[]): void {
  sheet.rows = sheet.rows.map((row) => {
    if (row.cells.length === 0) return row;
    const cells = edit(row.cells.slice());
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
    return { ...row, cells };
  });
}

function editLine(sheet: SheetState, dimension: Dimension, index: number, change: Partial<Line>): void {
  if (dimension === 'ROWS') sheet.rows[index] = { ...(sheet.rows[index] ?? EMPTY_ROW), ...change };
  else sheet.columns[index] = { ...(sheet.columns[index] ?? PLAIN_COLUMN), ...change };
}

function freeze(sheet: SheetState, dimension: Dimension, count: number): void {
  const name = dimension === 'ROWS' ? 'frozenRowCount' : 'frozenColumnCount';
  sheet.properties = { ...sheet.properties, gridProperties: { ...sheet.properties.gridProperties, [name]: count } };
}
