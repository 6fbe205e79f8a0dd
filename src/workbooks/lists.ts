import type { ListRole } from '../core/workbook-change.ts';
import { nameIn } from '../core/local-names.ts';
import type { Amount } from '../core/amount.ts';
import type { Rule } from '../core/snapshot.ts';
import { amountOf, isFilled, textOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import { HEADER_SEARCH_ROWS, headerLine, positionOf } from './headers.ts';
import { RULE_HEADERS } from './rules-place.ts';
import { problem } from '../messages/problem.ts';
import { sheetProblem } from '../core/sheet-problem.ts';
import type { ProblemList } from './problem-list.ts';

export interface ListColumn {
  /** In English, German and French. */
  readonly names: readonly string[];
  /** The width in characters of the default font for .xlsx files, in pixels for services. */
  readonly width: readonly [characters: number, pixels: number];
  readonly format: 'text' | 'amount';
}

export const LIST_COLUMNS: Readonly<Record<ListRole, readonly ListColumn[]>> = {
  categories: [{ names: RULE_HEADERS.category, width: [28, 220], format: 'text' }],
  rules: [
    { names: RULE_HEADERS.description, width: [36, 270], format: 'text' },
    { names: RULE_HEADERS.category, width: [24, 180], format: 'text' },
    { names: RULE_HEADERS.minAmount, width: [14, 110], format: 'amount' },
    { names: RULE_HEADERS.maxAmount, width: [14, 110], format: 'amount' },
    { names: RULE_HEADERS.account, width: [24, 180], format: 'text' },
    { names: RULE_HEADERS.renameTo, width: [24, 180], format: 'text' },
  ],
};

export interface ListReader<C extends Cell, Value> {
  /** Returns false if no further rows are needed. */
  see(row: SheetRow<C>): boolean;
  end(sheet: string): readonly Value[];
}

export interface ListReading<C extends Cell> {
  readonly sense: CellSense<C>;
  readonly problems: ProblemList;
}

export function categoriesReader<C extends Cell>({ sense, problems }: ListReading<C>): ListReader<C, string> {
  const categories = new Set<string>();
  const lines = new ListLines<C>([RULE_HEADERS.category], [], (_row, [category]) => {
    const name = textOf(category, sense).trim();
    if (name !== '') categories.add(name);
  });
  return { see: (row) => lines.see(row), end: (sheet) => (lines.end(sheet, problems), [...categories]) };
}

export function rulesReader<C extends Cell>({ sense, problems }: ListReading<C>): ListReader<C, Rule> {
  const rules: Rule[] = [];
  const { description: text, category: name, ...optional } = RULE_HEADERS;
  const lines = new ListLines<C>([text, name], Object.values(optional), (index, cells) => {
    const [textCell, nameCell, minCell, maxCell, ...others] = cells;
    if (!cells.slice(0, 4).some(isFilled)) return;
    const [description = '', category = '', account = '', renameTo = ''] = [textCell, nameCell, ...others].map((cell) =>
      textOf(cell, sense).trim(),
    );
    const bounds = [minCell, maxCell].map(boundOf);
    const [minAmount = null, maxAmount = null] = bounds;
    const flaw = flawOf(description, category, bounds);
    if (flaw !== null)
      problems.add(
        sheetProblem(problem('rule_incomplete', { row: String(index), lacks: flaw, more: null, listed: 0 }), index),
      );
    else if (minAmount !== 'unreadable' && maxAmount !== 'unreadable')
      rules.push({
        index,
        description,
        category,
        minAmount,
        maxAmount,
        ...(account !== '' && { account }),
        ...(renameTo !== '' && { renameTo }),
      });
  });
  return { see: (row) => lines.see(row), end: (sheet) => (lines.end(sheet, problems), rules) };
}

type Bound = Amount | null | 'unreadable';

function boundOf(cell: Cell | undefined): Bound {
  return isFilled(cell) ? (amountOf(cell) ?? 'unreadable') : null;
}

function flawOf(
  description: string,
  category: string,
  bounds: readonly Bound[],
): 'description' | 'category' | 'other' | null {
  if (description === '') return 'description';
  if (category === '') return 'category';
  return bounds.includes('unreadable') ? 'other' : null;
}

/** Calls `onLine` with the cells under the given headers for every line below the header. */
class ListLines<C extends Cell> {
  readonly #required: readonly (readonly string[])[];
  readonly #wanted: readonly (readonly string[])[];
  readonly #onLine: (row: number, cells: readonly (C | undefined)[]) => void;
  #columns: readonly (number | undefined)[] | null = null;

  constructor(
    required: readonly (readonly string[])[],
    optional: readonly (readonly string[])[],
    onLine: (row: number, cells: readonly (C | undefined)[]) => void,
  ) {
    this.#required = required;
    this.#wanted = [...required, ...optional];
    this.#onLine = onLine;
  }

  see(row: SheetRow<C>): boolean {
    if (this.#columns !== null) {
      this.#onLine(
        row.index,
        this.#columns.map((column) => row.cells.find((cell) => cell.column === column)),
      );
      return true;
    }
    const { positions } = headerLine(row);
    const placeOf = (names: readonly string[]): number | undefined => positionOf(positions, names);
    if (this.#required.every((names) => placeOf(names) !== undefined)) this.#columns = this.#wanted.map(placeOf);
    return row.index < HEADER_SEARCH_ROWS || this.#columns !== null;
  }

  end(sheet: string, problems: ProblemList): void {
    if (this.#columns !== null) return;
    const headers = this.#required.map((names) => `"${nameIn(sheet, names)}"`);
    problems.add(sheetProblem(problem('sheet_header_missing', { sheet, headers })));
  }
}
