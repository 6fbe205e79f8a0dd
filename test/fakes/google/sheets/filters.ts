import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import { allMetadata, isVisible, matches, type Found } from './metadata.ts';
import type { SpreadsheetState } from './model.ts';
import { areaFromA1, areaOf, wholeSheet, type Area } from './ranges.ts';

type Filter = sheets_v4.Schema$DataFilter;

/** The areas that the filter selects. A match in the metadata of the spreadsheet itself selects none. */
export function filteredAreas(filter: Filter, state: SpreadsheetState, project: string | null): readonly Area[] {
  const { a1Range, gridRange, developerMetadataLookup } = filter;
  if ([a1Range, gridRange, developerMetadataLookup].filter((given) => given != null).length !== 1) {
    throw new RequestProblem(
      'Exactly one of developerMetadataLookup, a1Range and gridRange must be set in a DataFilter.',
    );
  }
  if (a1Range != null) return [areaFromA1(state, a1Range)];
  if (gridRange != null) return [areaOf(state, gridRange)];
  return [...allMetadata(state)]
    .filter((found) => isVisible(found.metadata, project) && matches(found, developerMetadataLookup ?? {}))
    .flatMap(areaAt);
}

function areaAt({ location: { type, sheet, index } }: Found): readonly Area[] {
  if (sheet === null) return [];
  const whole = wholeSheet(sheet);
  if (type === 'SHEET') return [whole];
  return [type === 'ROW' ? { ...whole, top: index, bottom: index + 1 } : { ...whole, left: index, right: index + 1 }];
}
