import type { sheets_v4 } from '@googleapis/sheets';
import { rewritten } from '../formulas/rewrite.ts';
import type { Point, Reference } from '../formulas/tokens.ts';
import {
  isFormula,
  type Cell,
  type GridRange,
  type Overlays,
  type Row,
  type SheetState,
  type SpreadsheetState,
} from './model.ts';

export type Dimension = 'ROWS' | 'COLUMNS';

/** Maps each row or column of a sheet to its index after an insertion, deletion or move. */
export interface Shift {
  readonly sheet: SheetState;
  readonly dimension: Dimension;
  /** Null for a deleted row or column. */
  at(index: number): number | null;
  /** The new span, with an exclusive end; null if all of it was deleted. */
  span(start: number, end: number): readonly [number, number] | null;
}

export function insertion(sheet: SheetState, dimension: Dimension, at: number, count: number): Shift {
  const moved = (index: number): number => (index >= at ? index + count : index);
  return { sheet, dimension, at: moved, span: (start, end) => [moved(start), end > at ? end + count : end] };
}

export function deletion(sheet: SheetState, dimension: Dimension, from: number, to: number): Shift {
  const clipped = (index: number): number => (index <= from ? index : Math.max(from, index - (to - from)));
  return {
    sheet,
    dimension,
    at: (index) => (index < from ? index : index < to ? null : index - (to - from)),
    span: (start, end) => (clipped(start) === clipped(end) ? null : [clipped(start), clipped(end)]),
  };
}

/** Moves the rows or columns `from` up to `to` before the one that is now at `target`. */
export function moving(sheet: SheetState, dimension: Dimension, from: number, to: number, target: number): Shift {
  const count = to - from;
  const at = (index: number): number => {
    if (index >= from && index < to) return target >= to ? index + target - to : index - (from - target);
    if (target > to && index >= to && index < target) return index - count;
    return target < from && index >= target && index < from ? index + count : index;
  };
  const span = (start: number, end: number): readonly [number, number] => {
    const inside = Array.from({ length: end - start }, (_, offset) => start + offset);
    // Rows or columns moved out of a span leave it; those moved into its middle join it.
    const isWhole = from <= start && to >= end;
    const remaining = (isWhole ? inside : inside.filter((index) => index < from || index >= to)).map(at);
    return [
      remaining.reduce((least, index) => Math.min(least, index), Infinity),
      remaining.reduce((most, index) => Math.max(most, index), -1) + 1,
    ];
  };
  return { sheet, dimension, at, span };
}

/** Adjusts all overlays and formulas to the moved rows or columns of the sheet. */
export function follow(state: SpreadsheetState, shift: Shift): void {
  const { sheet } = shift;
  Object.assign(sheet, shiftedOverlays(sheet, shift));
  state.namedRanges = shiftedList(state.namedRanges, shift);
  for (const other of state.sheets)
    other.rows = other.rows.map((row) =>
      withFormulas(row, (formula) => rewritten(formula, (reference) => shiftedReference(reference, other, shift))),
    );
}

/** The row with its formulas changed; the same object if it has none. */
function withFormulas(row: Row, change: (formula: string) => string): Row {
  if (!row.cells.some((cell) => cell !== undefined && isFormula(cell.value))) return row;
  const cells = row.cells.map((cell): Cell | undefined => {
    if (cell === undefined || !isFormula(cell.value)) return cell;
    const formula = change(cell.value.formula);
    return formula === cell.value.formula ? cell : { ...cell, value: { formula } };
  });
  return { ...row, cells };
}

function shiftedReference(reference: Reference, home: SheetState, shift: Shift): Reference | null {
  const isThere = reference.sheet === null ? home === shift.sheet : reference.sheet === shift.sheet.properties.title;
  if (!isThere) return reference;
  const part = shift.dimension === 'ROWS' ? 'row' : 'column';
  const { start, end } = reference;
  const put = (point: Point, index: number): Point => (point[part] === index ? point : { ...point, [part]: index });
  if (end === null) {
    const index = start[part] === null ? null : shift.at(start[part]);
    return index === null ? null : start[part] === index ? reference : { ...reference, start: put(start, index) };
  }
  const [from, to] = [start[part], end[part]];
  if (from === null) return reference;
  const span = shift.span(from, (to ?? Math.max(shift.sheet.rows.length, shift.sheet.columns.length)) + 1);
  if (span === null) return null;
  if (span[0] === from && (to === null || span[1] === to + 1)) return reference;
  return { ...reference, start: put(start, span[0]), end: to === null ? end : put(end, span[1] - 1) };
}

function shiftedOverlays(overlays: Overlays, shift: Shift): Overlays {
  const { basicFilter } = overlays;
  return {
    protectedRanges: shiftedList(overlays.protectedRanges, shift),
    basicFilter: basicFilter === null ? null : (shiftedList([basicFilter], shift)[0] ?? null),
    bandedRanges: shiftedList(overlays.bandedRanges, shift),
    tables: shiftedList(overlays.tables, shift),
    conditionalFormats: overlays.conditionalFormats
      .map((rule) => ({
        ...rule,
        ranges: (rule.ranges ?? []).map((range) => shiftedRange(range, shift)).filter((range) => range !== null),
      }))
      .filter(({ ranges }) => ranges.length > 0),
    charts: overlays.charts.map((chart) => shiftedChart(chart, shift)),
  };
}

/** Adjusts the chart's source ranges, but not its position on the sheet. */
function shiftedChart(chart: Overlays['charts'][number], shift: Shift): Overlays['charts'][number] {
  const basicChart = chart.spec?.basicChart;
  if (basicChart == null) return chart;
  const data = (given: sheets_v4.Schema$ChartData | undefined): sheets_v4.Schema$ChartData => ({
    ...given,
    sourceRange: {
      sources: (given?.sourceRange?.sources ?? []).flatMap((range) => shiftedRange(range, shift) ?? []),
    },
  });
  const domains = (basicChart.domains ?? []).map((each) => ({ ...each, domain: data(each.domain) }));
  const series = (basicChart.series ?? []).map((each) => ({ ...each, series: data(each.series) }));
  return { ...chart, spec: { ...chart.spec, basicChart: { ...basicChart, domains, series } } };
}

function shiftedList<T extends { range?: GridRange | null }>(list: readonly T[], shift: Shift): readonly T[] {
  return list.flatMap((thing) => {
    if (thing.range == null) return [thing];
    const range = shiftedRange(thing.range, shift);
    return range === null ? [] : [{ ...thing, range }];
  });
}

/** An end that the range omits stays omitted. */
function shiftedRange(range: GridRange, { sheet, dimension, span }: Shift): GridRange | null {
  if ((range.sheetId ?? 0) !== sheet.sheetId) return range;
  const [startName, endName] =
    dimension === 'ROWS'
      ? (['startRowIndex', 'endRowIndex'] as const)
      : (['startColumnIndex', 'endColumnIndex'] as const);
  const [start, end] = [range[startName], range[endName]];
  if (start == null && end == null) return range;
  const size = dimension === 'ROWS' ? sheet.rows.length : sheet.columns.length;
  const shifted = span(start ?? 0, end ?? size);
  if (shifted === null) return null;
  return { ...range, ...(start != null && { [startName]: shifted[0] }), ...(end != null && { [endName]: shifted[1] }) };
}
