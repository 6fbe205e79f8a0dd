import { COLUMNS, type Column } from '../../core/row.ts';
import type { Layout, RememberedSheet, Rule, SheetProblem, Snapshot } from '../../core/snapshot.ts';
import { ContentSearch } from '../column-content.ts';
import { settleByContent, type ColumnPositions, type HeaderMatch } from '../columns.ts';
import { SHEET_NAMES } from '../headers.ts';
import { categoriesReader, rulesReader, type ListReader, type ListReading } from '../lists.ts';
import { listMissing } from '../missing-sheets.ts';
import { problem } from '../../messages/problem.ts';
import { ProblemList, sheetProblem } from '../problem-list.ts';
import { rememberColumns } from '../remembered-columns.ts';
import { RowCollector } from '../row-collector.ts';
import { cellContext, type CellContext } from './cell-context.ts';
import type { SheetCell } from './cell-value.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { readSharedStrings } from './shared-strings.ts';
import { findTransactions, sheetsFor } from './sheet-finder.ts';
import { readSheetRows, type SheetFacts } from './sheet-reader.ts';
import { readStyles, styleOf } from './styles.ts';
import { findParts, type SheetPart, type WorkbookParts } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

export interface ReadSnapshotOptions {
  readonly signal?: AbortSignal | undefined;
  /** Rows read so far. */
  readonly progress?: ((rows: number) => void) | undefined;
}

/** What the sheets say; the revision and the markers are the caller's to add. */
export interface ReadSnapshot {
  readonly snapshot: Omit<Snapshot, 'revision' | 'markers'>;
  readonly located: LocatedWorkbook;
}

const PROGRESS_EVERY = 5000;

/**
 * Reads the three sheets of an open package. `remembered` is the layout of the last snapshot. Throws
 * PennyrowError `workbook_sheet_missing`, `workbook_column_lost`, `workbook_ambiguous_column`,
 * `workbook_damaged`, `workbook_not_xlsx` or `workbook_too_large`.
 */
export async function readSnapshot(
  pkg: ZipPackage,
  remembered: Layout | null,
  options: ReadSnapshotOptions = {},
): Promise<ReadSnapshot> {
  const { signal, progress } = options;
  const parts = await findParts(pkg);
  const context = cellContext({
    styles: await readStyles(pkg, parts.styles),
    sharedStrings: await readSharedStrings(pkg, parts.sharedStrings, signal),
    date1904: parts.date1904,
  });
  const { sheet, match } = await findTransactions(pkg, parts, context, remembered, signal);
  const columns = await settleColumns(pkg, sheet, context, match, remembered, signal);

  const problems = new ProblemList('transactions');
  const collector = new RowCollector(context, columns, problems);
  const facts = await readSheetRows(
    pkg,
    sheet.part,
    context,
    (row) => {
      if (row.index > match.line.row) collector.add(row);
      if (row.index % PROGRESS_EVERY === 0) progress?.(collector.rows.length);
    },
    { signal, columns: new Set(Object.values(columns)) },
  );
  const { rows } = collector;
  progress?.(rows.length);

  const lastRowStyles = { ...columnStyles(columns, facts), ...stylesOf(collector.lastCells) };
  const isProtected = facts.isProtected && anyLocked(columns, lastRowStyles, context);
  if (isProtected)
    problems.add(sheetProblem(problem('workbook_protected', { reason: 'other', path: null, sheet: sheet.name })));

  const source = { pkg, parts, context, remembered, signal };
  const categories = await readList('categories', source, categoriesReader);
  const rules = await readList('rules', source, rulesReader);
  const layout: Layout = {
    sheets: { transactions: remember(sheet), categories: categories.sheet, rules: rules.sheet },
    headerRow: match.line.row,
    columns: rememberColumns(columns, match.line.texts, rows),
    ...(remembered?.unused !== undefined && { unused: remembered.unused }),
  };
  return {
    snapshot: {
      rows,
      categories: categories.values,
      rules: rules.values,
      layout,
      problems: [...problems.all(), ...categories.problems, ...rules.problems],
    },
    located: {
      parts,
      transactions: sheet,
      headerRow: match.line.row,
      columns,
      lastUsedRow: collector.lastRow ?? match.line.row,
      below: collector.below,
      lastRowStyles,
      isProtected,
      context,
      layout,
    },
  };
}

async function settleColumns(
  pkg: ZipPackage,
  sheet: SheetPart,
  context: CellContext,
  match: HeaderMatch,
  remembered: Layout | null,
  signal: AbortSignal | undefined,
): Promise<ColumnPositions> {
  if (remembered === null || match.unsettled.length === 0) return match.columns;
  const search = new ContentSearch(match, remembered, context);
  await readSheetRows(pkg, sheet.part, context, (row) => search.see(row), { signal });
  return settleByContent(sheet.name, match, remembered, search.matches());
}

function stylesOf(cells: Readonly<Partial<Record<Column, SheetCell>>>): Partial<Record<Column, number>> {
  return Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell.style]));
}

function columnStyles(columns: ColumnPositions, facts: SheetFacts): Partial<Record<Column, number>> {
  const styles: Partial<Record<Column, number>> = {};
  for (const column of COLUMNS) {
    const position = columns[column];
    if (position === undefined) continue;
    const given = facts.columnStyles.find(({ first, last }) => first <= position && position <= last);
    if (given !== undefined) styles[column] = given.style;
  }
  return styles;
}

function anyLocked(
  columns: ColumnPositions,
  lastRowStyles: Partial<Record<Column, number>>,
  context: CellContext,
): boolean {
  return COLUMNS.some(
    (column) => columns[column] !== undefined && styleOf(context.styles, lastRowStyles[column] ?? 0).isLocked,
  );
}

interface ListsSource {
  readonly pkg: ZipPackage;
  readonly context: CellContext;
  readonly signal: AbortSignal | undefined;
  readonly parts: WorkbookParts;
  readonly remembered: Layout | null;
}

interface ReadList<Value> {
  readonly sheet: RememberedSheet | null;
  readonly values: readonly Value[];
  readonly problems: readonly SheetProblem[];
}

async function readList<Value extends string | Rule>(
  role: 'categories' | 'rules',
  { pkg, parts, context, remembered, signal }: ListsSource,
  readerOf: (reading: ListReading<SheetCell>) => ListReader<SheetCell, Value>,
): Promise<ReadList<Value>> {
  const problems = new ProblemList(role);
  const [sheet] = sheetsFor(role, parts, remembered);
  if (sheet === undefined) {
    const name = remembered?.sheets[role]?.name ?? SHEET_NAMES[role];
    problems.add(listMissing(name));
    return { sheet: remembered?.sheets[role] ?? null, values: [], problems: problems.all() };
  }
  const reader = readerOf({ sense: context, problems });
  await readSheetRows(pkg, sheet.part, context, (row) => reader.see(row), { signal });
  const values = reader.end(sheet.name);
  return { sheet: remember(sheet), values, problems: problems.all() };
}

function remember(sheet: SheetPart): RememberedSheet {
  return { name: sheet.name, id: sheet.sheetId };
}
