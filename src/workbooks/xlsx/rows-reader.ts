import { SHEET_COLUMNS, type SheetColumn } from '../../core/sheet-columns.ts';
import { ContentSearch } from '../column-content.ts';
import { settleByContent, type ColumnPositions, type HeaderMatch, type RememberedRows } from '../columns.ts';
import { computedBefore, computedIn } from '../computed-columns.ts';
import type { LineBelow } from '../lines-below.ts';
import type { ProblemList } from '../problem-list.ts';
import { RowCollector } from '../row-collector.ts';
import type { CellContext } from './cell-context.ts';
import { columnsIn } from './cell-reference.ts';
import type { SheetCell } from './cell-value.ts';
import { joinedLines, LinesBeside, mergedBelow, type RowsEnd } from './lines-beside.ts';
import type { LocatedRows } from './located-workbook.ts';
import type { BlockRows } from './sheet-blocks.ts';
import { readSheetRows, type SheetFacts } from './sheet-reader.ts';
import { styleOf } from './styles.ts';
import type { SheetPart } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

export interface RowsSource {
  readonly pkg: ZipPackage;
  readonly context: CellContext;
  readonly signal: AbortSignal | undefined;
}

export interface FoundRows {
  readonly sheet: SheetPart;
  readonly match: HeaderMatch;
  readonly remembered: RememberedRows | null;
  readonly problems: ProblemList;
  /** Rows read so far. */
  readonly progress?: ((rows: number) => void) | undefined;
  /** See `ReadRowsOptions`. */
  readonly wants?: ((rows: BlockRows) => boolean) | undefined;
}

export interface ReadRows extends LocatedRows {
  readonly rows: RowCollector<SheetCell>['rows'];
}

const PROGRESS_EVERY = 5000;

/** Reads the rows below a header. Throws PennyrowError `workbook_column_lost` or `workbook_ambiguous_column`. */
export async function readRows(
  source: RowsSource,
  { sheet, match, remembered, problems, progress, wants }: FoundRows,
): Promise<ReadRows> {
  const { pkg, context, signal } = source;
  const columns = await settleColumns(source, sheet, match, remembered);
  const collector = new RowCollector(context, { columns }, problems, true);
  let lastFormula = 0;
  const facts = await readSheetRows(
    pkg,
    sheet.part,
    context,
    (row) => {
      if (row.index > match.line.row) collector.add(row);
      if (row.cells.some(({ isFormula }) => isFormula)) lastFormula = row.index;
      if (row.index % PROGRESS_EVERY === 0) progress?.(collector.rows.length);
    },
    { signal, columns: new Set(Object.values(columns)), rows: wants },
  );
  progress?.(collector.rows.length);
  const outIsNegative = collector.settle(remembered?.outIsNegative === true);
  const lastUsedRow = collector.lastRow ?? match.line.row;
  const end = {
    lastUsedRow,
    columns: Object.values(columns),
    headed: new Set(match.line.texts.keys()),
    contentEnds: facts.contentEnds,
  };
  const computed = new Set(facts.filled.filter(({ bottom }) => bottom >= match.line.row).flatMap(columnsIn));
  // What stands in rows that were not read is known from an earlier time.
  if (wants !== undefined && remembered !== null) for (const column of computedBefore(remembered)) computed.add(column);
  const isMoreBelow = Math.max(lastFormula, ...facts.contentEnds.values()) > lastUsedRow;
  const beside = isMoreBelow ? await linesBeside(source, sheet, end) : [];
  const lastRowStyles = { ...columnStyles(columns, facts), ...stylesOf(collector.lastCells) };
  return {
    rows: collector.rows,
    transactions: sheet,
    headerRow: match.line.row,
    columns,
    outIsNegative,
    lastUsedRow,
    computed: computedIn(computed, columns, match.line.texts),
    below: joinedLines(collector.below, beside, mergedBelow(facts.merged, end)),
    lastRowStyles,
    isProtected: facts.isProtected && anyLocked(columns, lastRowStyles, context),
  };
}

async function linesBeside(
  { pkg, context, signal }: RowsSource,
  sheet: SheetPart,
  end: RowsEnd,
): Promise<readonly LineBelow[]> {
  const found = new LinesBeside(end);
  const { lastUsedRow } = end;
  await readSheetRows(pkg, sheet.part, context, (row) => void (row.index >= lastUsedRow && found.see(row)), {
    signal,
    from: lastUsedRow,
    rows: ({ to }) => to >= lastUsedRow,
  });
  return found.lines;
}

async function settleColumns(
  { pkg, context, signal }: RowsSource,
  sheet: SheetPart,
  match: HeaderMatch,
  remembered: RememberedRows | null,
): Promise<ColumnPositions> {
  if (remembered === null || match.unsettled.length === 0) return match.columns;
  const search = new ContentSearch(match, remembered, context);
  await readSheetRows(pkg, sheet.part, context, (row) => search.see(row), { signal });
  return settleByContent(sheet.name, match, remembered, search.matches());
}

function stylesOf(cells: Readonly<Partial<Record<SheetColumn, SheetCell>>>): Partial<Record<SheetColumn, number>> {
  return Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell.style]));
}

function columnStyles(columns: ColumnPositions, facts: SheetFacts): Partial<Record<SheetColumn, number>> {
  const styles: Partial<Record<SheetColumn, number>> = {};
  for (const column of SHEET_COLUMNS) {
    const position = columns[column];
    if (position === undefined) continue;
    const given = facts.columnStyles.find(({ first, last }) => first <= position && position <= last);
    if (given !== undefined) styles[column] = given.style;
  }
  return styles;
}

function anyLocked(
  columns: ColumnPositions,
  lastRowStyles: Partial<Record<SheetColumn, number>>,
  context: CellContext,
): boolean {
  return SHEET_COLUMNS.some(
    (column) => columns[column] !== undefined && styleOf(context.styles, lastRowStyles[column] ?? 0).isLocked,
  );
}
