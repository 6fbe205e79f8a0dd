import type { CellContext } from './cell-context.ts';
import { XmlError } from './scanned-tag.ts';
import { isoToSerial } from './serial-date.ts';
import { styleOf } from './styles.ts';
import { decodeEscapes } from './xml-text.ts';

/** One cell as it was read; a cell that is not in the file is not in its row either. */
export interface SheetCell {
  /** Counted from 0. */
  readonly column: number;
  /** `date` is a number that the cell shows as a date or a time; `empty` has at most a style. */
  readonly kind: 'number' | 'text' | 'boolean' | 'date' | 'error' | 'empty';
  /** The number, or the serial of the date; NaN for the other kinds. */
  readonly number: number;
  /** The text; digits as stored for numbers and dates; TRUE or FALSE; the error's name. */
  readonly text: string;
  readonly isFormula: boolean;
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
  readonly style: number;
}

/** Throws XmlError when the cell refers to a text that the workbook does not have. */
export function decodeCell({ column, type, value, isFormula, style }: StoredCell, context: CellContext): SheetCell {
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
      number = isoToSerial(value, context.date1904) ?? Number.NaN;
      if (!Number.isNaN(number)) kind = 'date';
      break;
    case 'n':
      if (value !== '') number = Number(value);
      kind = kindOfNumber(value, number, style, context);
      break;
  }
  return { column, kind, number, text, isFormula, style };
}

function kindOfNumber(value: string, number: number, style: number, context: CellContext): SheetCell['kind'] {
  if (value === '') return 'empty';
  if (!Number.isFinite(number)) return 'error';
  return styleOf(context.styles, style).isDate ? 'date' : 'number';
}

function sharedText(index: string, context: CellContext): string {
  const text = context.sharedStrings[Number(index)];
  if (text === undefined) throw new XmlError('a text that the workbook does not have');
  return text;
}
