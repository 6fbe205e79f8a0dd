/** What a person puts right by saying which column is which. */
export const NEEDS_MAPPING: ReadonlySet<string> = new Set([
  'workbook_column_lost',
  'workbook_ambiguous_column',
  'workbook_sheet_missing',
]);
