import type { FormulaPlace } from './formula-shape.ts';
import { COLUMN, ROW } from './formula-tokens.ts';

/** Equal for formulas of a column that were filled down: what may be a row and is not fixed counts from the formula's own. */
export function keyOf(formula: string, { row, column }: FormulaPlace): string {
  return `${column} ${formula.replace(MAY_BE_CELL, (text, letters: string, digits: string | undefined) => (digits === undefined ? text : `${letters}{${Number(digits) - row}}`))}`;
}

/** A cell with its row; not the number at the end of a name, a table, a sheet or a function, nor what is between quotes. */
const MAY_BE_CELL = new RegExp(
  String.raw`"[^"]*"|'[^']*'|(?<![\p{L}\p{N}_.\\$])(${COLUMN})(?!\$)(${ROW})(?![\p{L}\p{N}_.\\!([])`,
  'gu',
);
