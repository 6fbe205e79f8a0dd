import type { Layout, RememberedSheet, Rule, SheetProblem, Snapshot } from '../../../core/snapshot.ts';
import { computedNote, withComputed } from '../../computed-columns.ts';
import { SHEET_NAMES } from '../../headers.ts';
import { categoriesReader, rulesReader, type ListReader, type ListReading } from '../../lists.ts';
import { listMissing, sheetMissing } from '../../missing-sheets.ts';
import { ProblemList } from '../../problem-list.ts';
import { rememberColumns } from '../../remembered-columns.ts';
import type { LocatedSpreadsheet } from '../located-spreadsheet.ts';
import { cellsProblem } from '../cell-limit.ts';
import { readBalances } from './balances.ts';
import { protectionProblem } from './protections.ts';
import { GOOGLE_SENSE, type GoogleCell } from './google-cell.ts';
import { rowsOf } from './grid-block.ts';
import { findColumns, readRows, withoutCells } from './rows.ts';
import { sheetFor } from './sheet-roles.ts';
import type { SheetStructure, Structure } from './structure.ts';

/** What an answer says; the revision is the caller's to add. */
export interface Interpreted {
  readonly snapshot: Omit<Snapshot, 'revision'>;
  readonly located: LocatedSpreadsheet;
}

/**
 * Makes a snapshot of an answer with the cells of its sheets. Throws PennyrowError `workbook_sheet_missing`,
 * `workbook_column_lost` or `workbook_ambiguous_column`.
 */
export function interpret(structure: Structure, remembered: Layout | null): Interpreted {
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
