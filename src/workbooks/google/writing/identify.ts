import type { sheets_v4 } from '@googleapis/sheets';
import { SHEET_COLUMNS } from '../../../core/sheet-columns.ts';
import type { Layout } from '../../../core/snapshot.ts';
import { sheetMissing } from '../../missing-sheets.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { sheetIdOf } from '../reading/content-request.ts';
import { CONTENT_FIELDS, readAnswer } from '../reading/read-answer.ts';
import { hasRole, readStructure, SHEET_FIELDS, SPREADSHEET_FIELDS } from '../reading/structure.ts';
import { columnTag, sheetTag } from './identity.ts';

type Request = sheets_v4.Schema$Request;

/**
 * Attaches to the sheet of the transactions and its columns what a person said that they are, and takes off whatever says
 * otherwise. Sent twice it does the same, so a lost answer is no trouble. Throws PennyrowError `workbook_sheet_missing`.
 */
export async function identify(
  api: GoogleApi,
  spreadsheetId: string,
  layout: Layout,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sheetId = sheetIdOf(layout, 'transactions');
  const structure = readStructure(
    await api.get(spreadsheetId, [], `${SPREADSHEET_FIELDS},sheets(${SHEET_FIELDS})`, signal),
    () => null,
  );
  const sheet = structure.sheets.find((candidate) => candidate.sheetId === sheetId);
  if (sheet === undefined || sheetId === null)
    throw sheetMissing(`"${structure.title}"`, layout.sheets.transactions?.name ?? '');
  const request = {
    includeGridData: true,
    dataFilters: [{ gridRange: { sheetId, startRowIndex: 0, endRowIndex: 1 } }],
  };
  const answer = await readAnswer(await api.read(spreadsheetId, request, CONTENT_FIELDS, signal), { signal });
  const tags = answer.sheets.find((candidate) => candidate.sheetId === sheetId)?.columnTags ?? [];
  const isRight = (column: (typeof tags)[number]): boolean =>
    layout.columns[column.column]?.position === column.position;
  const missing = SHEET_COLUMNS.filter(
    (column) => layout.columns[column] !== undefined && !tags.some((tag) => tag.column === column && isRight(tag)),
  );
  const strays = structure.sheets
    .filter((other) => other !== sheet)
    .flatMap(({ roles }) => roles.filter(({ role }) => role === 'transactions'));
  const requests: Request[] = [
    ...[...tags.filter((tag) => !isRight(tag)), ...strays].map(({ metadataId }) => removal(metadataId)),
    ...(hasRole(sheet, 'transactions') ? [] : [sheetTag(sheetId, 'transactions')]),
    ...missing.map((column) => columnTag(sheetId, column, layout.columns[column]?.position ?? 0)),
  ];
  if (requests.length > 0) await api.write(spreadsheetId, { requests }, 'spreadsheetId', signal);
}

function removal(metadataId: number): Request {
  return { deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId } } } };
}
