import type { sheets_v4 } from '@googleapis/sheets';
import { SHEET_COLUMNS, type SheetColumn } from '../../../core/sheet-columns.ts';
import type { SheetRole } from '../../../core/snapshot.ts';
import type { LocatedSheet, LocatedSpreadsheet } from '../reading/located-spreadsheet.ts';
import { hasRole, KEY, type Marker, type SheetStructure } from '../reading/structure.ts';

export function identityRequests({
  transactions,
  categories,
  rules,
  balances,
  columns,
}: LocatedSpreadsheet): sheets_v4.Schema$Request[] {
  const sheets: readonly (readonly [SheetRole, SheetStructure | null])[] = [
    ['transactions', transactions],
    ['categories', categories],
    ['rules', rules],
    ['balances', balances?.transactions ?? null],
  ];
  const untagged = sheets.flatMap(([role, sheet]) =>
    sheet === null || hasRole(sheet, role) ? [] : [sheetTag(sheet.sheetId, role)],
  );
  return [
    ...untagged,
    ...columnRequests({ transactions, columns }),
    ...(balances === null ? [] : columnRequests(balances)),
  ];
}

export function columnRequests({
  transactions,
  columns,
}: Pick<LocatedSheet, 'transactions' | 'columns'>): sheets_v4.Schema$Request[] {
  const wrong = transactions.columnTags.filter(
    ({ column, position }) => columns[column] !== undefined && columns[column] !== position,
  );
  const isTagged = (column: SheetColumn): boolean =>
    transactions.columnTags.some((tag) => tag.column === column && tag.position === columns[column]);
  const missing = SHEET_COLUMNS.filter((column) => columns[column] !== undefined && !isTagged(column));
  return [
    ...wrong.map(({ metadataId }) => tagRemoval(metadataId)),
    ...missing.map((column) => columnTag(transactions.sheetId, column, columns[column] ?? 0)),
  ];
}

export function tagRemoval(metadataId: number): sheets_v4.Schema$Request {
  return { deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId } } } };
}

export function sheetTag(sheetId: number, role: SheetRole): sheets_v4.Schema$Request {
  return newTag({ metadataKey: KEY.sheet, metadataValue: role, location: { sheetId } });
}

export function columnTag(sheetId: number, column: SheetColumn, position: number): sheets_v4.Schema$Request {
  const dimensionRange = columnRange(sheetId, position);
  return newTag({ metadataKey: KEY.column, metadataValue: column, location: { dimensionRange } });
}

/** Google rejects a batch that creates metadata with an existing id, so a batch with this request is executed only once. */
export function runTag(metadataKey: string, { metadataId, runId }: Marker): sheets_v4.Schema$Request {
  return newTag({ metadataId, metadataKey, metadataValue: runId, location: { spreadsheet: true } });
}

/** `DOCUMENT` makes the metadata visible to all OAuth clients of the user, not only to the client that wrote it. */
function newTag(metadata: sheets_v4.Schema$DeveloperMetadata): sheets_v4.Schema$Request {
  return { createDeveloperMetadata: { developerMetadata: { ...metadata, visibility: 'DOCUMENT' } } };
}

export function columnProperties(
  sheetId: number,
  position: number,
  properties: { readonly hiddenByUser: boolean } | { readonly pixelSize: number },
): sheets_v4.Schema$Request {
  const fields = Object.keys(properties).join(',');
  return { updateDimensionProperties: { range: columnRange(sheetId, position), properties, fields } };
}

function columnRange(sheetId: number, position: number): sheets_v4.Schema$DimensionRange {
  return { sheetId, dimension: 'COLUMNS', startIndex: position, endIndex: position + 1 };
}
