import { amountFromNumber } from '../../core/amount.ts';
import type { CellSense } from '../cell.ts';
import { remembered } from '../remembered.ts';
import type { SerialDates } from '../serial-dates.ts';
import { datesOf, type CellFacts } from './cell-facts.ts';
import type { SheetCell } from './cell-value.ts';
import { cellText } from './cell-writing.ts';
import { styleOf, type Styles } from './styles.ts';

/** Context for interpreting the cells. */
export interface CellContext extends CellFacts, CellSense<SheetCell> {}

export function cellContext(facts: CellFacts): CellContext {
  const dates = datesOf(facts);
  return { ...facts, dates, shown: (cell) => shown(cell, facts.styles, dates), keeps: cellText };
}

const numberText = remembered((number: number) => amountFromNumber(number)?.replace(/\.?0+$/, '') ?? null);

function shown(cell: SheetCell, styles: Styles, dates: SerialDates): string {
  if (cell.kind === 'number') return numberText(cell.number) ?? cell.text;
  const moment = dates.toDateTime(cell.number);
  return moment === null ? cell.text : styleOf(styles, cell.style).showDate(moment);
}
