import { COLUMNS, isTextual, shownKey, typeOf, type Row } from '../core/row.ts';
import { SHEET_COLUMNS, hasTwoForMoney, isRequiredIn, type SheetColumn } from '../core/sheet-columns.ts';
import { isFilled, textOf, valueOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import { isTotal, isTransaction, lineBelow, type LineBelow } from './lines-below.ts';
import { problem } from '../messages/problem.ts';
import { sheetProblem, type ProblemList } from './problem-list.ts';
import { moneyInTwo, type CellPlaces, type MoneyInTwo } from './row-cells.ts';

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
  #last: Partial<Record<SheetColumn, C>> = {};
  #lastRow: number | null = null;
  #below: LineBelow[] = [];
  readonly #sense: CellSense<C>;
  readonly #columns: ReadonlyMap<number, SheetColumn>;
  readonly #required: readonly SheetColumn[];
  readonly #problems: ProblemList;
  readonly #isInTwo: boolean;
  /** Null as long as it is not known. */
  #outIsNegative: boolean | null;
  /** Of money out, the rows (by their place in `rows`) that have a minus, and those that have none. */
  readonly #outs: Readonly<Record<'minus' | 'plain', { readonly at: number; readonly text: string }[]>> = {
    minus: [],
    plain: [],
  };

  /** `isWhole`: it is shown all lines, and then asked for `settleSigns`. */
  constructor(
    sense: CellSense<C>,
    { columns, outIsNegative = false }: CellPlaces,
    problems: ProblemList,
    isWhole = false,
  ) {
    this.#sense = sense;
    this.#columns = new Map(
      SHEET_COLUMNS.flatMap((column) => (columns[column] === undefined ? [] : [[columns[column], column]])),
    );
    this.#required = SHEET_COLUMNS.filter((column) => isRequiredIn(columns, column));
    this.#problems = problems;
    this.#isInTwo = hasTwoForMoney(columns);
    this.#outIsNegative = isWhole ? null : outIsNegative;
  }

  add({ index, cells }: SheetRow<C>): void {
    const known: Partial<Record<SheetColumn, C>> = {};
    for (const cell of cells) {
      const column = this.#columns.get(cell.column);
      if (column !== undefined) known[column] = cell;
    }
    const isSum = !isFilled(known.transactionId) && this.#isTotal(known, index);
    if (!isSum && !this.#isInUse(known)) {
      // A note is no row, but it must not be written over either.
      if (isTyped(known.notes)) this.#below.push(lineBelow(index, Object.values(known)));
      return;
    }
    const money = this.#isInTwo ? moneyInTwo(known.moneyIn, known.moneyOut, this.#outIsNegative, this.#sense) : null;
    const row = isSum ? null : this.#row(index, known, money);
    if (row !== null) {
      if (money !== null && money.minus !== null)
        this.#outs[money.minus ? 'minus' : 'plain'].push({ at: this.rows.length, text: money.text });
      this.rows.push(row);
      this.#report(row, money?.unclear ?? null);
    }
    if (row === null || !isTransaction(row)) {
      this.#below.push(lineBelow(index, Object.values(known)));
      return;
    }
    this.#last = known;
    this.#lastRow = index;
    this.#below = [];
  }

  /**
   * Whether what goes out has a minus in this sheet, as most of it has or has not; `remembered` where there is none. Those that
   * are written the other way may be what came back: their amounts are not known.
   */
  settleSigns(remembered: boolean): boolean {
    const { minus, plain } = this.#outs;
    this.#outIsNegative = minus.length === plain.length ? remembered : minus.length > plain.length;
    for (const { at, text } of this.#outIsNegative ? plain : minus) {
      const row = { ...(this.rows[at] as Row), amount: null, amountText: text };
      this.rows[at] = row;
      this.#reportAmount(row, 'direction');
    }
    return this.#outIsNegative;
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
  get lastCells(): Readonly<Partial<Record<SheetColumn, C>>> {
    return this.#last;
  }

  #row(index: number, cells: Partial<Record<SheetColumn, C>>, money: MoneyInTwo | null): Row {
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
    if (money !== null) {
      row['amount'] = money.amount;
      row['amountText'] = money.amount ?? money.text;
    }
    return row as unknown as Row;
  }

  #report(row: Row, unclear: MoneyInTwo['unclear']): void {
    const { index, date, dateText } = row;
    if (date === null) this.#problems.add(sheetProblem(problem('row_date_unreadable', about(index, dateText)), index));
    this.#reportAmount(row, unclear);
  }

  #reportAmount({ index, amount, amountText }: Row, unclear: MoneyInTwo['unclear']): void {
    if (amount === null && unclear === null)
      this.#problems.add(sheetProblem(problem('row_amount_unreadable', about(index, amountText)), index));
    if (amount === null && unclear !== null)
      this.#problems.add(
        sheetProblem(
          problem('row_money_unclear', { ...about(index, amountText), text: amountText, reason: unclear }),
          index,
        ),
      );
  }

  #isTotal({ amount, moneyIn, moneyOut }: Partial<Record<SheetColumn, C>>, index: number): boolean {
    return [amount, moneyIn, moneyOut].some((cell) => isTotal(cell, index));
  }

  /**
   * Formulas that a person has filled down for rows to come (a category, a currency) must not make those
   * rows look used: outside of the columns that every transaction has, only typed values count.
   */
  #isInUse(cells: Partial<Record<SheetColumn, C>>): boolean {
    if (this.#required.some((column) => isFilled(cells[column]))) return true;
    const { notes: _notes, ...others } = cells;
    return Object.values(others).some(isTyped);
  }
}

function isTyped(cell: Cell | undefined): boolean {
  return isFilled(cell) && !cell.isFormula;
}

function about(index: number, text: string) {
  return { row: String(index), text: text.trim() === '' ? null : text, more: null, listed: 0 };
}
