import type { Layout, RememberedSheet, Rule, SheetProblem, Snapshot } from '../../../core/snapshot.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import { balancesSheetFor, readBalances } from './balances.ts';
import { contentRequest, sheetsRequest } from './content-request.ts';
import { CONTENT_FIELDS, readAnswer } from './read-answer.ts';
import { sheetFor } from './sheet-roles.ts';
import { readStructure, SHEET_FIELDS, SPREADSHEET_FIELDS, type SheetStructure, type Structure } from './structure.ts';
import { computedNote, withComputed } from '../../computed-columns.ts';
import { SHEET_NAMES } from '../../headers.ts';
import { categoriesReader, rulesReader, type ListReader, type ListReading } from '../../lists.ts';
import { listMissing, sheetMissing } from '../../missing-sheets.ts';
import { ProblemList } from '../../problem-list.ts';
import { rememberColumns } from '../../remembered-columns.ts';
import type { LocatedSpreadsheet } from './located-spreadsheet.ts';
import { cellsProblem } from './cell-limit.ts';
import { protectionProblem } from './protections.ts';
import { GOOGLE_SENSE, type GoogleCell } from './google-cell.ts';
import { rowsOf } from './grid-block.ts';
import { findColumns, readRows, withoutCells } from './rows.ts';

export interface ReadContent {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly remembered: Layout | null;
  /** True to ignore marks attached to the columns. */
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

/** True if every column was known by what is attached to it: only of those were the cells in the answer. */
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

/** The content of an answer; the caller adds the revision. */
interface Interpreted {
  readonly snapshot: Omit<Snapshot, 'revision'>;
  readonly located: LocatedSpreadsheet;
}

/**
 * Makes a snapshot of an answer with the cells of its sheets. Throws PennyrowError `workbook_sheet_missing`,
 * `workbook_column_lost` or `workbook_ambiguous_column`.
 */
function interpret(structure: Structure, remembered: Layout | null): Interpreted {
  const sheet = sheetFor('transactions', structure, remembered);
  if (sheet === null)
    throw sheetMissing(`"${structure.title}"`, remembered?.sheets.transactions?.name ?? SHEET_NAMES.transactions);
  const { columns, header } = findColumns(sheet, remembered);

  const problems = new ProblemList('transactions');
  const { rows, ...located } = readRows(sheet, { columns, outIsNegative: remembered?.outIsNegative }, header, problems);
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
