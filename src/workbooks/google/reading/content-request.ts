import type { sheets_v4 } from '@googleapis/sheets';
import { rememberedSheet, type Layout, type SheetRole } from '../../../core/snapshot.ts';
import { KEY } from './structure.ts';

/** Requests marked columns, header rows, categories and rules. Null if the id of a sheet is unknown: everything must be read. */
export function contentFilters(remembered: Layout | null): sheets_v4.Schema$DataFilter[] | null {
  const [transactions, categories, rules] = (['transactions', 'categories', 'rules'] as const).map((role) =>
    sheetIdOf(remembered, role),
  );
  if (remembered === null || transactions == null || categories == null || rules == null) return null;
  const balances = balancesIdOf(remembered);
  // The response to the write that added this sheet was lost, so its id is unknown.
  if (balances === null && remembered.balances !== undefined && remembered.balances.isGone !== true) return null;
  return [
    ...rowsOf(transactions, remembered.headerRow),
    { gridRange: { sheetId: categories } },
    { gridRange: { sheetId: rules } },
    ...(balances === null ? [] : rowsOf(balances, remembered.balances?.headerRow ?? 1)),
  ];
}

function rowsOf(sheetId: number, headerRow: number): sheets_v4.Schema$DataFilter[] {
  const markedColumns = {
    metadataKey: KEY.column,
    locationType: 'COLUMN',
    locationMatchingStrategy: 'INTERSECTING_LOCATION',
    metadataLocation: { sheetId },
  };
  return [
    { developerMetadataLookup: markedColumns },
    { gridRange: { sheetId, startRowIndex: 0, endRowIndex: headerRow + 1 } },
  ];
}

/** Null for a deleted sheet, because Google rejects requests for it. */
export function balancesIdOf(layout: Layout | null): number | null {
  return layout?.balances?.isGone === true ? null : sheetIdOf(layout, 'balances');
}

export function sheetIdOf(layout: Layout | null, role: SheetRole): number | null {
  const id = rememberedSheet(layout, role)?.id ?? null;
  return id !== null && /^\d{1,10}$/.test(id) ? Number(id) : null;
}
