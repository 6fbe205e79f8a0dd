import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../../google-error.ts';
import { pathsOf, withPaths } from '../../masks.ts';
import { allMetadata } from '../metadata.ts';
import {
  emptySheet,
  refuseUnknownRegion,
  type GridRange,
  type Line,
  type Metadata,
  type SheetState,
  type SpreadsheetState,
} from '../model.ts';
import { sheetById } from '../ranges.ts';
import { propertiesAnswer } from '../render.ts';
import { changedFields, required, type Change, type Handlers } from './request.ts';

export const tabRequests: Handlers = {
  addSheet({ properties }, { state, newId }) {
    const { sheetId, title, index, gridProperties, ...rest } = properties ?? {};
    if (rest.sheetType != null && rest.sheetType !== 'GRID')
      throw new RequestProblem(`Sheets of the type ${rest.sheetType} are not in the fake.`, 501);
    const { rowCount, columnCount, ...grid } = gridProperties ?? {};
    const name = required(title, 'properties.title');
    refuseUsedNames(state, name, sheetId);
    const sheet = emptySheet(
      sheetId ?? newId(),
      { ...rest, title: name, gridProperties: grid },
      rowCount ?? 1000,
      columnCount ?? 26,
    );
    state.sheets.splice(placeOf(index, state.sheets.length), 0, sheet);
    return { addSheet: { properties: propertiesAnswer(sheet, state.sheets.indexOf(sheet)) } };
  },

  deleteSheet({ sheetId }, { state }) {
    const sheet = state.sheets.find((candidate) => candidate.sheetId === (sheetId ?? 0));
    if (sheet === undefined) throw new RequestProblem(`No sheet with id: ${sheetId ?? 0}`);
    if (
      state.sheets.filter(({ properties }) => properties.hidden !== true && properties !== sheet.properties).length ===
      0
    )
      throw new RequestProblem("You can't remove all the visible sheets in a document.");
    state.sheets = state.sheets.filter((candidate) => candidate !== sheet);
    state.namedRanges = state.namedRanges.filter(({ range }) => (range?.sheetId ?? 0) !== sheet.sheetId);
    return undefined;
  },

  duplicateSheet({ sourceSheetId, insertSheetIndex, newSheetId, newSheetName }, change) {
    const { state } = change;
    const source = sheetById(state, sourceSheetId);
    const title = newSheetName ?? `Copy of ${source.properties.title}`;
    refuseUsedNames(state, title, newSheetId);
    const copy = copyOf(source, newSheetId ?? change.newId(), title, change);
    state.sheets.splice(placeOf(insertSheetIndex, state.sheets.length), 0, copy);
    return { duplicateSheet: { properties: propertiesAnswer(copy, state.sheets.indexOf(copy)) } };
  },

  updateSheetProperties({ properties, fields }, { state }) {
    const given = required(properties, 'properties');
    const sheet = sheetById(state, given.sheetId);
    const paths = pathsOf(
      changedFields(fields, 'SheetProperties', ['sheetId', 'sheetType', 'dataSourceSheetProperties']),
      ['title', 'index', 'gridProperties', 'hidden', 'tabColor', 'tabColorStyle', 'rightToLeft'],
    );
    const names = new Set(paths.map(([name]) => name));
    if (names.has('title')) {
      if (given.title == null || given.title === '') throw new RequestProblem('A sheet needs a title.');
      if (state.sheets.some((other) => other !== sheet && other.properties.title === given.title))
        throw titleInUse(given.title);
    }
    if (names.has('gridProperties') && (given.gridProperties?.rowCount ?? given.gridProperties?.columnCount) != null)
      throw new RequestProblem('Resizing the grid by its properties is not in the fake.', 501);
    const otherPaths = paths.filter(([name]) => name !== 'index');
    sheet.properties = withPaths(sheet.properties, given, otherPaths);
    refuseAllFrozen(sheet);
    if (names.has('index')) {
      const place = placeOf(given.index, state.sheets.length);
      const from = state.sheets.indexOf(sheet);
      // The requested index counts the tabs before the move, so a move to the right subtracts one.
      state.sheets.splice(from, 1);
      state.sheets.splice(place > from ? place - 1 : place, 0, sheet);
    }
    if (state.sheets.every((other) => other.properties.hidden === true))
      throw new RequestProblem("You can't hide all the sheets in a document.");
    return undefined;
  },

  updateSpreadsheetProperties({ properties, fields }, { state }) {
    const names = ['title', 'locale', 'autoRecalc', 'timeZone', 'iterativeCalculationSettings', 'spreadsheetTheme'];
    const paths = pathsOf(changedFields(fields, 'SpreadsheetProperties', ['defaultFormat']), names);
    const next = withPaths(state.properties, properties ?? {}, paths);
    refuseUnknownRegion(next);
    if (next.title == null || next.title === '') throw new RequestProblem('A spreadsheet needs a title.');
    state.properties = next;
    return undefined;
  },
};

function titleInUse(title: string): RequestProblem {
  return new RequestProblem(`A sheet with the name "${title}" already exists. Please enter another name.`);
}

function refuseUsedNames(state: SpreadsheetState, title: string, sheetId: number | null | undefined): void {
  if (state.sheets.some(({ properties }) => properties.title === title)) throw titleInUse(title);
  if (sheetId != null && state.sheets.some((sheet) => sheet.sheetId === sheetId))
    throw new RequestProblem(`Sheet with id ${sheetId} already exists.`);
}

function placeOf(index: number | null | undefined, count: number): number {
  if (index != null && (index < 0 || index > count)) throw new RequestProblem(`Sheet index ${index} is out of bounds.`);
  return index ?? count;
}

function refuseAllFrozen({ properties, rows, columns }: SheetState): void {
  const { frozenRowCount, frozenColumnCount } = properties.gridProperties ?? {};
  if ((frozenRowCount ?? 0) >= rows.length) throw new RequestProblem("You can't freeze all visible rows on the sheet.");
  if ((frozenColumnCount ?? 0) >= columns.length)
    throw new RequestProblem("You can't freeze all visible columns on the sheet.");
}

/** Copies everything of the sheet; parts with an id get a new one. */
function copyOf(source: SheetState, sheetId: number, title: string, { newId, state }: Change): SheetState {
  const used = new Set([...allMetadata(state)].map(({ metadata }) => metadata.metadataId));
  const fresh = (): number => {
    let id = newId();
    while (used.has(id)) id = newId();
    used.add(id);
    return id;
  };
  const again = (list: readonly Metadata[]): readonly Metadata[] =>
    list.map((metadata) => ({ ...metadata, metadataId: fresh() }));
  const onCopy = <T extends { range?: GridRange | null }>(thing: T): T => ({
    ...thing,
    range: { ...thing.range, sheetId },
  });
  const line = <L extends Line>(one: L): L =>
    one.metadata.length === 0 ? one : { ...one, metadata: again(one.metadata) };
  return {
    ...source,
    sheetId,
    properties: { ...source.properties, title },
    rows: source.rows.map(line),
    columns: source.columns.map(line),
    metadata: again(source.metadata),
    protectedRanges: source.protectedRanges.map((range): sheets_v4.Schema$ProtectedRange => ({
      ...onCopy(range),
      protectedRangeId: fresh(),
    })),
    basicFilter: source.basicFilter === null ? null : onCopy(source.basicFilter),
    bandedRanges: source.bandedRanges.map((range) => ({ ...onCopy(range), bandedRangeId: fresh() })),
    tables: source.tables.map((table) => ({ ...onCopy(table), tableId: String(fresh()), name: `${table.name}_2` })),
    conditionalFormats: source.conditionalFormats.map((rule) => ({
      ...rule,
      ranges: (rule.ranges ?? []).map((range) => ({ ...range, sheetId })),
    })),
  };
}
