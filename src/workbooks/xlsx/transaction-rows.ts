import { COLUMNS, REQUIRED_COLUMNS, type Column, type Row } from '../../core/row.ts';
import type { Layout, RememberedColumn } from '../../core/snapshot.ts';
import { moreSamples, sampleOf } from './column-content.ts';
import { amountOf, dateOf, isFilled, momentOf, textOf } from './cell-meaning.ts';
import type { SheetCell } from './cell-value.ts';
import type { ColumnPositions } from './columns.ts';
import type { CellContext } from './cell-context.ts';
import type { ProblemList } from './problem-list.ts';
import type { SheetRow } from './sheet-reader.ts';

/** Turns the lines below the header into rows, one at a time. */
export class RowCollector {
  readonly rows: Row[] = [];
  #last: Partial<Record<Column, SheetCell>> = {};
  readonly #context: CellContext;
  readonly #columns: ReadonlyMap<number, Column>;
  readonly #problems: ProblemList;

  constructor(context: CellContext, columns: ColumnPositions, problems: ProblemList) {
    this.#context = context;
    this.#columns = new Map(COLUMNS.flatMap((column) => (columns[column] === undefined ? [] : [[columns[column], column]])));
    this.#problems = problems;
  }

  add({ index, cells }: SheetRow): void {
    const known: Partial<Record<Column, SheetCell>> = {};
    for (const cell of cells) {
      const column = this.#columns.get(cell.column);
      if (column !== undefined) known[column] = cell;
    }
    if (!isInUse(known)) return;
    const row = this.#row(index, known);
    this.rows.push(row);
    this.#last = known;
    this.#report(row);
  }

  /** The styles of the last row's cells. */
  lastStyles(): Partial<Record<Column, number>> {
    return Object.fromEntries(Object.entries(this.#last).map(([column, cell]) => [column, cell.style]));
  }

  #row(index: number, cells: Partial<Record<Column, SheetCell>>): Row {
    const text = (column: Column) => textOf(cells[column], this.#context);
    const amount = amountOf(cells.amount);
    return {
      index,
      dateText: text('date'),
      date: dateOf(cells.date, this.#context),
      description: text('description'),
      amountText: amount ?? text('amount'),
      amount,
      category: text('category'),
      account: text('account'),
      accountId: text('accountId').trim(),
      transactionId: text('transactionId').trim(),
      dateAdded: momentOf(cells.dateAdded, this.#context),
      currency: text('currency').trim(),
    };
  }

  #report(row: Row): void {
    const { index, date, dateText, amount, amountText } = row;
    if (date === null) {
      const what = dateText.trim() === '' ? 'has no date' : `has "${dateText}" where a date belongs`;
      this.#problems.add({ code: 'row_date_unreadable', row: index, message: `Row ${index} ${what}. Enter a date; until then it is in no date range.` });
    }
    if (amount === null) {
      const what = amountText.trim() === '' ? 'has no amount' : `has "${amountText}" where an amount belongs`;
      this.#problems.add({ code: 'row_amount_unreadable', row: index, message: `Row ${index} ${what}. Enter a number.` });
    }
  }
}

/**
 * Formulas that a person has filled down for rows to come (a category, a currency) must not make those
 * rows look used: outside of the columns that every transaction has, only typed values count.
 */
function isInUse(cells: Partial<Record<Column, SheetCell>>): boolean {
  if (REQUIRED_COLUMNS.some((column) => isFilled(cells[column]))) return true;
  return Object.values(cells).some((cell) => isFilled(cell) && !cell.isFormula);
}

/** What to know each column by next time. */
export function rememberColumns(columns: ColumnPositions, headers: ReadonlyMap<number, string>, rows: readonly Row[]): Partial<Record<Column, RememberedColumn>> {
  const remembered: Partial<Record<Column, RememberedColumn>> = {};
  for (const column of COLUMNS) {
    const position = columns[column];
    if (position === undefined) continue;
    remembered[column] = { position, header: headers.get(position) ?? '', sample: sampleOf(rows, (row) => valueOf(row, column)) };
  }
  return remembered;
}

/** The layout once these rows were appended: a column that had few values, or none, is known by theirs. */
export function rememberAppended(layout: Layout, rows: readonly Row[]): Layout {
  const columns: Partial<Record<Column, RememberedColumn>> = {};
  for (const column of COLUMNS) {
    const known = layout.columns[column];
    if (known !== undefined) columns[column] = { ...known, sample: moreSamples(known.sample, sampleOf(rows, (row) => valueOf(row, column))) };
  }
  return { ...layout, columns };
}

/** The same text as `identityText` gives for the cell. */
function valueOf(row: Row, column: Column): string {
  if (column === 'date') return row.date ?? row.dateText;
  if (column === 'amount') return row.amountText;
  return (row[column] ?? '').trim();
}
