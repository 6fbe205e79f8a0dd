import type { Budget } from '../core/budget.ts';
import type { ListRole } from '../core/workbook-change.ts';
import { absoluteAmount } from '../core/amount.ts';
import { nameIn } from '../core/local-names.ts';
import type { Rule } from '../core/snapshot.ts';
import { amountOf, isFilled, textOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import { HEADER_SEARCH_ROWS, headerLine, positionOf } from './headers.ts';
import { cellOfRow } from './row-cells.ts';
import { readRule, RULE_HEADERS, RulesPlaceFinder, type RulesPlace } from './rules-place.ts';
import { problem } from '../messages/problem.ts';
import { sheetProblem } from '../core/sheet-problem.ts';
import type { ProblemList } from './problem-list.ts';

export interface ListColumn {
  /** In English, German and French. */
  readonly names: readonly string[];
  /** The width in characters of the default font for .xlsx files, in pixels for online services. */
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
  /** Reads the next row. Returns false if the reader needs no further rows. */
  see(row: SheetRow<C>): boolean;
  end(sheet: string): readonly Value[];
}

export interface ListReading<C extends Cell> {
  readonly sense: CellSense<C>;
  readonly problems: ProblemList;
}

export interface Category {
  readonly name: string;
  readonly budgets: readonly Budget[];
}

export function categoriesReader<C extends Cell>({ sense, problems }: ListReading<C>): ListReader<C, Category> {
  const categories = new Map<string, Category>();
  let column: number | undefined;
  let budgetColumns: readonly BudgetColumn[] = [];
  const budgetsIn = (row: SheetRow<C>, category: string): Budget[] =>
    budgetColumns.flatMap(({ position, month }) => {
      const amount = amountOf(cellOfRow(row, position));
      return amount === null ? [] : [{ category, amount: absoluteAmount(amount), month }];
    });
  return {
    see: (row) => {
      if (column === undefined) {
        const { positions } = headerLine(row);
        column = positionOf(positions, RULE_HEADERS.category);
        budgetColumns = budgetColumnsOf(row, positionOf(positions, BUDGET_HEADERS), sense);
      } else {
        const name = textOf(cellOfRow(row, column), sense).trim();
        if (!categories.has(name)) categories.set(name, { name, budgets: budgetsIn(row, name) });
      }
      return row.index < HEADER_SEARCH_ROWS || column !== undefined;
    },
    end: (sheet) => {
      if (column === undefined) problems.add(headerMissing(sheet, [RULE_HEADERS.category]));
      categories.delete('');
      return [...categories.values()];
    },
  };
}

type BudgetColumn = Pick<Budget, 'month'> & { readonly position: number };

const BUDGET_HEADERS = ['Budget', 'Monthly Budget', 'Monatsbudget', 'Budget mensuel'];

/** The columns of budgets: the *Budget* column, and columns with a date as header (Tiller has one for each month). */
function budgetColumnsOf<C extends Cell>(
  { cells }: SheetRow<C>,
  monthly: number | undefined,
  sense: CellSense<C>,
): BudgetColumn[] {
  const months = cells.flatMap((cell) => {
    const date = cell.kind === 'date' ? sense.dates.toDate(cell.number) : null;
    return date === null ? [] : [{ position: cell.column, month: date.slice(0, 'YYYY-MM'.length) }];
  });
  return monthly === undefined ? months : [{ position: monthly, month: null }, ...months];
}

export function rulesReader<C extends Cell>({ sense, problems }: ListReading<C>): ListReader<C, Rule> {
  const rules: Rule[] = [];
  const finder = new RulesPlaceFinder();
  const read = (row: SheetRow<C>, place: RulesPlace): void => {
    const { description, category, minAmount, maxAmount } = place.columns;
    const isBlank = ![description, category, minAmount, maxAmount].some((position) =>
      isFilled(cellOfRow(row, position)),
    );
    if (isBlank) return;
    const { values, isReadable } = readRule(row, place, sense);
    const lacks = values.description === '' ? 'description' : values.category === '' ? 'category' : 'other';
    if (isReadable && lacks === 'other') rules.push({ index: row.index, ...values });
    else problems.add(sheetProblem(problem('rule_incomplete', { row: String(row.index), lacks }), row.index));
  };
  return {
    see: (row) => {
      if (finder.place === null) return finder.see(row);
      read(row, finder.place);
      return true;
    },
    end: (sheet) => {
      if (finder.place === null) problems.add(headerMissing(sheet, [RULE_HEADERS.description, RULE_HEADERS.category]));
      return rules;
    },
  };
}

function headerMissing(sheet: string, required: readonly (readonly string[])[]): ReturnType<typeof sheetProblem> {
  const headers = required.map((names) => `"${nameIn(sheet, names)}"`);
  return sheetProblem(problem('sheet_header_missing', { sheet, headers }));
}
