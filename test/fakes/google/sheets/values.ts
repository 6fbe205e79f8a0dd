import type { Query } from '../validation.ts';
import { dateText } from '../formats/date-pattern.ts';
import { isDateFormat, patternOf } from '../formats/shown.ts';
import { effective, ERROR_TEXT, shown, type View } from './evaluation.ts';
import { isFormula, type Cell } from './model.ts';
import { areaAsA1, type Area } from './ranges.ts';

/** The requested format of values, with Google's defaults. */
export interface Rendering {
  readonly majorDimension: string;
  readonly value: string;
  readonly dateTime: string;
}

export function renderingOf(options: Query | Readonly<Record<string, unknown>>): Rendering {
  const text = (name: string, otherwise: string): string =>
    typeof options[name] === 'string' ? options[name] : otherwise;
  return {
    majorDimension: text('majorDimension', 'ROWS'),
    value: text('valueRenderOption', 'FORMATTED_VALUE'),
    dateTime: text('dateTimeRenderOption', 'SERIAL_NUMBER'),
  };
}

/** A ValueRange: empty cells and rows at the end are omitted. */
export function valueRange(area: Area, rendering: Rendering, view: View): Record<string, unknown> {
  const { sheet, top, bottom, left, right } = area;
  const spillEnd = view.calculator.spillEnd(sheet);
  const rows: unknown[][] = [];
  for (let row = top; row < bottom; row += 1) {
    const cells = sheet.rows[row]?.cells ?? [];
    const end = Math.max(cells.length, row < spillEnd.row ? spillEnd.column : 0);
    const values: unknown[] = [];
    for (let column = left; column < Math.min(right, end); column += 1)
      values.push(valueOf(cells[column], area, row, column, rendering, view));
    rows.push(values);
  }
  const major = rendering.majorDimension === 'COLUMNS' ? transposed(rows, right - left) : rows;
  const trimmed = withoutEmptyEnd(
    major.map((values) => withoutEmptyEnd(values, (value) => value === '')),
    (values) => values.length === 0,
  );
  return {
    range: areaAsA1(area),
    majorDimension: rendering.majorDimension,
    ...(trimmed.length > 0 && { values: trimmed }),
  };
}

function valueOf(
  cell: Cell | undefined,
  { sheet }: Area,
  row: number,
  column: number,
  rendering: Rendering,
  view: View,
): unknown {
  if (rendering.value === 'FORMULA' && cell !== undefined && isFormula(cell.value)) return cell.value.formula;
  const now = effective(cell, sheet, row, column, view);
  if (rendering.value === 'FORMATTED_VALUE') return shown(now, view) ?? '';
  if (now.value === null) return '';
  if (typeof now.value === 'object') return ERROR_TEXT[now.value.type ?? ''] ?? '#ERROR!';
  if (typeof now.value === 'number' && isDateFormat(now.format) && rendering.dateTime === 'FORMATTED_STRING')
    return dateText(now.value, patternOf(now.format, view.locale) ?? '', view.locale);
  return now.value;
}

function transposed(rows: readonly (readonly unknown[])[], width: number): unknown[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''));
}

function withoutEmptyEnd<T>(list: readonly T[], isEmpty: (item: T) => boolean): readonly T[] {
  return list.slice(0, list.findLastIndex((item) => !isEmpty(item)) + 1);
}
