import { negateAmount, parseAmount, type Amount } from '../core/amount.ts';
import type { Column, RowValues } from '../core/row.ts';
import { columnsShowing, isMoneyColumn, moneyPart, type SheetColumn } from '../core/sheet-columns.ts';
import { amountOf, holds, isFilled, textOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ColumnPositions } from './columns.ts';
import type { ComputedColumns } from './computed-columns.ts';

/** Columns of the values in a sheet of rows. */
export interface CellPlaces {
  readonly columns: ColumnPositions;
  /** Money that went out has its minus in the column for it. */
  readonly outIsNegative?: boolean | undefined;
  /** Columns that array formulas fill, by their names for a message: nothing is written there, whatever a cell holds. */
  readonly computed?: ComputedColumns | undefined;
}

/** The amount of a line with two cells for money. */
export interface MoneyInTwo {
  /** Null where they are blank, or do not say one amount. */
  readonly amount: Amount | null;
  /** As the sheet shows it where it is no amount; empty for two blank cells. */
  readonly text: string;
  /** Why it is none: both have one, or it is not clear in which direction the money went; null where none is read. */
  readonly unclear: 'both' | 'direction' | null;
  /** Of money out, whether it has a minus; null for anything else. */
  readonly minus: boolean | null;
}

/** A zero beside an amount says nothing. `outIsNegative`: null accepts both ways of writing what went out. `amountIn` reads a cell. */
export function moneyInTwo<C extends Cell>(
  moneyIn: C | undefined,
  moneyOut: C | undefined,
  outIsNegative: boolean | null,
  sense: CellSense<C>,
  amountIn: (cell: C | undefined) => Amount | null = amountOf,
): MoneyInTwo {
  const held = [moneyIn, moneyOut].filter(isFilled);
  const text = held.map((cell) => textOf(cell, sense).trim()).join(' / ');
  const none = (unclear: MoneyInTwo['unclear']): MoneyInTwo => ({ amount: null, text, unclear, minus: null });
  // Zero for a blank cell; null for one that holds no amount.
  const [came, went] = [moneyIn, moneyOut].map((cell) => (isFilled(cell) ? amountIn(cell) : ZERO)) as [
    Amount | null,
    Amount | null,
  ];
  if (came === null || went === null || held.length === 0) return none(null);
  if (came !== ZERO && went !== ZERO) return none('both');
  if (went === ZERO)
    return came.startsWith('-') ? none('direction') : { amount: came, text, unclear: null, minus: null };
  const minus = went.startsWith('-');
  if (outIsNegative !== null && outIsNegative !== minus) return none('direction');
  return { amount: minus ? went : negateAmount(went), text, unclear: null, minus };
}

const ZERO = parseAmount('0') as Amount;

export function cellOfRow<C extends Cell>(line: SheetRow<C> | undefined, position: number | undefined): C | undefined {
  return position === undefined ? undefined : line?.cells.find(({ column }) => column === position);
}

/** True if the line shows this value, in one cell or in two, to anyone who reads the sheet: a formula is the user's. */
export function showsValue<K extends Column, C extends Cell>(
  line: SheetRow<C> | undefined,
  { columns, outIsNegative = false }: CellPlaces,
  column: K,
  value: RowValues[K],
  sense: CellSense<C>,
): boolean {
  const cells = columnsShowing(column, columns).map((place) => cellOfRow(line, columns[place]));
  if (cells.length < 2) return holds(cells[0], column, value, sense);
  const [moneyIn, moneyOut] = cells;
  return (
    !cells.some((cell) => cell?.isFormula === true) &&
    moneyInTwo(moneyIn, moneyOut, outIsNegative, sense).amount === value
  );
}

/** True if the value shows in a column that an array formula fills. */
export function isComputed({ columns, computed }: CellPlaces, column: Column): boolean {
  return columnsShowing(column, columns).some((place) => computed?.has(place) === true);
}

/** The displayed text of a value; for money in two columns, the signed amount. */
export function textShown<C extends Cell>(
  line: SheetRow<C> | undefined,
  { columns, outIsNegative = false }: CellPlaces,
  column: Column,
  sense: CellSense<C>,
): string {
  const cells = columnsShowing(column, columns).map((place) => cellOfRow(line, columns[place]));
  if (cells.length < 2) return textOf(cells[0], sense);
  const { amount, text } = moneyInTwo(cells[0], cells[1], outIsNegative, sense);
  return amount ?? text;
}

/** The cells that become others when the value does, with what goes into each; empty text for one that is cleared. */
export function changedCells<K extends Column>(
  { columns, outIsNegative = false }: CellPlaces,
  { column, from, to }: { readonly column: K; readonly from: RowValues[K]; readonly to: RowValues[K] },
): readonly { readonly column: SheetColumn; readonly value: string }[] {
  const partOf = (place: SheetColumn, value: string): string =>
    isMoneyColumn(place) ? moneyPart(place, value as Amount, outIsNegative) : value;
  return columnsShowing(column, columns)
    .map((place) => ({ column: place, before: partOf(place, from), value: partOf(place, to) }))
    .filter((change) => !isMoneyColumn(change.column) || change.before !== change.value)
    .map((change) => ({ column: change.column, value: change.value }));
}
