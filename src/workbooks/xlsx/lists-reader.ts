import type { Amount } from '../../core/amount.ts';
import type { Rule } from '../../core/snapshot.ts';
import { amountOf, isFilled, textOf } from './cell-meaning.ts';
import type { SheetCell } from './cell-value.ts';
import { HEADER_SEARCH_ROWS, headerKey, headerLine } from './headers.ts';
import type { CellContext } from './cell-context.ts';
import type { ProblemList } from './problem-list.ts';
import { readSheetRows } from './sheet-reader.ts';
import type { SheetPart } from './workbook-parts.ts';
import type { ZipPackage } from './zip-package.ts';

/** What the reading of one of the two lists needs. */
export interface ListSource {
  readonly pkg: ZipPackage;
  readonly sheet: SheetPart;
  readonly context: CellContext;
  readonly problems: ProblemList;
  readonly signal: AbortSignal | undefined;
}

/** The names in the Categories sheet, in its order: blank lines are skipped, a repeated one counts once. */
export async function readCategories(source: ListSource): Promise<string[]> {
  const categories = new Set<string>();
  await readList(source, ['Category'], [], (_row, [category]) => {
    const name = textOf(category, source.context).trim();
    if (name !== '') categories.add(name);
  });
  return [...categories];
}

/** The lines of the Rules sheet, in its order; what is no rule is left out and told. */
export async function readRules(source: ListSource): Promise<Rule[]> {
  const rules: Rule[] = [];
  await readList(source, ['Description', 'Category'], ['Min Amount', 'Max Amount'], (index, cells) => {
    if (!cells.some(isFilled)) return;
    const [description = '', category = ''] = cells.slice(0, 2).map((cell) => textOf(cell, source.context).trim());
    const bounds = cells.slice(2).map(boundOf);
    const [minAmount = null, maxAmount = null] = bounds;
    const flaw = flawOf(description, category, bounds);
    if (flaw !== null) source.problems.add({ code: 'rule_incomplete', row: index, message: `The rule in row ${index} ${flaw}; it is left out until then.` });
    else if (minAmount !== 'unreadable' && maxAmount !== 'unreadable') rules.push({ index, description, category, minAmount, maxAmount });
  });
  return rules;
}

type Bound = Amount | null | 'unreadable';

function boundOf(cell: SheetCell | undefined): Bound {
  return isFilled(cell) ? (amountOf(cell) ?? 'unreadable') : null;
}

function flawOf(description: string, category: string, bounds: readonly Bound[]): string | null {
  if (description === '') return 'needs a description';
  if (category === '') return 'needs a category';
  return bounds.includes('unreadable') ? 'needs plain numbers as its amounts' : null;
}

/** Calls `onLine` with the cells under the wanted headers, in their order, for every line below the header. */
async function readList(
  { pkg, sheet, context, problems, signal }: ListSource,
  required: readonly string[],
  optional: readonly string[],
  onLine: (row: number, cells: readonly (SheetCell | undefined)[]) => void,
): Promise<void> {
  const wanted = [...required, ...optional].map(headerKey);
  let columns: readonly (number | undefined)[] | null = null;
  await readSheetRows(pkg, sheet.part, context, (row) => {
    if (columns !== null) {
      onLine(row.index, columns.map((column) => row.cells.find((cell) => cell.column === column)));
      return true;
    }
    const { positions } = headerLine(row);
    if (required.every((header) => positions.has(headerKey(header)))) columns = wanted.map((header) => positions.get(header)?.[0]);
    return row.index < HEADER_SEARCH_ROWS || columns !== null;
  }, { signal });
  if (columns === null) {
    const names = required.map((header) => `"${header}"`).join(' and ');
    problems.add({ code: 'sheet_header_missing', row: null, message: `The sheet "${sheet.name}" has no header ${names}; name its columns so.` });
  }
}
