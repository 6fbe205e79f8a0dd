import { COLUMNS, type Column } from '../../core/row.ts';
import type { Layout, RememberedSheet, Rule, SheetProblem, Snapshot } from '../../core/snapshot.ts';
import type { CellContext } from './cell-context.ts';
import { matchContent } from './column-content.ts';
import { settleByContent, type ColumnPositions, type HeaderMatch } from './columns.ts';
import { SHEET_NAMES } from './headers.ts';
import { readCategories, readRules, type ListSource } from './lists-reader.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { ProblemList } from './problem-list.ts';
import { readSharedStrings } from './shared-strings.ts';
import { findTransactions, sheetsFor } from './sheet-finder.ts';
import { readSheetRows, type SheetFacts } from './sheet-reader.ts';
import { readStyles, styleOf } from './styles.ts';
import { RowCollector, rememberColumns } from './transaction-rows.ts';
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
export async function readSnapshot(pkg: ZipPackage, remembered: Layout | null, options: ReadSnapshotOptions = {}): Promise<ReadSnapshot> {
  const { signal, progress } = options;
  const parts = await findParts(pkg);
  const context: CellContext = {
    styles: await readStyles(pkg, parts.styles),
    sharedStrings: await readSharedStrings(pkg, parts.sharedStrings, signal),
    date1904: parts.date1904,
  };
  const { sheet, match } = await findTransactions(pkg, parts, context, remembered, signal);
  const columns = await settleColumns(pkg, sheet, context, match, remembered, signal);

  const problems = new ProblemList('transactions');
  const collector = new RowCollector(context, columns, problems);
  const facts = await readSheetRows(pkg, sheet.part, context, (row) => {
    if (row.index > match.line.row) collector.add(row);
    if (row.index % PROGRESS_EVERY === 0) progress?.(collector.rows.length);
  }, { signal, columns: new Set(Object.values(columns)) });
  const { rows } = collector;
  progress?.(rows.length);

  const lastRowStyles = { ...columnStyles(columns, facts), ...collector.lastStyles() };
  const isProtected = facts.isProtected && anyLocked(columns, lastRowStyles, context);
  if (isProtected) problems.add(protectedProblem(sheet.name));

  const source = { pkg, parts, context, remembered, signal };
  const categories = await readList('categories', source, readCategories);
  const rules = await readList('rules', source, readRules);
  const layout: Layout = {
    sheets: { transactions: remember(sheet), categories: categories.sheet, rules: rules.sheet },
    headerRow: match.line.row,
    columns: rememberColumns(columns, match.line.texts, rows),
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
      lastUsedRow: rows.at(-1)?.index ?? match.line.row,
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
  const content = await matchContent(pkg, sheet.part, context, match, remembered, signal);
  return settleByContent(sheet.name, match, remembered, content);
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

function anyLocked(columns: ColumnPositions, lastRowStyles: Partial<Record<Column, number>>, context: CellContext): boolean {
  return COLUMNS.some((column) => columns[column] !== undefined && styleOf(context.styles, lastRowStyles[column] ?? 0).isLocked);
}

function protectedProblem(sheet: string): Omit<SheetProblem, 'sheet'> {
  const message = `The sheet "${sheet}" is protected, so nothing can be added to it. Take the protection off in your spreadsheet program.`;
  return { code: 'workbook_protected', row: null, message };
}

interface ListsSource extends Pick<ListSource, 'pkg' | 'context' | 'signal'> {
  readonly parts: WorkbookParts;
  readonly remembered: Layout | null;
}

interface ReadList<Value> {
  readonly sheet: RememberedSheet | null;
  readonly values: readonly Value[];
  readonly problems: readonly SheetProblem[];
}

/** Both lists are a convenience: a workbook without one is read all the same, and says so. */
async function readList<Value extends string | Rule>(
  role: 'categories' | 'rules',
  { parts, remembered, ...source }: ListsSource,
  read: (source: ListSource) => Promise<Value[]>,
): Promise<ReadList<Value>> {
  const problems = new ProblemList(role);
  const [sheet] = sheetsFor(role, parts, remembered);
  if (sheet === undefined) {
    const name = remembered?.sheets[role]?.name ?? SHEET_NAMES[role];
    problems.add({ code: 'sheet_missing', row: null, message: `The workbook has no sheet "${name}".` });
    return { sheet: remembered?.sheets[role] ?? null, values: [], problems: problems.all() };
  }
  const values = await read({ ...source, sheet, problems });
  return { sheet: remember(sheet), values, problems: problems.all() };
}

function remember(sheet: SheetPart): RememberedSheet {
  return { name: sheet.name, id: sheet.sheetId };
}
