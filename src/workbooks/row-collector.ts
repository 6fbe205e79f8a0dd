import { COLUMNS, REQUIRED_COLUMNS, isTextual, shownKey, typeOf, type Column, type Row } from '../core/row.ts';
import { isFilled, textOf, valueOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ColumnPositions } from './columns.ts';
import { isTotal, isTransaction, lineBelow, type LineBelow } from './lines-below.ts';
import { problem } from '../messages/problem.ts';
import { sheetProblem, type ProblemList } from './problem-list.ts';

const READ = COLUMNS.map((column) => ({ column, type: typeOf(column), shown: shownKey(column) }));

/** A copy of an object that has all its keys is filled much faster than one that grows. */
const BLANK: Record<string, string | number | null> = Object.fromEntries(
  ['index', ...READ.flatMap(({ column, shown }) => (shown === null ? [column] : [shown, column]))].map((key) => [
    key,
    null,
  ]),
);

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
    const row: Record<string, string | number | null> = { ...BLANK, index };
    for (const { column, type, shown } of READ) {
      const cell = cells[column];
      const text = type === 'added' ? '' : textOf(cell, this.#sense);
      if (isTextual(type)) row[column] = type === 'code' ? text.trim() : text;
      else {
        const value = valueOf(type, cell, this.#sense);
        row[column] = value;
        if (shown !== null) row[shown] = type === 'amount' ? (value ?? text) : text;
      }
    }
    return row as unknown as Row;
  }

  #report(row: Row): void {
    const { index, date, dateText, amount, amountText } = row;
    const about = (text: string) => ({
      row: String(index),
      text: text.trim() === '' ? null : text,
      more: null,
      listed: 0,
    });
    if (date === null) this.#problems.add(sheetProblem(problem('row_date_unreadable', about(dateText)), index));
    if (amount === null) this.#problems.add(sheetProblem(problem('row_amount_unreadable', about(amountText)), index));
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
