import type { Cell } from '../../cell.ts';
import { datesOf, type CellFacts } from './cell-facts.ts';
import { isoToSerial } from './day-counts.ts';
import { XmlError } from '../package/scanned-tag.ts';
import { styleOf } from './styles.ts';
import { decodeEscapes } from '../package/xml-text.ts';

/** One cell of a file. */
export interface SheetCell extends Cell {
  /** Index into the workbook's styles. */
  readonly style: number;
}

/** How a cell stores its value (ECMA-376 part 1, 18.18.11); the most frequent first. */
export const CELL_TYPES = ['s', 'n', 'inlineStr', 'str', 'b', 'e', 'd'] as const;

export type CellType = (typeof CELL_TYPES)[number];

/** A cell as it stands in the sheet's XML. */
export interface StoredCell {
  readonly column: number;
  /** "n" when the cell names none. */
  readonly type: CellType;
  /** The text of <v>, or of <is> with its runs joined. */
  readonly value: string;
  readonly isFormula: boolean;
  /** Empty where it stands with another cell. */
  readonly formula: string;
  readonly style: number;
}

/** Throws XmlError when the cell refers to a text that the workbook does not have. */
export function decodeCell(
  { column, type, value, isFormula, formula, style }: StoredCell,
  context: CellFacts,
): SheetCell {
  let kind: SheetCell['kind'] = 'text';
  let text = value;
  let number = Number.NaN;
  switch (type) {
    case 's':
      text = sharedText(value, context);
      break;
    case 'inlineStr':
      break;
    case 'str':
      text = decodeEscapes(value);
      break;
    case 'b':
      kind = 'boolean';
      text = value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      break;
    case 'e':
      kind = 'error';
      break;
    case 'd':
      number = isoToSerial(value, datesOf(context)) ?? Number.NaN;
      if (!Number.isNaN(number)) kind = 'date';
      break;
    case 'n':
      if (value !== '') number = Number(value);
      kind = kindOfNumber(value, number, style, context);
      break;
  }
  return { column, kind, number, text, isFormula, formula: isFormula ? formula : null, style };
}

function kindOfNumber(value: string, number: number, style: number, context: CellFacts): SheetCell['kind'] {
  if (value === '') return 'empty';
  if (!Number.isFinite(number)) return 'error';
  return styleOf(context.styles, style).isDate ? 'date' : 'number';
}

function sharedText(index: string, context: CellFacts): string {
  const text = context.sharedStrings[Number(index)];
  if (text === undefined) throw new XmlError('undefinedText');
  return text;
}
