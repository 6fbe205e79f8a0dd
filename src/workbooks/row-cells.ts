import { negateAmount, parseAmount, type Amount } from '../core/amount.ts';
import type { Column, RowValues } from '../core/row.ts';
import { columnsShowing, isMoneyColumn, moneyPart, type SheetColumn } from '../core/sheet-columns.ts';
import { amountOf, holds, isFilled, textOf, type Cell, type CellSense, type SheetRow } from './cell.ts';
import type { ColumnPositions } from './columns.ts';
import type { ComputedColumns } from './computed-columns.ts';

export interface CellPlaces {
  readonly columns: ColumnPositions;
  /** True if the column for outgoing money contains negative numbers. */
  readonly outIsNegative?: boolean | undefined;
  /** Columns that array formulas fill, and their names for messages. Pennyrow never writes into these columns. */
  readonly computed?: ComputedColumns | undefined;
}

export interface MoneyInTwo {
  readonly amount: Amount | null;
  readonly text: string;
  /** Why the amount is null: `both`: both cells have an amount; `direction`: the sign contradicts the column. */
  readonly unclear: 'both' | 'direction' | null;
  /** True if the outgoing money is negative; null if there is no outgoing money. */
  readonly minus: boolean | null;
}

/** Reads an amount from two cells. A zero beside an amount counts as blank. If `outIsNegative` is null, either sign is accepted. */
export function moneyInTwo<C extends Cell>(
  moneyIn: C | undefined,
  moneyOut: C | undefined,
  outIsNegative: boolean | null,
  sense: CellSense<C>,
  amountIn: (cell: C | undefined) => Amount | null = amountOf,
): MoneyInTwo {
  const filledCells = [moneyIn, moneyOut].filter(isFilled);
  const text = filledCells.map((cell) => textOf(cell, sense).trim()).join(' / ');
  const none = (unclear: MoneyInTwo['unclear']): MoneyInTwo => ({ amount: null, text, unclear, minus: null });
  const [came, went] = [moneyIn, moneyOut].map((cell) => (isFilled(cell) ? amountIn(cell) : ZERO)) as [
    Amount | null,
    Amount | null,
  ];
  if (came === null || went === null || filledCells.length === 0) return none(null);
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

/** True if the line shows this value in one or two cells. Formulas never match, because the user owns them. */
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

export function isComputed({ columns, computed }: CellPlaces, column: Column): boolean {
  return columnsShowing(column, columns).some((place) => computed?.has(place) === true);
}

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
