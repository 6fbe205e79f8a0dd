import type { Amount } from '../core/amount.ts';
import { readAmounts, readDates } from '../core/column-texts.ts';
import { COLUMNS, isTextual, shownKey, typeOf, type Row } from '../core/row.ts';
import { SHEET_COLUMNS, hasTwoForMoney, isRequiredIn, type SheetColumn } from '../core/sheet-columns.ts';
import { amountOf, isFilled, textOf, valueOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
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

/** A row with a date or an amount that only all texts of its column tell, or that has none. */
interface OpenRow<C extends Cell> {
  /** Its place in `rows`. */
  readonly at: number;
  readonly date: string | null;
  /** Null where none of its amounts is text. */
  readonly money: Readonly<Record<'amount' | 'moneyIn' | 'moneyOut', C | undefined>> | null;
  readonly unclear: MoneyInTwo['unclear'];
}

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
  readonly #isWhole: boolean;
  readonly #open: OpenRow<C>[] = [];
  /** Of money out, the rows (by their place in `rows`) that have a minus, and those that have none. */
  readonly #outs: Readonly<Record<'minus' | 'plain', { readonly at: number; readonly text: string }[]>> = {
    minus: [],
    plain: [],
  };

  /** `isWhole`: it is shown all lines, and then asked to `settle`. */
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
    this.#isWhole = isWhole;
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
    const money = this.#isInTwo ? this.#moneyInTwo(known) : null;
    const row = isSum ? null : this.#row(index, known, money);
    if (row !== null) {
      const isOpen = this.#isWhole && this.#keepOpen(row, known, money);
      if (!isOpen) {
        this.#noteSign(this.rows.length, money);
        this.#report(row, money?.unclear ?? null);
      }
      this.rows.push(row);
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
   * Reads what all lines tell together: dates and amounts that are text, and whether what goes out has a minus in this sheet, as
   * most of it has or has not; `remembered` where there is none. Those that are written the other way may be what came back:
   * their amounts are not known.
   */
  settle(remembered: boolean): boolean {
    this.#readTexts();
    const { minus, plain } = this.#outs;
    this.#outIsNegative = minus.length === plain.length ? remembered : minus.length > plain.length;
    for (const { at, text } of this.#outIsNegative ? plain : minus) {
      const row = { ...(this.rows[at] as Row), amount: null, amountText: text };
      this.rows[at] = row;
      this.#reportAmount(row, 'direction');
    }
    return this.#outIsNegative;
  }

  /** True if the row has to wait for `settle`. */
  #keepOpen(row: Row, cells: Partial<Record<SheetColumn, C>>, money: MoneyInTwo | null): boolean {
    const { amount, moneyIn, moneyOut } = cells;
    const hasText = holdsText(amount) || holdsText(moneyIn) || holdsText(moneyOut);
    if (row.date !== null && row.amount !== null && !hasText) return false;
    this.#open.push({
      at: this.rows.length,
      date: row.date === null && cells.date?.kind === 'text' ? row.dateText.trim() : null,
      money: hasText ? { amount, moneyIn, moneyOut } : null,
      unclear: money?.unclear ?? null,
    });
    return true;
  }

  #readTexts(): void {
    const moneyTexts = this.#open.flatMap(({ money }) =>
      Object.values(money ?? {}).flatMap((cell) => (holdsText(cell) ? cell.text.trim() : [])),
    );
    const readDate = readDates(new Set(this.#open.flatMap(({ date }) => date ?? [])));
    const readAmount = readAmounts(new Set(moneyTexts));
    const amountIn = (cell: C | undefined): Amount | null =>
      holdsText(cell) ? readAmount(cell.text.trim()) : amountOf(cell);
    for (const { at, date, money, unclear } of this.#open) {
      const row = this.rows[at] as Row;
      const both = money !== null && this.#isInTwo ? this.#moneyInTwo(money, amountIn) : null;
      const amount = money === null ? row.amount : both === null ? amountIn(money.amount) : both.amount;
      const read = { ...row, date: date === null ? row.date : readDate(date), amount };
      this.rows[at] = read;
      this.#noteSign(at, both);
      this.#report(read, both === null ? unclear : both.unclear);
    }
  }

  #moneyInTwo(
    { moneyIn, moneyOut }: { readonly moneyIn?: C | undefined; readonly moneyOut?: C | undefined },
    amountIn?: (cell: C | undefined) => Amount | null,
  ): MoneyInTwo {
    return moneyInTwo(moneyIn, moneyOut, this.#outIsNegative, this.#sense, amountIn);
  }

  /** Notes how money that went out is written. */
  #noteSign(at: number, money: MoneyInTwo | null): void {
    if (money !== null && money.minus !== null)
      this.#outs[money.minus ? 'minus' : 'plain'].push({ at, text: money.text });
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

function holdsText(cell: Cell | undefined): cell is Cell {
  return cell?.kind === 'text' && isFilled(cell);
}

function isTyped(cell: Cell | undefined): boolean {
  return isFilled(cell) && !cell.isFormula;
}

function about(index: number, text: string) {
  return { row: String(index), text: text.trim() === '' ? null : text, more: null, listed: 0 };
}
