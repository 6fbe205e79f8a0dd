import { requestCells, requestStructure } from './read-answer.ts';
import {
  type Layout,
  type RememberedSheet,
  type Rule,
  type SheetProblem,
  type Snapshot,
  rememberedSheet,
  type SheetRole,
} from '../../../core/snapshot.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import { contentRequest, sheetsRequest } from './content-request.ts';
import { type SheetStructure, type Structure, hasRole, cellsProblem, mayEdit } from './structure.ts';
import { computedNote, withComputed } from '../../computed-columns.ts';
import { SHEET_NAMES, headerKey } from '../../headers.ts';
import { categoriesReader, rulesReader, type ListReader, type ListReading } from '../../lists.ts';
import { listMissing, sheetMissing, ProblemList, sheetProblem } from '../../problem-list.ts';
import { rememberOrder } from '../../row-order.ts';
import { rememberColumns } from '../../remembered-columns.ts';
import type { LocatedSpreadsheet, LocatedRows } from './located-spreadsheet.ts';
import { GOOGLE_SENSE, type GoogleCell } from './google-cell.ts';
import { rowsOf } from './grid-block.ts';
import { findColumns, readRows, withoutCells, headLines } from './rows.ts';
import { problemOf, problem } from '../../../messages/problem.ts';
import {
  balancesFound,
  balancesGone,
  balancesUnusable,
  isPennyrowSheet,
  NO_BALANCES,
  type FoundBalances,
} from '../../balances.ts';
import { BALANCES, type ColumnPositions } from '../../columns.ts';
import type { sheets_v4 } from '@googleapis/sheets';

export interface ReadContent {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly remembered: Layout | null;
  readonly asChosen?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((rows: number) => void) | undefined;
}

/** Reads the known columns in one call. If that fails, reads everything in two calls. */
export async function readContent(content: ReadContent): Promise<Interpreted> {
  return (content.asChosen === true ? null : await readKnown(content)) ?? readEverything(content);
}

/** Null if sheets or columns are not where they are remembered; then everything must be read. */
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
    const structure = await requestCells(api, spreadsheetId, request, { signal, progress });
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
  const structure = await requestStructure(api, spreadsheetId, signal);
  const found = [
    ...(['transactions', 'categories', 'rules'] as const).map((role) => sheetFor(role, structure, remembered)),
    balancesSheetFor(structure, remembered),
  ].filter((sheet) => sheet !== null);
  const ids = [...new Set(found.map(({ sheetId }) => sheetId))];
  const cells =
    ids.length === 0 ? structure : await requestCells(api, spreadsheetId, sheetsRequest(ids), { signal, progress });
  // The first response covers sheets that the second one omits.
  const sheets = structure.sheets.map(
    (sheet) => cells.sheets.find(({ sheetId }) => sheetId === sheet.sheetId) ?? sheet,
  );
  return interpret(
    { ...cells, sheets: asChosen ? sheets.map((sheet) => ({ ...sheet, columnTags: [] })) : sheets },
    remembered,
  );
}

/** True if marks identified every column, because the response contains only the cells of marked columns. */
function isWhole({ located, snapshot: { layout } }: Interpreted): boolean {
  // The sheet of balances may be usable after all if all of it is read.
  if (layout.balances !== undefined && layout.balances.isGone !== true && located.balances === null) return false;
  return [located, located.balances].every(
    (rows) =>
      rows === null ||
      Object.entries(rows.columns).every(([column, position]) =>
        rows.transactions.columnTags.some((tag) => tag.column === column && tag.position === position),
      ),
  );
}

/** Google rejects requests for a deleted sheet; a lost column may be found by its content. */
function isLost(thrown: unknown): boolean {
  return (
    thrown instanceof GoogleRefusal ||
    (thrown instanceof PennyrowError &&
      (thrown.code === 'workbook_column_lost' || thrown.code === 'workbook_sheet_missing'))
  );
}

interface Interpreted {
  readonly snapshot: Omit<Snapshot, 'revision'>;
  readonly located: LocatedSpreadsheet;
}

function interpret(structure: Structure, remembered: Layout | null): Interpreted {
  const sheet = sheetFor('transactions', structure, remembered);
  if (sheet === null)
    throw sheetMissing(`"${structure.title}"`, remembered?.sheets.transactions?.name ?? SHEET_NAMES.transactions);
  const { columns, header } = findColumns(sheet, remembered);

  const problems = new ProblemList('transactions');
  const { rows, ...located } = readRows(sheet, columns, header, problems, remembered);
  for (const problem of [
    protectionProblem(sheet, columns),
    computedNote(sheet.title, located.computed),
    cellsProblem(structure),
  ])
    if (problem !== null) problems.add(problem);

  const source = { structure, remembered };
  const categories = readList('categories', source, categoriesReader<GoogleCell>);
  const rules = readList('rules', source, rulesReader<GoogleCell>);
  const balances = readBalances(structure, remembered);
  const layout: Layout = {
    sheets: { transactions: remember(sheet), categories: categories.remembered, rules: rules.remembered },
    headerRow: header.row,
    columns: withComputed(rememberColumns(located, header.texts, rows), located.computed),
    ...(located.outIsNegative === true && { outIsNegative: true as const }),
    ...rememberOrder(located.topRow, remembered),
    ...(remembered?.unused !== undefined && { unused: remembered.unused }),
    ...(remembered?.lacking !== undefined && { lacking: remembered.lacking }),
    ...(balances.layout !== null && { balances: balances.layout }),
  };
  return {
    snapshot: {
      rows,
      categories: categories.values,
      rules: rules.values,
      ...(balances.rows !== null && { balances: balances.rows }),
      layout,
      problems: [...problems.all(), ...categories.problems, ...rules.problems, ...balances.problems],
      markers: structure.markers.map(({ runId }) => runId),
    },
    located: {
      title: structure.title,
      ...located,
      categories: categories.sheet,
      rules: rules.sheet,
      balances: balances.located,
      markers: structure.markers,
    },
  };
}

interface ReadList<Value> {
  readonly sheet: SheetStructure | null;
  readonly remembered: RememberedSheet | null;
  readonly values: readonly Value[];
  readonly problems: readonly SheetProblem[];
}

function readList<Value extends string | Rule>(
  role: 'categories' | 'rules',
  { structure, remembered }: { readonly structure: Structure; readonly remembered: Layout | null },
  readerOf: (reading: ListReading<GoogleCell>) => ListReader<GoogleCell, Value>,
): ReadList<Value> {
  const problems = new ProblemList(role);
  const sheet = sheetFor(role, structure, remembered);
  if (sheet === null) {
    const memory = remembered?.sheets[role] ?? null;
    problems.add(listMissing(memory?.name ?? SHEET_NAMES[role]));
    return { sheet: null, remembered: memory, values: [], problems: problems.all() };
  }
  const reader = readerOf({ sense: GOOGLE_SENSE, problems });
  for (const row of rowsOf(sheet.blocks)) if (!reader.see(row)) break;
  const values = reader.end(sheet.title);
  return { sheet: withoutCells(sheet), remembered: remember(sheet), values, problems: problems.all() };
}

function remember({ title, sheetId }: SheetStructure): RememberedSheet {
  return { name: title, id: String(sheetId) };
}

/** Problems with this sheet are notes and do not stop the sync. */
function readBalances(structure: Structure, remembered: Layout | null): FoundBalances<LocatedRows> {
  const previous = remembered?.balances ?? null;
  const sheet = balancesSheetFor(structure, remembered);
  const isThere = previous !== null && previous.isGone !== true;
  // Another sheet of this name belongs to the user, unless Pennyrow created it.
  const isOurs =
    sheet !== null && (isThere || hasRole(sheet, 'balances') || isPennyrowSheet(sheet.title, headLines(sheet, null)));
  if (sheet === null || !isOurs) return previous === null ? NO_BALANCES : balancesGone(previous);
  try {
    const { columns, header } = findColumns(sheet, previous, BALANCES);
    const isProtected = protectionProblem(sheet, columns);
    if (isProtected !== null) throw new PennyrowError(problemOf({ ...isProtected, remedy: null }));
    const { rows, ...located } = readRows(sheet, columns, header, new ProblemList('balances'));
    return balancesFound({ name: sheet.title, id: String(sheet.sheetId) }, header, columns, { rows, located });
  } catch (thrown) {
    return balancesUnusable(sheet.title, previous, thrown);
  }
}

function balancesSheetFor(structure: Structure, remembered: Layout | null): SheetStructure | null {
  return remembered !== null && remembered.balances === undefined ? null : sheetFor('balances', structure, remembered);
}

/** A note if the user may not edit some of the columns. */
function protectionProblem(sheet: SheetStructure, columns: ColumnPositions): Omit<SheetProblem, 'sheet'> | null {
  const isClosed = sheet.protections.some(
    (protection) => !mayEdit(protection) && touches(protection, sheet, Object.values(columns)),
  );
  return isClosed
    ? sheetProblem(problem('workbook_protected', { reason: 'partly', path: null, sheet: sheet.title }))
    : null;
}

/** Users protect single rows on purpose; only a protection that includes new rows is reported. */
function touches(
  { range, unprotectedRanges }: sheets_v4.Schema$ProtectedRange,
  sheet: SheetStructure,
  positions: readonly number[],
): boolean {
  const reachesNewRows = (range?.endRowIndex ?? Infinity) >= sheet.rowCount;
  return (
    reachesNewRows &&
    positions.some(
      (position) => holds(range, position) && !(unprotectedRanges ?? []).some((open) => holds(open, position)),
    )
  );
}

function holds(range: sheets_v4.Schema$GridRange | null | undefined, column: number): boolean {
  return (range?.startColumnIndex ?? 0) <= column && column < (range?.endColumnIndex ?? Infinity);
}

/** Copies of a sheet keep Pennyrow's marks but get a new id, so marks count only if no id is remembered. */
function sheetFor(role: SheetRole, { sheets }: Structure, remembered: Layout | null): SheetStructure | null {
  const grids = sheets.filter(({ isGrid }) => isGrid);
  const memory = rememberedSheet(remembered, role);
  const name = headerKey(memory?.name ?? SHEET_NAMES[role]);
  const isNamed = (sheet: SheetStructure): boolean => headerKey(sheet.title) === name;
  const same = memory?.id == null ? undefined : grids.find(({ sheetId }) => String(sheetId) === memory.id);
  if (same !== undefined || memory !== null) return same ?? grids.find(isNamed) ?? null;
  const ours = grids.filter((sheet) => hasRole(sheet, role));
  return ours.find(isNamed) ?? ours[0] ?? grids.find(isNamed) ?? null;
}
