import type { sheets_v4 } from '@googleapis/sheets';
import { Lazy } from '../json-text.ts';
import { applyMask, masked, type Mask } from '../masks.ts';
import type { View } from './evaluation.ts';
import { isVisible, metadataAnswer } from './metadata.ts';
import { mayEdit, type Actor } from './requests/request.ts';
import { cellParts, cellAnswer, DEFAULT_FORMAT } from './render-cell.ts';
import { usedRows, type Line, type Metadata, type SheetState } from './model.ts';
import { gridRangeOf, wholeSheet, type Area } from './ranges.ts';

/** The requested parts of a spreadsheet, and the caller. */
export interface RenderOptions {
  /** Null for every sheet; otherwise only the sheets of these areas. */
  readonly areas: readonly Area[] | null;
  readonly mask: Mask;
  readonly withGrid: boolean;
  readonly actor: Actor;
}

/** The answer to a get. Rows are created during sending. */
export function spreadsheetAnswer(spreadsheetId: string, view: View, options: RenderOptions): Record<string, unknown> {
  const { state } = view;
  const { mask, areas, actor } = options;
  const sheets =
    areas === null ? state.sheets : state.sheets.filter((sheet) => areas.some((area) => area.sheet === sheet));
  const answer: Record<string, unknown> = {};
  const put = (name: string, make: (mask: Mask) => unknown): void => {
    const part = masked(mask, name);
    const value = part === null ? undefined : make(part);
    if (value !== undefined) answer[name] = value;
  };
  put('spreadsheetId', () => spreadsheetId);
  put('properties', (part) =>
    applyMask({ ...state.properties, defaultFormat: { ...DEFAULT_FORMAT, ...state.properties.defaultFormat } }, part),
  );
  put('sheets', (part) =>
    sheets.length === 0 ? undefined : sheets.map((sheet) => sheetAnswer(sheet, part, view, options)),
  );
  put('namedRanges', (part) =>
    filled(state.namedRanges.map((named) => applyMask({ ...named, range: gridRangeOf(named.range ?? {}) }, part))),
  );
  put('spreadsheetUrl', () => `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`);
  put('developerMetadata', (part) =>
    filled(
      state.metadata
        .filter((metadata) => isVisible(metadata, actor.project))
        .map((metadata) =>
          applyMask(metadataAnswer({ metadata, location: { type: 'SPREADSHEET', sheet: null, index: -1 } }), part),
        ),
    ),
  );
  return answer;
}

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function sheetAnswer(sheet: SheetState, mask: Mask, view: View, options: RenderOptions): Record<string, unknown> {
  const areas = options.areas === null ? [wholeSheet(sheet)] : options.areas.filter((area) => area.sheet === sheet);
  const metadata = sheet.metadata
    .filter((candidate) => isVisible(candidate, options.actor.project))
    .map((found) => metadataAnswer({ metadata: found, location: { type: 'SHEET', sheet, index: -1 } }));
  const small = {
    properties: propertiesAnswer(sheet, view.state.sheets.indexOf(sheet)),
    conditionalFormats: filled(
      sheet.conditionalFormats.map((rule) => ({ ...rule, ranges: rule.ranges?.map(gridRangeOf) })),
    ),
    protectedRanges: filled(
      sheet.protectedRanges.map((range) => ({
        ...overRange(range),
        ...(mayEdit(range, options.actor) ? { requestingUserCanEdit: true } : { editors: undefined }),
      })),
    ),
    basicFilter: sheet.basicFilter === null ? undefined : overRange(sheet.basicFilter),
    bandedRanges: filled(sheet.bandedRanges.map(overRange)),
    developerMetadata: filled(metadata),
    tables: filled(sheet.tables.map(overRange)),
    charts: filled(sheet.charts),
  };
  const gridMask = options.withGrid ? masked(mask, 'data') : null;
  const data = gridMask === null ? {} : { data: areas.map((area) => gridAnswer(area, gridMask, view, options)) };
  const { properties, ...rest } = applyMask(small, mask);
  return { ...(properties && { properties }), ...data, ...rest };
}

function overRange<T extends { range?: sheets_v4.Schema$GridRange | null }>(thing: T): T {
  return thing.range == null ? thing : { ...thing, range: gridRangeOf(thing.range) };
}

export function propertiesAnswer(sheet: SheetState, index: number): sheets_v4.Schema$SheetProperties {
  const { gridProperties, title, sheetType, ...rest } = sheet.properties;
  const size = { rowCount: sheet.rows.length, columnCount: sheet.columns.length };
  return {
    sheetId: sheet.sheetId,
    title: title ?? '',
    index,
    sheetType: sheetType ?? 'GRID',
    gridProperties: { ...size, ...withoutDefaults(gridProperties ?? {}) },
    ...withoutDefaults(rest),
  };
}

/** Google omits sheet properties that are 0 or false. */
function withoutDefaults<T extends object>(properties: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== 0 && value !== false),
  ) as Partial<T>;
}

function gridAnswer(area: Area, mask: Mask, view: View, { actor }: RenderOptions): Record<string, unknown> {
  const { sheet, top, bottom, left, right } = area;
  const rowMask = masked(mask, 'rowData');
  const valuesMask = rowMask === null ? null : masked(rowMask, 'values');
  const rowLines = masked(mask, 'rowMetadata');
  const columnLines = masked(mask, 'columnMetadata');
  return {
    ...(top > 0 && masked(mask, 'startRow') !== null && { startRow: top }),
    ...(left > 0 && masked(mask, 'startColumn') !== null && { startColumn: left }),
    ...(valuesMask !== null &&
      rowsWithCells(area, view) > 0 && { rowData: new Lazy(rowAnswers(area, valuesMask, view)) }),
    ...(rowLines !== null && {
      rowMetadata: new Lazy(lineAnswers(sheet, 'ROW', top, bottom, rowLines, actor.project)),
    }),
    ...(columnLines !== null && {
      columnMetadata: new Lazy(lineAnswers(sheet, 'COLUMN', left, right, columnLines, actor.project)),
    }),
  };
}

/** The rows of the area down to the last existing cell, even if it only has a format. */
function rowsWithCells({ sheet, top, bottom, left, right }: Area, { calculator }: View): number {
  const end = calculator.spillEnd(sheet);
  return Math.max(
    0,
    Math.min(
      bottom,
      Math.max(
        usedRows(sheet, () => true, left, right),
        left < end.column ? end.row : 0,
      ),
    ) - top,
  );
}

function* rowAnswers(area: Area, mask: Mask, view: View): Generator<{ values?: unknown[] }> {
  const { sheet, top, left, right } = area;
  const parts = cellParts(mask);
  const count = rowsWithCells(area, view);
  const spillEnd = view.calculator.spillEnd(sheet);
  for (let row = top; row < top + count; row += 1) {
    const cells = sheet.rows[row]?.cells ?? [];
    let end = Math.min(right, Math.max(cells.length, row < spillEnd.row ? spillEnd.column : 0));
    const isBlank = (column: number): boolean =>
      cells[column] === undefined && view.calculator.spilledAt(sheet, row, column) === null;
    while (end > left && isBlank(end - 1)) end -= 1;
    const values: unknown[] = [];
    for (let column = left; column < end; column += 1)
      values.push(cellAnswer(cells[column], sheet, row, column, parts, view));
    yield values.length === 0 ? {} : { values };
  }
}

function* lineAnswers(
  sheet: SheetState,
  type: 'ROW' | 'COLUMN',
  from: number,
  to: number,
  mask: Mask,
  project: string | null,
): Generator {
  const lines: readonly Line[] = type === 'ROW' ? sheet.rows : sheet.columns;
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    if (line === undefined) return;
    const metadata = line.metadata
      .filter((candidate) => isVisible(candidate, project))
      .map((found: Metadata) => metadataAnswer({ metadata: found, location: { type, sheet, index } }));
    const answer = {
      ...(line.hiddenByUser && { hiddenByUser: true }),
      pixelSize: line.pixelSize,
      ...(metadata.length > 0 && { developerMetadata: metadata }),
    };
    yield applyMask(answer, mask);
  }
}
