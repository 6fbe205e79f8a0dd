import type { WorkbookPlace } from '../../src/contract/control/workbook.ts';

/** Of a workbook that is a file. */
export function pathOf(place: WorkbookPlace | undefined): string {
  return place !== undefined && 'path' in place ? place.path : '';
}

/** The id in the address of a spreadsheet at Google. */
export function spreadsheetIdOf(place: WorkbookPlace | undefined): string {
  return place !== undefined && 'url' in place ? (/\/d\/([^/]+)/.exec(place.url)?.[1] ?? '') : '';
}
