import { columnIndex } from '../columns.ts';
import { RequestProblem } from '../google-error.ts';
import type { GridRange, SheetState, SpreadsheetState } from './model.ts';

/** A part of one sheet, always inside the grid. Ends are exclusive. */
export interface Area {
  readonly sheet: SheetState;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function sheetById(state: SpreadsheetState, sheetId: number | null | undefined): SheetState {
  const sheet = state.sheets.find((candidate) => candidate.sheetId === (sheetId ?? 0));
  if (sheet === undefined) throw new RequestProblem(`No grid with id: ${sheetId ?? 0}`);
  return sheet;
}

export function wholeSheet(sheet: SheetState): Area {
  return { sheet, top: 0, bottom: sheet.rows.length, left: 0, right: sheet.columns.length };
}

/** A range without an end reaches to the edge of the sheet. Throws for ranges outside the grid. */
export function areaOf(state: SpreadsheetState, range: GridRange): Area {
  const sheet = sheetById(state, range.sheetId);
  const [top, bottom] = span(range.startRowIndex, range.endRowIndex, sheet.rows.length, 'Row');
  const [left, right] = span(range.startColumnIndex, range.endColumnIndex, sheet.columns.length, 'Column');
  return { sheet, top, bottom, left, right };
}

function span(
  start: number | null | undefined,
  end: number | null | undefined,
  size: number,
  name: 'Row' | 'Column',
): [number, number] {
  const from = start ?? 0;
  const to = end ?? size;
  if (from < 0 || to < 0)
    throw new RequestProblem(`GridRange.start${name}Index and end${name}Index must not be negative.`);
  if (from > to)
    throw new RequestProblem(`GridRange.end${name}Index[${to}] must be after GridRange.start${name}Index[${from}]`);
  if (from >= size)
    throw new RequestProblem(
      `GridRange.start${name}Index[${from}] is after last ${name.toLowerCase()} in grid[${size}]`,
    );
  if (to > size)
    throw new RequestProblem(`GridRange.end${name}Index[${to}] is after last ${name.toLowerCase()} in grid[${size}]`);
  return [from, to];
}

const CELL = /^\$?([A-Za-z]{1,3})?\$?([1-9]\d{0,7})?$/;

/** Parses A1 notation: a sheet, a part of one, or a named range. Without a sheet name, the range is in the first sheet. */
export function areaFromA1(state: SpreadsheetState, text: string): Area {
  const named = state.namedRanges.find(({ name }) => name === text);
  if (named?.range) return areaOf(state, named.range);
  const whole = sheetByTitle(state, text);
  if (whole !== undefined) return wholeSheet(whole);
  const mark = text.lastIndexOf('!');
  const sheet = mark === -1 ? state.sheets[0] : sheetByTitle(state, text.slice(0, mark));
  const cells = text.slice(mark + 1);
  const [from = '', to, ...more] = cells.split(':');
  const start = CELL.exec(from);
  const end = to === undefined ? start : CELL.exec(to);
  if (sheet === undefined || start === null || end === null || from === '' || to === '' || more.length > 0)
    throw unparsable(text);
  if (to === undefined && (start[1] === undefined || start[2] === undefined)) throw unparsable(text);
  const [left, right] = ends(start[1] && columnIndex(start[1]), end[1] && columnIndex(end[1]), sheet.columns.length);
  const [top, bottom] = ends(start[2] && Number(start[2]) - 1, end[2] && Number(end[2]) - 1, sheet.rows.length);
  if (left >= sheet.columns.length || top >= sheet.rows.length) {
    throw new RequestProblem(
      `Range (${a1(sheet, cells)}) exceeds grid limits. Max rows: ${sheet.rows.length}, max columns: ${sheet.columns.length}`,
    );
  }
  return {
    sheet,
    top,
    bottom: Math.min(bottom, sheet.rows.length),
    left,
    right: Math.min(right, sheet.columns.length),
  };
}

function ends(start: number | '' | undefined, end: number | '' | undefined, size: number): [number, number] {
  const from = typeof start === 'number' ? start : 0;
  const to = typeof end === 'number' ? end : size - 1;
  return [Math.min(from, to), Math.max(from, to) + 1];
}

function unparsable(text: string): RequestProblem {
  return new RequestProblem(`Unable to parse range: ${text}`);
}

function sheetByTitle(state: SpreadsheetState, text: string): SheetState | undefined {
  const title = /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
  return state.sheets.find(({ properties }) => properties.title === title);
}

function a1(sheet: SheetState, cells: string): string {
  const title = sheet.properties.title ?? '';
  return `${/^[A-Za-z_]\w*$/.test(title) && !CELL.test(title) ? title : `'${title.replaceAll("'", "''")}'`}!${cells}`;
}

/** Returns the range in the API's format: sheet id 0 is omitted, since it is the default of the field. */
export function gridRangeOf(range: GridRange): GridRange {
  const { sheetId, ...rest } = range;
  return sheetId ? { sheetId, ...rest } : rest;
}

/** True if any cell of the range is in the area. */
export function overlaps(range: GridRange, { sheet, top, bottom, left, right }: Area): boolean {
  return (
    (range.sheetId ?? 0) === sheet.sheetId &&
    (range.startRowIndex ?? 0) < bottom &&
    (range.endRowIndex ?? Infinity) > top &&
    (range.startColumnIndex ?? 0) < right &&
    (range.endColumnIndex ?? Infinity) > left
  );
}
