import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../google-error.ts';
import { allMetadata, isVisible, matches, type Found } from './metadata.ts';
import type { SpreadsheetState } from './model.ts';
import { areaFromA1, areaOf, wholeSheet, type Area } from './ranges.ts';

type Filter = sheets_v4.Schema$DataFilter;

/** An area that a filter selects. */
export interface Picked {
  readonly area: Area;
  readonly filter: Filter;
}

/** The areas that the filters select, in order. Metadata of the spreadsheet itself selects no area. */
export function pickedAreas(
  filters: readonly Filter[],
  state: SpreadsheetState,
  project: string | null,
): readonly Picked[] {
  return filters.flatMap((filter) => areasOf(filter, state, project).map((area) => ({ area, filter })));
}

function areasOf(filter: Filter, state: SpreadsheetState, project: string | null): readonly Area[] {
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

/** The metadata that a filter matches. A range matches the metadata of everything that it overlaps. */
export function foundMetadata(filter: Filter, state: SpreadsheetState, project: string | null): readonly Found[] {
  const visible = [...allMetadata(state)].filter((found) => isVisible(found.metadata, project));
  const lookup = filter.developerMetadataLookup;
  if (lookup != null) return visible.filter((found) => matches(found, lookup));
  const areas = areasOf(filter, state, project);
  return visible.filter(({ location: { type, sheet, index } }) =>
    areas.some(
      ({ sheet: other, top, bottom, left, right }) =>
        sheet === other &&
        (type === 'SHEET' || (type === 'ROW' ? index >= top && index < bottom : index >= left && index < right)),
    ),
  );
}
