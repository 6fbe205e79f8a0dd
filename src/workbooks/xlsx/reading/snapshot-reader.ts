import type { Layout, RememberedSheet, Rule, SheetProblem, Snapshot } from '../../../core/snapshot.ts';
import { computedNote, withComputed } from '../../computed-columns.ts';
import { SHEET_NAMES } from '../../headers.ts';
import { categoriesReader, rulesReader, type ListReader, type ListReading } from '../../lists.ts';
import { listMissing, ProblemList, sheetProblem } from '../../problem-list.ts';
import { problem } from '../../../messages/problem.ts';
import { findTopRow, rememberOrder } from '../../row-order.ts';
import { rememberColumns, withSamplesOf } from '../../remembered-columns.ts';
import { readBalances } from './balances-reader.ts';
import { readSource, type SheetCell, type WorkbookSource } from './cell-context.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { findTransactions, sheetsFor } from './sheet-finder.ts';
import { readRows } from './rows-reader.ts';
import { readSheetRows } from './sheet-reader.ts';
import type { SheetPart } from '../package/workbook-parts.ts';
import type { ReadOptions } from '../../workbook.ts';
import type { ZipPackage } from '../package/zip-package.ts';

export type ReadSnapshotOptions = Pick<ReadOptions, 'signal' | 'progress' | 'omits'>;

/** The caller adds the revision and the markers. */
export interface ReadSnapshot {
  readonly snapshot: Omit<Snapshot, 'revision' | 'markers'>;
  readonly located: LocatedWorkbook;
}

/**
 * `remembered` is the layout of the last snapshot. Throws PennyrowError `workbook_sheet_missing`, `workbook_column_lost`,
 * `workbook_ambiguous_column`, `workbook_damaged`, `workbook_not_xlsx` or `workbook_too_large`.
 */
export async function readSnapshot(
  pkg: ZipPackage,
  remembered: Layout | null,
  options: ReadSnapshotOptions = {},
): Promise<ReadSnapshot> {
  const { signal, progress, omits } = options;
  const source = await readSource(pkg, signal);
  const { sheet, match } = await findTransactions(source, remembered);
  const problems = new ProblemList('transactions');
  const { rows, ...located } = await readRows(source, { sheet, match, remembered, problems, progress, omits });
  if (located.isProtected)
    problems.add(sheetProblem(problem('workbook_protected', { reason: 'other', path: null, sheet: sheet.name })));
  // Finding the top row requires all rows.
  const topRow = omits === undefined ? findTopRow(rows, remembered) : null;
  const note = computedNote(sheet.name, located.computed);
  if (note !== null) problems.add(note);

  const categories = await readList('categories', source, remembered, categoriesReader);
  const rules = await readRules(source, remembered);
  const balances = await readBalances(source, remembered);
  const columns = rememberColumns(located, match.line.texts, rows);
  const layout: Layout = {
    sheets: { transactions: remember(sheet), categories: categories.sheet, rules: rules.sheet },
    headerRow: match.line.row,
    columns: withComputed(
      omits === undefined ? columns : withSamplesOf(remembered?.columns ?? {}, columns),
      located.computed,
    ),
    ...(located.outIsNegative === true && { outIsNegative: true as const }),
    ...rememberOrder(topRow, remembered),
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
    },
    located: { parts: source.parts, context: source.context, ...located, topRow, balances: balances.located, layout },
  };
}

export function readRules(source: WorkbookSource, remembered: Layout | null): Promise<ReadList<Rule>> {
  return readList('rules', source, remembered, rulesReader);
}

interface ReadList<Value> {
  readonly sheet: RememberedSheet | null;
  readonly values: readonly Value[];
  readonly problems: readonly SheetProblem[];
}

async function readList<Value extends string | Rule>(
  role: 'categories' | 'rules',
  { pkg, parts, context, signal }: WorkbookSource,
  remembered: Layout | null,
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
