import { COLUMNS, REQUIRED_COLUMNS, type Column, type Row } from '../core/row.ts';
import { amountOf, dateOf, isFilled, momentOf, textOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ColumnPositions } from './columns.ts';
import { isTotal, isTransaction, lineBelow, type LineBelow } from './lines-below.ts';
import type { ProblemList } from './problem-list.ts';

/** Turns the lines below the header into rows, one at a time. */
export class RowCollector<C extends Cell> {
  readonly rows: Row[] = [];
  #last: Partial<Record<Column, C>> = {};
  #lastRow: number | null = null;
  #below: LineBelow[] = [];
  readonly #sense: CellSense<C>;
  readonly #columns: ReadonlyMap<number, Column>;
  readonly #problems: ProblemList;

  constructor(sense: CellSense<C>, columns: ColumnPositions, problems: ProblemList) {
    this.#sense = sense;
    this.#columns = new Map(
      COLUMNS.flatMap((column) => (columns[column] === undefined ? [] : [[columns[column], column]])),
    );
    this.#problems = problems;
  }

  add({ index, cells }: SheetRow<C>): void {
    const known: Partial<Record<Column, C>> = {};
    for (const cell of cells) {
      const column = this.#columns.get(cell.column);
      if (column !== undefined) known[column] = cell;
    }
    const isSum = !isFilled(known.transactionId) && isTotal(known.amount, index);
    if (!isSum && !isInUse(known)) return;
    const row = isSum ? null : this.#row(index, known);
    if (row !== null) {
      this.rows.push(row);
      this.#report(row);
    }
    if (row === null || !isTransaction(row)) {
      this.#below.push(lineBelow(index, Object.values(known)));
      return;
    }
    this.#last = known;
    this.#lastRow = index;
    this.#below = [];
  }

  /** Number of the last row that is a transaction beyond doubt; null for none. */
  get lastRow(): number | null {
    return this.#lastRow;
  }

  /** Lines below it that hold something else in Pennyrow's columns, top to bottom. */
  get below(): readonly LineBelow[] {
    return this.#below;
  }

  /** The cells of that last row. */
  get lastCells(): Readonly<Partial<Record<Column, C>>> {
    return this.#last;
  }

  #row(index: number, cells: Partial<Record<Column, C>>): Row {
    const text = (column: Column) => textOf(cells[column], this.#sense);
    const amount = amountOf(cells.amount);
    return {
      index,
      dateText: text('date'),
      date: dateOf(cells.date, this.#sense),
      description: text('description'),
      amountText: amount ?? text('amount'),
      amount,
      category: text('category'),
      account: text('account'),
      accountId: text('accountId').trim(),
      transactionId: text('transactionId').trim(),
      dateAdded: momentOf(cells.dateAdded, this.#sense),
      currency: text('currency').trim(),
    };
  }

  #report(row: Row): void {
    const { index, date, dateText, amount, amountText } = row;
    if (date === null) {
      const what = dateText.trim() === '' ? 'has no date' : `has "${dateText}" where a date belongs`;
      this.#problems.add({
        code: 'row_date_unreadable',
        row: index,
        message: `Row ${index} ${what}. Enter a date; until then it is in no date range.`,
      });
    }
    if (amount === null) {
      const what = amountText.trim() === '' ? 'has no amount' : `has "${amountText}" where an amount belongs`;
      this.#problems.add({
        code: 'row_amount_unreadable',
        row: index,
        message: `Row ${index} ${what}. Enter a number.`,
      });
    }
  }
}

/**
 * Formulas that a person has filled down for rows to come (a category, a currency) must not make those
 * rows look used: outside of the columns that every transaction has, only typed values count.
 */
function isInUse(cells: Partial<Record<Column, Cell>>): boolean {
  if (REQUIRED_COLUMNS.some((column) => isFilled(cells[column]))) return true;
  return Object.values(cells).some((cell) => isFilled(cell) && !cell.isFormula);
}
