import type { sheets_v4 } from '@googleapis/sheets';
import { rememberedSheet, type Layout, type SheetRole } from '../../../core/snapshot.ts';
import { KEY } from './structure.ts';

type Request = sheets_v4.Schema$GetSpreadsheetByDataFilterRequest;

/**
 * Asks for the columns that Pennyrow knows again by what it attached to them, wherever they stand; the header's line, in
 * which a new one may have come, with the line below it, where a formula may begin that fills columns; and the two lists.
 * The Balances sheet, where one is known, is asked for as the transactions are. Null when that is not enough to go by:
 * nothing is remembered, or a list was not there and may have come since.
 */
export function contentRequest(remembered: Layout | null): Request | null {
  const [transactions, categories, rules] = (['transactions', 'categories', 'rules'] as const).map((role) =>
    sheetIdOf(remembered, role),
  );
  if (remembered === null || transactions == null || categories == null || rules == null) return null;
  const balances = balancesIdOf(remembered);
  // One that was added by a write whose answer was lost is known by its name alone.
  if (balances === null && remembered.balances !== undefined && remembered.balances.isGone !== true) return null;
  return {
    includeGridData: true,
    dataFilters: [
      ...rowsOf(transactions, remembered.headerRow),
      { gridRange: { sheetId: categories } },
      { gridRange: { sheetId: rules } },
      ...(balances === null ? [] : rowsOf(balances, remembered.balances?.headerRow ?? 1)),
    ],
  };
}

function rowsOf(sheetId: number, headerRow: number): sheets_v4.Schema$DataFilter[] {
  return [columnsOf(sheetId), { gridRange: { sheetId, startRowIndex: 0, endRowIndex: headerRow + 1 } }];
}

/** Null for a sheet that is known to be gone, too: Google refuses what is asked of one. */
export function balancesIdOf(layout: Layout | null): number | null {
  return layout?.balances?.isGone === true ? null : sheetIdOf(layout, 'balances');
}

/** Asks for sheets whole. */
export function sheetsRequest(sheetIds: readonly number[]): Request {
  return { includeGridData: true, dataFilters: sheetIds.map((sheetId) => ({ gridRange: { sheetId } })) };
}

function columnsOf(sheetId: number): sheets_v4.Schema$DataFilter {
  return {
    developerMetadataLookup: {
      metadataKey: KEY.column,
      locationType: 'COLUMN',
      locationMatchingStrategy: 'INTERSECTING_LOCATION',
      metadataLocation: { sheetId },
    },
  };
}

export function sheetIdOf(layout: Layout | null, role: SheetRole): number | null {
  const id = rememberedSheet(layout, role)?.id ?? null;
  return id !== null && /^\d{1,10}$/.test(id) ? Number(id) : null;
}
