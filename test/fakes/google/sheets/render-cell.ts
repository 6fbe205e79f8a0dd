import type { sheets_v4 } from '@googleapis/sheets';
import { applyMask, masked, type Mask } from '../masks.ts';
import { patternOf } from '../formats/shown.ts';
import { effective, shown, type Effective, type View } from './evaluation.ts';
import type { Cell, CellData, CellFormat, Content, SheetState } from './model.ts';
import { isFormula } from './model.ts';

/** The requested parts of a cell, computed once for all cells. */
export interface CellParts {
  readonly entered: Mask | null;
  readonly effective: Mask | null;
  readonly shown: boolean;
  readonly enteredFormat: Mask | null;
  readonly effectiveFormat: Mask | null;
  readonly extras: Mask;
  /** A cache of masked formats: a sheet has many cells and few formats. */
  readonly formats: Map<CellFormat | null, Map<string, CellFormat>>;
}

const BLANK: Cell = { value: null, format: null, extra: null };

export function cellParts(mask: Mask): CellParts {
  return {
    entered: masked(mask, 'userEnteredValue'),
    effective: masked(mask, 'effectiveValue'),
    shown: masked(mask, 'formattedValue') !== null,
    enteredFormat: masked(mask, 'userEnteredFormat'),
    effectiveFormat: masked(mask, 'effectiveFormat'),
    extras: mask,
    formats: new Map(),
  };
}

/** A cell in the API's format; fields outside the mask are not computed. */
export function cellAnswer(
  cell: Cell | undefined,
  sheet: SheetState,
  row: number,
  column: number,
  parts: CellParts,
  view: View,
): CellData {
  const now = effective(cell, sheet, row, column, view);
  return cell === undefined && now.value === null ? {} : filledAnswer(cell ?? BLANK, now, parts, view);
}

function filledAnswer(cell: Cell, now: Effective, parts: CellParts, view: View): CellData {
  const answer: CellData = {};
  if (parts.entered !== null && cell.value !== null)
    answer.userEnteredValue = applyMask(entered(cell.value), parts.entered);
  if (parts.effective !== null && now.value !== null)
    answer.effectiveValue = applyMask(extended(now.value), parts.effective);
  if (parts.shown && now.value !== null) answer.formattedValue = shown(now, view);
  const { format } = cell;
  const { enteredFormat, effectiveFormat } = parts;
  if (enteredFormat !== null && format !== null)
    answer.userEnteredFormat = madeOnce(parts, format, 'entered', () => applyMask(format, enteredFormat));
  if (effectiveFormat !== null) {
    const make = (): CellFormat => applyMask(effectiveFormatOf(cell, now, view), effectiveFormat);
    // Not cached for a formula, whose result can imply a number format.
    answer.effectiveFormat = isFormula(cell.value)
      ? make()
      : madeOnce(parts, format, now.value === null ? 'empty' : typeof now.value, make);
  }
  if (cell.extra !== null) Object.assign(answer, applyMask(cell.extra, parts.extras));
  return answer;
}

function madeOnce({ formats }: CellParts, format: CellFormat | null, name: string, make: () => CellFormat): CellFormat {
  const masks = formats.get(format) ?? new Map<string, CellFormat>();
  formats.set(format, masks);
  const made = masks.get(name) ?? make();
  masks.set(name, made);
  return made;
}

function entered(value: NonNullable<Content>): sheets_v4.Schema$ExtendedValue {
  return isFormula(value) ? { formulaValue: value.formula } : extended(value);
}

function extended(value: NonNullable<Effective['value']>): sheets_v4.Schema$ExtendedValue {
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { errorValue: value };
}

const BLACK = { rgbColor: {} };
const WHITE = { red: 1, green: 1, blue: 1 };

export const DEFAULT_FORMAT: CellFormat = {
  backgroundColor: WHITE,
  padding: { top: 2, right: 3, bottom: 2, left: 3 },
  verticalAlignment: 'BOTTOM',
  wrapStrategy: 'OVERFLOW_CELL',
  textFormat: {
    foregroundColor: {},
    fontFamily: 'arial,sans,sans-serif',
    fontSize: 10,
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    foregroundColorStyle: BLACK,
  },
  backgroundColorStyle: { rgbColor: WHITE },
};

function effectiveFormatOf(
  { format }: Cell,
  { value, format: numberFormat }: Effective,
  { state, locale }: View,
): CellFormat {
  const pattern = patternOf(numberFormat, locale);
  return {
    ...DEFAULT_FORMAT,
    ...state.properties.defaultFormat,
    ...(numberFormat !== null && {
      numberFormat: { type: numberFormat.type ?? null, ...(pattern !== null && { pattern }) },
    }),
    ...(value !== null && {
      horizontalAlignment: typeof value === 'number' ? 'RIGHT' : typeof value === 'string' ? 'LEFT' : 'CENTER',
    }),
    ...(format !== null && withoutNumber(format)),
    textFormat: { ...DEFAULT_FORMAT.textFormat, ...format?.textFormat },
  };
}

function withoutNumber({ numberFormat: _numberFormat, ...format }: CellFormat): CellFormat {
  return format;
}
