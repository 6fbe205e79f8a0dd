import type { Layout } from '../../../core/snapshot.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { GoogleApi } from '../google-api.ts';
import { GoogleRefusal } from '../google-errors.ts';
import { balancesSheetFor } from './balances.ts';
import { contentRequest, sheetsRequest } from './content-request.ts';
import { interpret, type Interpreted } from './interpret.ts';
import { CONTENT_FIELDS, readAnswer } from './read-answer.ts';
import { sheetFor } from './sheet-roles.ts';
import { readStructure, SHEET_FIELDS, SPREADSHEET_FIELDS } from './structure.ts';

export interface ReadContent {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly remembered: Layout | null;
  /** What is attached to the columns does not count. */
  readonly asChosen?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((rows: number) => void) | undefined;
}

/**
 * Reads the sheets: by one call for the columns that are known, or, where that does not find them, by two for
 * everything. Throws what `interpret` throws, and what Google is in the way with.
 */
export async function readContent(content: ReadContent): Promise<Interpreted> {
  return (content.asChosen === true ? null : await readKnown(content)) ?? readEverything(content);
}

/** Null when sheets or columns are not where they are known to be: then only a look at everything can tell. */
async function readKnown({
  api,
  spreadsheetId,
  remembered,
  signal,
  progress,
}: ReadContent): Promise<Interpreted | null> {
  const request = contentRequest(remembered);
  if (request === null || remembered === null) return null;
  try {
    const structure = await readAnswer(await api.read(spreadsheetId, request, CONTENT_FIELDS, signal), {
      signal,
      progress,
    });
    const interpreted = interpret(structure, remembered);
    return isWhole(interpreted) ? interpreted : null;
  } catch (thrown) {
    if (isLost(thrown)) return null;
    throw thrown;
  }
}

async function readEverything({
  api,
  spreadsheetId,
  remembered,
  asChosen = false,
  signal,
  progress,
}: ReadContent): Promise<Interpreted> {
  const answer = await api.get(spreadsheetId, [], `${SPREADSHEET_FIELDS},sheets(${SHEET_FIELDS})`, signal);
  const structure = readStructure(answer, () => null);
  const found = [
    ...(['transactions', 'categories', 'rules'] as const).map((role) => sheetFor(role, structure, remembered)),
    balancesSheetFor(structure, remembered),
  ].filter((sheet) => sheet !== null);
  const ids = [...new Set(found.map(({ sheetId }) => sheetId))];
  const cells =
    ids.length === 0
      ? structure
      : await readAnswer(await api.read(spreadsheetId, sheetsRequest(ids), CONTENT_FIELDS, signal), {
          signal,
          progress,
        });
  // The first answer tells of sheets that the second one is not about.
  const sheets = structure.sheets.map(
    (sheet) => cells.sheets.find(({ sheetId }) => sheetId === sheet.sheetId) ?? sheet,
  );
  return interpret(
    { ...cells, sheets: asChosen ? sheets.map((sheet) => ({ ...sheet, columnTags: [] })) : sheets },
    remembered,
  );
}

/** Whether every column was known by what is attached to it: only of those were the cells in the answer. */
function isWhole({ located, snapshot: { layout } }: Interpreted): boolean {
  // A sheet of balances that is known, but of no use as it looks, may be of use when all of it is seen.
  if (layout.balances !== undefined && layout.balances.isGone !== true && located.balances === null) return false;
  return [located, located.balances].every(
    (rows) =>
      rows === null ||
      Object.entries(rows.columns).every(([column, position]) =>
        rows.transactions.columnTags.some((tag) => tag.column === column && tag.position === position),
      ),
  );
}

/** A sheet that is no more is refused by Google; a column that was changed beyond recognition may still be found among all. */
function isLost(thrown: unknown): boolean {
  return (
    thrown instanceof GoogleRefusal ||
    (thrown instanceof PennyrowError &&
      (thrown.code === 'workbook_column_lost' || thrown.code === 'workbook_sheet_missing'))
  );
}
