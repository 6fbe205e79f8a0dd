import type { WorkbookPlace } from '../../src/contract/control/workbook.ts';

/** The path of a workbook that is a file. */
export function pathOf(place: WorkbookPlace | undefined): string {
  return place !== undefined && 'path' in place ? place.path : '';
}

/** The id in the address of a Google spreadsheet. */
export function spreadsheetIdOf(place: WorkbookPlace | undefined): string {
  return place !== undefined && 'url' in place ? (/\/d\/([^/]+)/.exec(place.url)?.[1] ?? '') : '';
}
