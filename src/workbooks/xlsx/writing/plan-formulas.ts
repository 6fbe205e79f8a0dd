import { TextParts, type SheetPart } from '../package/workbook-parts.ts';
import { FormulaSources, shapeOf } from '../../formula-shape.ts';
import { HEADER_SEARCH_ROWS, headerKey, headerLine } from '../../headers.ts';
import { LIST_COLUMNS } from '../../lists.ts';
import { shiftsRows } from '../formulas/cell-reference.ts';
import type { SheetMove } from '../formulas/moved-formulas.ts';
import { FormulaEdit } from '../formulas/formula-edit.ts';
import { SheetFormulas, type ReadCells } from '../formulas/sheet-formulas.ts';
import type { ListEdit, PlanContext } from './plan-rows.ts';
import { blocksWith } from '../package/sheet-blocks.ts';
import { rewriteSheet } from '../package/sheet-rewriter.ts';
import { elementsIn, firstElement } from '../../../platform/xml/xml-tag.ts';
import { textOf } from '../package/xml-edit.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { sheetsFor } from '../reading/snapshot-reader.ts';
import { readSheetRows } from '../reading/sheet-reader.ts';

export interface FormulaRefresh extends Pick<PlanContext, 'pkg' | 'located' | 'change' | 'signal'> {
  readonly moves: readonly SheetMove[];
  readonly edited: readonly ListEdit[];
  /** The edited lists other than the transactions. */
  readonly others: readonly ListEdit[];
}

/** Plans edits of formulas, by sheet part, and removes stored results that the change makes stale. Throws ImmovableRows. */
export async function planFormulas(refresh: FormulaRefresh): Promise<ReadonlyMap<string, FormulaEdit>> {
  const { pkg, located, moves, signal } = refresh;
  const sheets = new Map<SheetPart, SheetFormulas>();
  const isShift = moves.some(({ move }) => shiftsRows(move));
  for (const sheet of located.parts.sheets) {
    if (!isShift && !(await hasFormulas(pkg, sheet.part, signal))) continue;
    const list = refresh.edited.find((each) => each.sheet === sheet);
    const read = await findReadCells(refresh, sheet);
    const formulas = new SheetFormulas(sheet.name.toLowerCase(), moves, read, list?.formulaRows);
    for await (const _ of rewriteSheet(pkg.stream(sheet.part, WITH_FORMULAS), formulas)) signal?.throwIfAborted();
    sheets.set(sheet, formulas);
    if (formulas.continued !== null) list?.continueFormulas?.(formulas.continued);
  }
  const hasResults = [...sheets.values()].some(({ resultRows }) => resultRows.size > 0);
  const staleSheets = hasResults
    ? findStaleSheets(changedSheets(refresh), {
        sheets: new Map([...sheets].map(([{ name }, { sources }]) => [name.toLowerCase(), sources])),
        names: await definedNames(pkg, located.parts.workbook),
        tables: await tableSheets(pkg, located.parts.sheets),
      })
    : new Set<string>();
  const edits = new Map<string, FormulaEdit>();
  for (const [{ name, part }, formulas] of sheets) {
    const edit = new FormulaEdit(formulas, staleSheets.has(name.toLowerCase()));
    if (!edit.isEmpty) edits.set(part, edit);
  }
  return edits;
}

const WITH_FORMULAS = blocksWith(({ mayHoldFormulas }) => mayHoldFormulas);

const END_OF_FORMULA = 'f>';

/** Searches the bytes instead of parsing the XML, because most sheets contain no formulas. */
async function hasFormulas(pkg: ZipPackage, part: string, signal: AbortSignal | undefined): Promise<boolean> {
  let last = '';
  for await (const chunk of pkg.stream(part, WITH_FORMULAS)) {
    signal?.throwIfAborted();
    if ((last === 'f' && chunk[0] === END_OF_FORMULA.charCodeAt(1)) || chunk.includes(END_OF_FORMULA)) return true;
    last = chunk.toString('latin1', chunk.length - 1);
  }
  return false;
}

function changedSheets({ located, change, others }: FormulaRefresh): readonly string[] {
  const { appends, updates, removals, additions, withdrawals } = change;
  const isChanged = [appends, updates, removals, additions?.columns ?? [], withdrawals ?? []].some(
    (changes) => changes.length > 0,
  );
  return [...(isChanged ? [located.transactions.name] : []), ...others.map(({ sheet }) => sheet.name)].map((name) =>
    name.toLowerCase(),
  );
}

/** Columns whose stored results are kept, so that Pennyrow can read calculated categories before a program recalculates them. */
async function findReadCells({ pkg, located, signal }: FormulaRefresh, sheet: SheetPart): Promise<ReadCells | null> {
  const { layout, parts, context } = located;
  const rows = [located, located.balances].find((each) => each?.transactions === sheet);
  if (rows != null)
    return { columns: new Set(Object.values(rows.columns)), from: rows.headerRow + 1, to: rows.lastUsedRow };
  const headers = (['categories', 'rules'] as const).flatMap((role) =>
    sheetsFor(role, parts, layout).includes(sheet) ? LIST_COLUMNS[role].flatMap(({ names }) => names) : [],
  );
  if (headers.length === 0) return null;
  const found = new Set<number>();
  await readSheetRows(
    pkg,
    sheet.part,
    context,
    (row) => {
      const { positions } = headerLine(row);
      for (const header of headers) for (const column of positions.get(headerKey(header)) ?? []) found.add(column);
      return row.index < HEADER_SEARCH_ROWS;
    },
    { signal },
  );
  return { columns: found, from: 1, to: Infinity };
}

interface WorkbookFormulas {
  readonly sheets: ReadonlyMap<string, FormulaSources>;
  readonly names: ReadonlyMap<string, FormulaSources>;
  readonly tables: ReadonlyMap<string, string>;
}

/** Sheets with formulas that depend on changed sheets, directly or through other sheets, or that have unknown references. */
export function findStaleSheets(changedSheets: Iterable<string>, formulas: WorkbookFormulas): ReadonlySet<string> {
  const sheets = new Set(changedSheets);
  const names = new Set<string>();
  const isStale = (sources: FormulaSources): boolean =>
    sources.isDynamic ||
    [...sources.sheets].some((sheet) => sheets.has(sheet)) ||
    [...sources.names].some((name) => names.has(name) || !formulas.names.has(name)) ||
    [...sources.calls].some((call) => names.has(call)) ||
    [...sources.tables].some((table) => sheets.has(formulas.tables.get(table) ?? '') || !formulas.tables.has(table));
  for (let count = -1; count !== sheets.size + names.size;) {
    count = sheets.size + names.size;
    for (const [name, sources] of formulas.names) if (isStale(sources)) names.add(name);
    for (const [sheet, sources] of formulas.sheets) if (isStale(sources)) sheets.add(sheet);
  }
  return sheets;
}

/** The sheets and names that each defined name refers to, by its name in lower case. Definitions in several sheets are combined. */
async function definedNames(pkg: ZipPackage, workbook: string): Promise<ReadonlyMap<string, FormulaSources>> {
  const names = new Map<string, FormulaSources>();
  for (const tag of elementsIn(await new TextParts(pkg).read(workbook), 'definedName')) {
    const name = tag.get('name')?.toLowerCase() ?? '';
    const formula = textOf(tag) ?? 'INDIRECT()';
    const sources = names.get(name) ?? new FormulaSources();
    sources.add(shapeOf(formula, { row: 1, column: 0 }));
    names.set(name, sources);
  }
  return names;
}

async function tableSheets(pkg: ZipPackage, sheets: readonly SheetPart[]): Promise<ReadonlyMap<string, string>> {
  const tables = new Map<string, string>();
  for (const { name, part } of sheets) {
    for (const { text } of await new TextParts(pkg).related(part, 'table')) {
      const table = firstElement(text, 'table')?.get('displayName') ?? '';
      tables.set(table.toLowerCase(), name.toLowerCase());
    }
  }
  return tables;
}
