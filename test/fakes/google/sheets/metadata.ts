import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import type { Line, Metadata, SheetState, SpreadsheetState } from './model.ts';

type Lookup = sheets_v4.Schema$DeveloperMetadataLookup;
type Place = 'SPREADSHEET' | 'SHEET' | 'ROW' | 'COLUMN';

/** The current location of a piece of metadata. */
export interface Location {
  readonly type: Place;
  readonly sheet: SheetState | null;
  /** The index of the row or column. */
  readonly index: number;
}

export interface Found {
  readonly metadata: Metadata;
  readonly location: Location;
}

export function* allMetadata(state: SpreadsheetState): Generator<Found> {
  for (const metadata of state.metadata) yield { metadata, location: { type: 'SPREADSHEET', sheet: null, index: -1 } };
  for (const sheet of state.sheets) yield* metadataOf(sheet);
}

function* metadataOf(sheet: SheetState): Generator<Found> {
  for (const metadata of sheet.metadata) yield { metadata, location: { type: 'SHEET', sheet, index: -1 } };
  yield* onLines(sheet, 'ROW', sheet.rows);
  yield* onLines(sheet, 'COLUMN', sheet.columns);
}

function* onLines(sheet: SheetState, type: 'ROW' | 'COLUMN', lines: readonly Line[]): Generator<Found> {
  // Iterates by index, because a sheet may have ten million rows, and nearly all of them have no metadata.
  for (let index = 0; index < lines.length; index += 1) {
    const { metadata: own } = lines[index] as Line;
    if (own.length > 0) for (const metadata of own) yield { metadata, location: { type, sheet, index } };
  }
}

/** True if the application's project may see the metadata. */
export function isVisible(metadata: Metadata, project: string | null): boolean {
  return metadata.visibility === 'DOCUMENT' || metadata.project === project;
}

export function metadataAnswer({ metadata, location }: Found): sheets_v4.Schema$DeveloperMetadata {
  const { project: _project, ...shown } = metadata;
  return { ...shown, location: locationAnswer(location) };
}

function locationAnswer({ type, sheet, index }: Location): sheets_v4.Schema$DeveloperMetadataLocation {
  if (sheet === null) return { locationType: type, spreadsheet: true };
  if (type === 'SHEET') return { locationType: type, sheetId: sheet.sheetId };
  const sheetId = sheet.sheetId === 0 ? {} : { sheetId: sheet.sheetId };
  return {
    locationType: type,
    dimensionRange: {
      ...sheetId,
      dimension: type === 'ROW' ? 'ROWS' : 'COLUMNS',
      startIndex: index,
      endIndex: index + 1,
    },
  };
}

export function matches({ metadata, location }: Found, lookup: Lookup): boolean {
  return (
    (lookup.metadataId == null || metadata.metadataId === lookup.metadataId) &&
    (lookup.metadataKey == null || metadata.metadataKey === lookup.metadataKey) &&
    (lookup.metadataValue == null || (metadata.metadataValue ?? '') === lookup.metadataValue) &&
    (lookup.visibility == null || metadata.visibility === lookup.visibility) &&
    (lookup.locationType == null || location.type === lookup.locationType) &&
    isAt(location, lookup)
  );
}

/** The fake supports lookups by sheet only, with INTERSECTING_LOCATION. */
function isAt({ type, sheet }: Location, { metadataLocation: at, locationMatchingStrategy }: Lookup): boolean {
  if (at == null) return true;
  if (at.sheetId == null || locationMatchingStrategy !== 'INTERSECTING_LOCATION')
    throw new RequestProblem('Developer metadata by another location is not in the fake.', 501);
  return type === 'SPREADSHEET' || sheet?.sheetId === at.sheetId;
}

/** Removes these entries from the spreadsheet and its sheets, rows and columns. */
export function removeMetadata(state: SpreadsheetState, gone: readonly Found[]): void {
  if (gone.length === 0) return;
  const ids = new Set(gone.map(({ metadata }) => metadata.metadataId));
  const rest = (list: readonly Metadata[]): readonly Metadata[] =>
    list.filter(({ metadataId }) => !ids.has(metadataId));
  const onLine = <L extends Line>(line: L): L =>
    line.metadata.length === 0 ? line : { ...line, metadata: rest(line.metadata) };
  state.metadata = rest(state.metadata);
  for (const sheet of state.sheets)
    Object.assign(sheet, {
      metadata: rest(sheet.metadata),
      rows: sheet.rows.map(onLine),
      columns: sheet.columns.map(onLine),
    });
}

export function addMetadata(state: SpreadsheetState, metadata: Metadata, { type, sheet, index }: Location): void {
  if (sheet === null) state.metadata = [...state.metadata, metadata];
  else if (type === 'SHEET') Object.assign(sheet, { metadata: [...sheet.metadata, metadata] });
  else if (type === 'ROW') sheet.rows[index] = withMetadata(sheet.rows[index], metadata);
  else sheet.columns[index] = withMetadata(sheet.columns[index], metadata);
}

function withMetadata<L extends Line>(line: L | undefined, metadata: Metadata): L {
  if (line === undefined) throw new Error('There is no such line.');
  return { ...line, metadata: [...line.metadata, metadata] };
}

const MAX_TEXT = 30_000;

/** The sheet whose metadata exceeds Google's size limit, or `spreadsheet` for the spreadsheet's own; null for none. */
export function overfull(state: SpreadsheetState, project: string): string | null {
  const size = (found: Iterable<Found>): number =>
    [...found]
      .filter(({ metadata }) => metadata.project === project)
      .reduce((sum, { metadata }) => sum + metadata.metadataKey.length + (metadata.metadataValue ?? '').length, 0);
  const onSpreadsheet = state.metadata.map((metadata): Found => ({
    metadata,
    location: { type: 'SPREADSHEET', sheet: null, index: -1 },
  }));
  if (size(onSpreadsheet) > MAX_TEXT) return 'spreadsheet';
  return state.sheets.find((sheet) => size(metadataOf(sheet)) > MAX_TEXT)?.properties.title ?? null;
}
