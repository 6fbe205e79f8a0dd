import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../../google-error.ts';
import { pathsOf, withPaths, type Mask } from '../../masks.ts';
import { EMPTY_ROW, isFormula, type Cell, type CellData, type CellExtra, type SheetState } from '../model.ts';
import { areaOf, sheetById, type Area } from '../ranges.ts';
import { contentOf, formatOf, moveFormula } from './cell-content.ts';
import { changedFields, refuseProtected, required, type Change, type Handlers } from './request.ts';

const READ_ONLY = ['effectiveValue', 'formattedValue', 'effectiveFormat', 'hyperlink', 'dataSourceFormula'];
const WRITABLE = ['userEnteredValue', 'userEnteredFormat', 'note', 'dataValidation', 'textFormatRuns'];
const EXTRAS: ReadonlySet<string> = new Set(['note', 'dataValidation', 'textFormatRuns']);

export const cellRequests: Handlers = {
  updateCells(request, change) {
    const update = updateOf(changedFields(request.fields, 'CellData', READ_ONLY));
    const rows = request.rows ?? [];
    if (request.start != null && request.range != null)
      throw new RequestProblem('Only one of start and range may be set.');
    if (request.range != null) {
      const area = areaOf(change.state, request.range);
      refuseRowsBeyond(rows, area);
      refuseProtected(area, change);
      // Clears the requested fields of cells without a value in the request.
      editArea(area, (cell, row, column) => update(cell, rows[row - area.top]?.values?.[column - area.left] ?? {}));
      return undefined;
    }
    const start = required(request.start, 'start or range');
    const sheet = sheetById(change.state, start.sheetId);
    writeRows(sheet, start.rowIndex ?? 0, start.columnIndex ?? 0, rows, update, change);
    return undefined;
  },

  repeatCell(request, change) {
    const update = updateOf(changedFields(request.fields, 'CellData', READ_ONLY));
    const area = areaOf(change.state, required(request.range, 'range'));
    refuseProtected(area, change);
    // Adjusts the references of a formula in each cell, as when a user fills it down.
    editArea(area, (cell, row, column) =>
      moveFormula(update(cell, request.cell ?? {}), row - area.top, column - area.left),
    );
    return undefined;
  },

  findReplace({ find, replacement, matchCase, includeFormulas, range, ...others }, change) {
    if (
      others.allSheets != null ||
      others.sheetId != null ||
      others.searchByRegex === true ||
      others.matchEntireCell === true
    )
      throw new RequestProblem('Only ranges and plain texts can be replaced in the fake.', 501);
    if (matchCase !== true) throw new RequestProblem('Only texts in the same case can be replaced in the fake.', 501);
    const text = required(find === '' ? null : find, 'find');
    const area = areaOf(change.state, required(range, 'scope'));
    refuseProtected(area, change);
    const counts = { valuesChanged: 0, formulasChanged: 0, rowsChanged: 0, sheetsChanged: 0, occurrencesChanged: 0 };
    const rows = new Set<number>();
    editArea(area, (cell, row) => {
      const isOfFormula = cell !== undefined && isFormula(cell.value);
      const before = isOfFormula ? (cell.value as { formula: string }).formula : cell?.value;
      if (cell === undefined || typeof before !== 'string' || (isOfFormula && includeFormulas !== true)) return cell;
      const occurrences = before.split(text).length - 1;
      if (occurrences === 0) return cell;
      const after = before.replaceAll(text, () => replacement ?? '');
      counts[isOfFormula ? 'formulasChanged' : 'valuesChanged'] += 1;
      counts.occurrencesChanged += occurrences;
      rows.add(row);
      return { ...cell, value: contentOf(isOfFormula ? { formulaValue: after } : { stringValue: after }) };
    });
    return { findReplace: { ...counts, rowsChanged: rows.size, sheetsChanged: Math.min(1, rows.size) } };
  },

  setDataValidation(request, change) {
    const area = areaOf(change.state, required(request.range, 'range'));
    refuseProtected(area, change);
    editArea(area, (cell) => withExtra(cell ?? BLANK, { dataValidation: request.rule ?? undefined }));
    return undefined;
  },
};

export const BLANK: Cell = { value: null, format: null, extra: null };

/** Replaces the cells in the area; empty cells use no memory. */
export function editArea(
  { sheet, top, bottom, left, right }: Area,
  edit: (cell: Cell | undefined, row: number, column: number) => Cell | undefined,
): void {
  for (let row = top; row < bottom; row += 1) {
    const line = sheet.rows[row] ?? EMPTY_ROW;
    const cells = line.cells.slice();
    while (cells.length < right) cells.push(undefined);
    for (let column = left; column < right; column += 1) {
      const cell = edit(cells[column], row, column);
      cells[column] = cell === undefined || isBlank(cell) ? undefined : cell;
    }
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop();
    sheet.rows[row] = { ...line, cells };
  }
}

function isBlank({ value, format, extra }: Cell): boolean {
  return value === null && format === null && extra === null;
}

type Update = (cell: Cell | undefined, data: CellData) => Cell;

/** Writes the given rows from `top` and `left`, and leaves all other cells unchanged. */
function writeRows(
  sheet: SheetState,
  top: number,
  left: number,
  rows: readonly sheets_v4.Schema$RowData[],
  update: Update,
  change: Change,
): void {
  const width = Math.max(0, ...rows.map(({ values }) => values?.length ?? 0));
  if (top < 0 || left < 0) throw new RequestProblem('GridCoordinate must not be negative.');
  if (top + rows.length > sheet.rows.length)
    throw new RequestProblem(
      `Attempting to write row: ${top + rows.length - 1}, beyond the last requested row of: ${sheet.rows.length - 1}`,
    );
  if (left + width > sheet.columns.length)
    throw new RequestProblem(
      `Attempting to write column: ${left + width - 1}, beyond the last requested column of: ${sheet.columns.length - 1}`,
    );
  if (rows.length === 0 || width === 0) return;
  refuseProtected({ sheet, top, bottom: top + rows.length, left, right: left + width }, change);
  for (const [index, { values }] of rows.entries()) {
    const row = top + index;
    editArea({ sheet, top: row, bottom: row + 1, left, right: left + (values?.length ?? 0) }, (cell, _, column) =>
      update(cell, values?.[column - left] ?? {}),
    );
  }
}

function refuseRowsBeyond(rows: readonly sheets_v4.Schema$RowData[], { top, bottom, left, right }: Area): void {
  if (rows.length > bottom - top)
    throw new RequestProblem(
      `Attempting to write row: ${top + rows.length - 1}, beyond the last requested row of: ${bottom - 1}`,
    );
  const width = Math.max(0, ...rows.map(({ values }) => values?.length ?? 0));
  if (width > right - left)
    throw new RequestProblem(
      `Attempting to write column: ${left + width - 1}, beyond the last requested column of: ${right - 1}`,
    );
}

function updateOf(mask: Mask): Update {
  const paths = pathsOf(mask, WRITABLE);
  const formats = paths.filter(([name]) => name === 'userEnteredFormat').map((path) => path.slice(1));
  const isWholeFormat = formats.some((path) => path.length === 0);
  const setsValue = paths.some(([name]) => name === 'userEnteredValue');
  const extras = paths.filter(([name = '']) => EXTRAS.has(name));
  return (before, data) => {
    const { value, format, extra } = before ?? BLANK;
    const cell: Cell = {
      value: setsValue ? contentOf(data.userEnteredValue) : value,
      format:
        formats.length === 0
          ? format
          : formatOf(
              isWholeFormat
                ? (data.userEnteredFormat ?? null)
                : withPaths(format ?? {}, data.userEnteredFormat ?? {}, formats),
            ),
      extra,
    };
    return extras.length === 0
      ? cell
      : withExtra(
          cell,
          Object.fromEntries(extras.map(([name = '']) => [name, data[name as keyof CellData] ?? undefined])),
        );
  };
}

function withExtra(cell: Cell, change: CellExtra): Cell {
  const extra = Object.fromEntries(
    Object.entries({ ...cell.extra, ...change }).filter(([, value]) => value !== undefined),
  ) as CellExtra;
  return { ...cell, extra: Object.keys(extra).length === 0 ? null : extra };
}
