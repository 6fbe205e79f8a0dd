import { COLUMNS, type Column } from '../../../core/row.ts';
import type { Layout, RememberedSheet, Rule, SheetProblem, SheetRole, Snapshot } from '../../../core/snapshot.ts';
import { isDateColumn } from '../../cell.ts';
import { ContentSearch } from '../../column-content.ts';
import { matchHeaders, settleByContent, type ColumnPositions, type IdentifiedColumns } from '../../columns.ts';
import { HEADER_SEARCH_ROWS, SHEET_NAMES, headerLine, type HeaderLine } from '../../headers.ts';
import { categoriesReader, rulesReader, type ListReader, type ListReading } from '../../lists.ts';
import { listMissing, sheetMissing } from '../../missing-sheets.ts';
import { ProblemList } from '../../problem-list.ts';
import { rememberColumns } from '../../remembered-columns.ts';
import { RowCollector } from '../../row-collector.ts';
import type { LocatedSpreadsheet } from '../located-spreadsheet.ts';
import { cellsProblem } from '../cell-limit.ts';
import { protectionProblem } from './protections.ts';
import { GOOGLE_SENSE, type GoogleCell } from './google-cell.ts';
import { cellIn, rowsOf } from './grid-block.ts';
import { sheetFor } from './sheet-roles.ts';
import type { SheetStructure, Structure } from './structure.ts';

/** What an answer says; the revision is the caller's to add. */
export interface Interpreted {
  readonly snapshot: Omit<Snapshot, 'revision'>;
  readonly located: LocatedSpreadsheet;
}

/**
 * Makes a snapshot of an answer with the cells of the three sheets. Throws PennyrowError `workbook_sheet_missing`,
 * `workbook_column_lost` or `workbook_ambiguous_column`.
 */
export function interpret(structure: Structure, remembered: Layout | null): Interpreted {
  const sheet = sheetFor('transactions', structure, remembered);
  if (sheet === null)
    throw sheetMissing(`"${structure.title}"`, remembered?.sheets.transactions?.name ?? SHEET_NAMES.transactions);
  const { columns, header } = findColumns(sheet, remembered);

  const problems = new ProblemList('transactions');
  const collector = new RowCollector(GOOGLE_SENSE, columns, problems);
  const wanted = new Set(Object.values(columns));
  const footer = footerRow(sheet, header.row);
  for (const row of rowsOf(sheet.blocks, wanted))
    if (row.index > header.row && row.index !== footer) collector.add(row);
  const { rows } = collector;
  for (const problem of [protectionProblem(sheet, columns), cellsProblem(structure)])
    if (problem !== null) problems.add(problem);

  const source = { structure, remembered };
  const categories = readList('categories', source, categoriesReader<GoogleCell>);
  const rules = readList('rules', source, rulesReader<GoogleCell>);
  const lastUsedRow = collector.lastRow ?? header.row;
  const layout: Layout = {
    sheets: { transactions: remember(sheet), categories: categories.remembered, rules: rules.remembered },
    headerRow: header.row,
    columns: rememberColumns(columns, header.texts, rows),
    ...(remembered?.unused !== undefined && { unused: remembered.unused }),
  };
  return {
    snapshot: {
      rows,
      categories: categories.values,
      rules: rules.values,
      layout,
      problems: [...problems.all(), ...categories.problems, ...rules.problems],
      markers: structure.markers.map(({ runId }) => runId),
    },
    located: {
      title: structure.title,
      transactions: withoutCells(sheet),
      categories: categories.sheet,
      rules: rules.sheet,
      headerRow: header.row,
      columns,
      lastUsedRow,
      below: collector.below,
      showsDate: dateColumns(sheet, columns, lastUsedRow === header.row ? lastUsedRow + 1 : lastUsedRow),
      markers: structure.markers,
    },
  };
}

function findColumns(
  sheet: SheetStructure,
  remembered: Layout | null,
): { readonly columns: ColumnPositions; readonly header: HeaderLine } {
  const match = matchHeaders(sheet.title, headLines(sheet, remembered), remembered, identified(sheet));
  if (remembered === null || match.unsettled.length === 0) return { columns: match.columns, header: match.line };
  const search = new ContentSearch(match, remembered, GOOGLE_SENSE);
  for (const row of rowsOf(sheet.blocks)) search.see(row);
  return { columns: settleByContent(sheet.title, match, remembered, search.matches()), header: match.line };
}

function headLines(sheet: SheetStructure, remembered: Layout | null): HeaderLine[] {
  const last = Math.max(HEADER_SEARCH_ROWS, remembered?.headerRow ?? 0);
  const lines: HeaderLine[] = [];
  for (const row of rowsOf(sheet.blocks)) {
    if (row.index > last) break;
    lines.push(headerLine(row));
  }
  return lines;
}

function identified({ columnTags }: SheetStructure): IdentifiedColumns {
  const columns = new Map<Column, number[]>();
  for (const { column, position } of columnTags) columns.set(column, [...(columns.get(column) ?? []), position]);
  return columns;
}

/** The row of a table's totals, from 1; such a row is no transaction. */
export function footerRow({ tables }: SheetStructure, headerRow: number): number | null {
  return tables.find(({ top, hasFooter }) => hasFooter && top === headerRow - 1)?.bottom ?? null;
}

/** Which columns show numbers as dates in that row, from 1. */
export function dateColumns({ blocks }: SheetStructure, columns: ColumnPositions, row: number): ReadonlySet<Column> {
  return new Set(
    COLUMNS.filter(
      (column) => isDateColumn(column) && cellIn(blocks, row - 1, columns[column] ?? -1)?.showsDate === true,
    ),
  );
}

interface ReadList<Value> {
  readonly sheet: SheetStructure | null;
  readonly remembered: RememberedSheet | null;
  readonly values: readonly Value[];
  readonly problems: readonly SheetProblem[];
}

function readList<Value extends string | Rule>(
  role: Exclude<SheetRole, 'transactions'>,
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

/** What is kept for a write must not keep the cells with it. */
function withoutCells(sheet: SheetStructure): SheetStructure {
  return { ...sheet, blocks: [] };
}
