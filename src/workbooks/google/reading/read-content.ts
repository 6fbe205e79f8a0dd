import { rememberedSheet, type Layout, type SheetRole } from '../../../core/snapshot.ts';
import { hasCode } from '../../../platform/errors.ts';
import type { IdentifiedColumns } from '../../columns.ts';
import { headerKey, sheetKeys } from '../../headers.ts';
import { isWithoutBalances, WorkbookReader } from '../../read-workbook.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import { contentFilters } from './content-request.ts';
import { GOOGLE_SENSE, type GoogleCell } from './google-cell.ts';
import { rowsOf } from './grid-block.ts';
import type { LocatedSheet, LocatedSpreadsheet } from './located-spreadsheet.ts';
import { requestCells, requestStructure, wholeSheets, type SpreadsheetCall } from './read-answer.ts';
import { readRows } from './rows.ts';
import { cellsProblems, hasRole, type SheetStructure, type Structure } from './structure.ts';

/** Reads the known columns in one call. If that fails, reads everything in two calls. */
export async function readContent(
  call: SpreadsheetCall,
  remembered: Layout | null,
  asChosen: boolean,
): Promise<Interpreted> {
  return (asChosen ? null : await readKnown(call, remembered)) ?? readEverything(call, remembered, asChosen);
}

/** Null if a sheet or column is not where it was at the last read: everything must be read. */
async function readKnown(call: SpreadsheetCall, remembered: Layout | null): Promise<Interpreted | null> {
  const filters = contentFilters(remembered);
  if (filters === null) return null;
  try {
    const interpreted = await interpret(await requestCells(call, filters), remembered);
    return isWhole(interpreted) ? interpreted : null;
  } catch (thrown) {
    // Google rejects requests for a deleted sheet; reading everything may find a lost column by its content.
    const isLost = hasCode(thrown, 'workbook_column_lost', 'workbook_sheet_missing');
    if (isLost || thrown instanceof GoogleRefusal) return null;
    throw thrown;
  }
}

async function readEverything(
  call: SpreadsheetCall,
  remembered: Layout | null,
  asChosen: boolean,
): Promise<Interpreted> {
  const structure = await requestStructure(call);
  const found = [
    ...(['transactions', 'categories', 'rules'] as const).map((role) => sheetFor(role, structure, remembered)),
    isWithoutBalances(remembered) ? null : sheetFor('balances', structure, remembered),
  ].filter((sheet) => sheet !== null);
  const ids = [...new Set(found.map(({ sheetId }) => sheetId))];
  const cells = ids.length === 0 ? structure : await requestCells(call, wholeSheets(ids));
  // For sheets whose cells were not requested, uses the first response.
  const sheets = structure.sheets.map(
    (sheet) => cells.sheets.find(({ sheetId }) => sheetId === sheet.sheetId) ?? sheet,
  );
  return interpret(
    { ...cells, sheets: asChosen ? sheets.map((sheet) => ({ ...sheet, columnTags: [] })) : sheets },
    remembered,
  );
}

/** True if all columns that were found are marked: the response lacks cells of unmarked columns. */
function isWhole({ located, snapshot: { layout } }: Interpreted): boolean {
  // An unusable sheet of balances may become usable if all of it is read.
  if (layout.balances !== undefined && layout.balances.isGone !== true && located.balances === null) return false;
  return [located, located.balances].every(
    (rows) =>
      rows === null ||
      Object.entries(rows.columns).every(([column, position]) =>
        rows.transactions.columnTags.some((tag) => tag.column === column && tag.position === position),
      ),
  );
}

type Interpreted = Awaited<ReturnType<typeof interpret>>;

async function interpret(structure: Structure, remembered: Layout | null) {
  const { title, markers } = structure;
  const reader = new WorkbookReader<SheetStructure, GoogleCell, LocatedSheet>({
    name: `"${title}"`,
    sense: GOOGLE_SENSE,
    notes: cellsProblems(structure),
    sheetsFor: (role, memory) => [sheetFor(role, structure, memory) ?? []].flat(),
    remember: (sheet) => ({ name: sheet.title, id: String(sheet.sheetId) }),
    marksOf: (sheet) => ({ isBalances: hasRole(sheet, 'balances'), columns: markedColumns(sheet) }),
    readLines: async ({ blocks }, see, last = Infinity) => {
      for (const row of rowsOf(blocks)) if (row.index > last || see(row) === false) break;
    },
    readRows: async (found) => readRows(found),
  });
  const { snapshot, located, balances, categories, rules } = await reader.read(remembered);
  const withoutCells = (sheet: SheetStructure | null) => (sheet === null ? null : { ...sheet, blocks: [] });
  const lists = { categories: withoutCells(categories), rules: withoutCells(rules), balances };
  return {
    snapshot: { ...snapshot, markers: markers.map(({ runId }) => runId) },
    located: { ...located, ...lists, title, markers } satisfies LocatedSpreadsheet,
  };
}

function markedColumns({ columnTags }: SheetStructure): IdentifiedColumns {
  const tags = Map.groupBy(columnTags, ({ column }) => column);
  return new Map([...tags].map(([column, places]) => [column, places.map(({ position }) => position)]));
}

/** Copies of a sheet keep Pennyrow's marks but get a new id, so marks count only if no sheet is remembered. */
function sheetFor(role: SheetRole, { sheets }: Structure, remembered: Layout | null): SheetStructure | null {
  const grids = sheets.filter(({ isGrid }) => isGrid);
  const memory = rememberedSheet(remembered, role);
  const keys = sheetKeys(role, memory);
  const isNamed = (sheet: SheetStructure): boolean => keys.includes(headerKey(sheet.title));
  const same = memory?.id == null ? undefined : grids.find(({ sheetId }) => String(sheetId) === memory.id);
  if (same !== undefined || memory !== null) return same ?? grids.find(isNamed) ?? null;
  const ours = grids.filter((sheet) => hasRole(sheet, role));
  return ours.find(isNamed) ?? ours[0] ?? grids.find(isNamed) ?? null;
}
