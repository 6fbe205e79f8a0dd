import type { Amount } from '../core/amount.ts';
import { isAmbiguous, readAmounts, readDates } from '../core/column-texts.ts';
import { COLUMNS, isTextual, shownKey, typeOf, type Column, type Row } from '../core/row.ts';
import { SHEET_COLUMNS, hasTwoForMoney, isRequiredIn, shows, type SheetColumn } from '../core/sheet-columns.ts';
import { amountOf, isFilled, textOf, valueOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import { isTotal } from './formula-shape.ts';
import { isTransaction } from './row-order.ts';
import { problem } from '../messages/problem.ts';
import { sheetProblem } from '../core/sheet-problem.ts';
import { ProblemList } from './problem-list.ts';
import { moneyInTwo, type CellPlaces, type MoneyInTwo } from './row-cells.ts';

const READ = COLUMNS.map((column) => ({ column, type: typeOf(column), shown: shownKey(column) }));

/** A blank row to copy, because this is much faster than adding keys to an object. */
const BLANK: Record<string, string | number | null> = Object.fromEntries([
  ['index', null],
  ...READ.flatMap(({ column, type, shown }) => {
    const empty = [column, isTextual(type) ? '' : null];
    return shown === null ? [empty] : [[shown, ''], empty];
  }),
]);

/** A row whose date or amount is missing or is a text. `settle` reads the texts once the format of the whole column is known. */
interface OpenRow<C extends Cell> {
  readonly at: number;
  readonly date: string | null;
  readonly money: Readonly<Record<'amount' | 'moneyIn' | 'moneyOut', C | undefined>> | null;
  readonly unclear: MoneyInTwo['unclear'];
}

export class RowCollector<C extends Cell> {
  readonly rows: Row[] = [];
  readonly problems = new ProblemList('transactions');
  /** The last row that is certainly a transaction; null for none. */
  lastRow: number | null = null;
  lastCells: Readonly<Partial<Record<SheetColumn, C>>> = {};
  /** Lines below `lastRow` with content in Pennyrow's columns, such as a total or a note, from top to bottom. */
  below: SheetRow<C>[] = [];
  readonly #sense: CellSense<C>;
  readonly #columns: ReadonlyMap<number, SheetColumn>;
  readonly #required: readonly SheetColumn[];
  readonly #isInTwo: boolean;
  readonly #read: typeof READ;
  #outIsNegative: boolean | null;
  readonly #isWhole: boolean;
  readonly #omits: (row: Row) => boolean;
  readonly #open: OpenRow<C>[] = [];
  readonly #outs: Readonly<Record<'minus' | 'plain', { readonly at: number; readonly text: string }[]>> = {
    minus: [],
    plain: [],
  };

  /** If `isWhole`, the caller adds all lines and then calls `settle`. `omits`: see `ReadOptions`. */
  constructor(
    sense: CellSense<C>,
    { columns, outIsNegative = false }: CellPlaces,
    isWhole = false,
    omits: (row: Row) => boolean = () => false,
  ) {
    this.#sense = sense;
    this.#columns = new Map(
      SHEET_COLUMNS.flatMap((column) => (columns[column] === undefined ? [] : [[columns[column], column]])),
    );
    this.#read = READ.filter(({ column }) => shows(columns, column));
    this.#required = SHEET_COLUMNS.filter((column) => isRequiredIn(columns, column));
    this.#isInTwo = hasTwoForMoney(columns);
    this.#outIsNegative = isWhole ? null : outIsNegative;
    this.#isWhole = isWhole;
    this.#omits = omits;
  }

  add({ index, cells }: SheetRow<C>): void {
    const cellsByColumn: Partial<Record<SheetColumn, C>> = {};
    for (const cell of cells) {
      const column = this.#columns.get(cell.column);
      if (column !== undefined) cellsByColumn[column] = cell;
    }
    const isSum = !isFilled(cellsByColumn.transactionId) && this.#isTotal(cellsByColumn, index);
    if (!isSum && !this.#isInUse(cellsByColumn)) {
      if (isTyped(cellsByColumn.notes)) this.below.push({ index, cells: Object.values(cellsByColumn) });
      return;
    }
    const money = this.#isInTwo ? this.#moneyInTwo(cellsByColumn) : null;
    const row = isSum ? null : this.#row(index, cellsByColumn, money);
    if (row !== null && !this.#omits(row)) {
      const isOpen = this.#isWhole && this.#keepOpen(row, cellsByColumn, money);
      if (!isOpen) {
        this.#noteSign(this.rows.length, money);
        this.#report(row, money?.unclear ?? null);
      }
      this.rows.push(row);
    }
    if (row === null || !isTransaction(row)) {
      this.below.push({ index, cells: Object.values(cellsByColumn) });
      return;
    }
    this.lastCells = cellsByColumn;
    this.lastRow = index;
    this.below = [];
  }

  /**
   * Reads text values with the format of the whole column. Returns true if most outgoing amounts are negative; on a tie,
   * `remembered`. Amounts with the less common sign are reported as unclear, because they may be refunds.
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

  #noteSign(at: number, money: MoneyInTwo | null): void {
    if (money !== null && money.minus !== null)
      this.#outs[money.minus ? 'minus' : 'plain'].push({ at, text: money.text });
  }

  #row(index: number, cells: Partial<Record<SheetColumn, C>>, money: MoneyInTwo | null): Row {
    const row: Record<string, string | number | null> = { ...BLANK, index };
    for (const { column, type, shown } of this.#read) {
      const cell = cells[column];
      const text = type === 'added' ? '' : textOf(cell, this.#sense);
      if (isTextual(type)) row[column] = type === 'code' ? text.trim() : text;
      else {
        const value = valueOf(type, cell, this.#sense);
        row[column] = value;
        // A text such as "1.500" is stored unread until `settle` knows from the whole column what the point means.
        if (shown !== null) row[shown] = type === 'amount' && cell?.kind !== 'text' ? (value ?? text) : text;
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
    if (date === null)
      this.problems.add(sheetProblem(problem('row_date_unreadable', about(index, dateText, 'date')), index));
    this.#reportAmount(row, unclear);
  }

  #reportAmount({ index, amount, amountText }: Row, unclear: MoneyInTwo['unclear']): void {
    if (amount === null && unclear === null)
      this.problems.add(sheetProblem(problem('row_amount_unreadable', about(index, amountText, 'amount')), index));
    if (amount === null && unclear !== null)
      this.problems.add(
        sheetProblem(problem('row_money_unclear', { row: String(index), text: amountText, reason: unclear }), index),
      );
  }

  #isTotal({ date, amount, moneyIn, moneyOut }: Partial<Record<SheetColumn, C>>, index: number): boolean {
    return [amount, moneyIn, moneyOut].some((cell) => isTotal(cell, index, date?.kind === 'date'));
  }

  /** A formula in an optional column does not put a row in use, because users fill down formulas for future rows. */
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

function about(index: number, text: string, type: 'date' | 'amount') {
  const ambiguous = isAmbiguous(type, text) ? 'yes' : 'other';
  return { row: String(index), text: text.trim() === '' ? null : text, ambiguous } as const;
}

/** True if the line still has the values of the row, which the user typed. Ignores the category, which will be overwritten. */
export function isTypedRow<C extends Cell>(
  line: SheetRow<C> | undefined,
  places: CellPlaces,
  row: Row,
  sense: CellSense<C>,
): boolean {
  const collector = new RowCollector(sense, places);
  if (line !== undefined) collector.add(line);
  const [found] = collector.rows;
  const compared = COLUMNS.filter((column) => column !== 'category' && shows(places.columns, column));
  return found !== undefined && compared.every((column) => readsAs(found, row, column));
}

/** Compares unread dates and amounts by their text, because only the whole column shows how to read them. */
export function readsAs(found: Row, row: Row, column: Column): boolean {
  if (found[column] === row[column]) return true;
  if (column === 'amount') return found.amountText === row.amountText;
  return column === 'date' && found.date === null && found.dateText === row.dateText;
}
