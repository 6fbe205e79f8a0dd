import type { sheets_v4 } from '@googleapis/sheets';
import type { Cell, CellSense } from '../../cell.ts';
import { SerialDates } from '../../serial-dates.ts';

/** One cell of a Google sheet. */
export interface GoogleCell extends Cell {
  /** The displayed text, in the language of the sheet. */
  readonly shown: string;
  /** Its format shows numbers as dates; also true of an empty one. */
  readonly showsDate: boolean;
  /** With its equals sign; null for a typed value, and for a cell that another one's array formula fills. */
  readonly formula: string | null;
}

/**
 * What is asked of a cell's value. Only a cell that somebody filled has an entered value, which tells it from one that an
 * array formula fills. Text is left out of the effective value, where it would be sent once more.
 */
export const VALUE_FIELDS = 'userEnteredValue,effectiveValue(numberValue,boolValue,errorValue(type)),formattedValue';

/** Requested fields of each cell, as `readCell` needs them. Only the format tells numbers from dates. */
export const CELL_FIELDS = `${VALUE_FIELDS},effectiveFormat(numberFormat(type))`;

/** Serial of 1970-01-01: Google counts from 0 = 1899-12-30, backwards too, and has no 1900-02-29. */
const EPOCH = 25_569;

export const GOOGLE_DATES = new SerialDates({ serialOf: (day) => day + EPOCH, dayOf: (serial) => serial - EPOCH });

/** Google refuses more in one cell. */
const MAX_CELL_TEXT = 50_000;

export const GOOGLE_SENSE: CellSense<GoogleCell> = {
  dates: GOOGLE_DATES,
  shown: (cell) => cell.shown,
  keeps: cellText,
};

/** Text as a cell of Google's can keep it. */
export function cellText(text: string): string {
  if (text.length <= MAX_CELL_TEXT) return text;
  const cut = text.slice(0, MAX_CELL_TEXT);
  // Never half of a character that takes two.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const ENTERED = ['numberValue', 'stringValue', 'boolValue', 'errorValue'] as const;

const DATE_TYPES: ReadonlySet<unknown> = new Set(['DATE', 'DATE_TIME']);

/** Null for a cell that holds nothing and has no format that matters. */
export function readCell(data: sheets_v4.Schema$CellData, column: number): GoogleCell | null {
  const value = data.effectiveValue;
  const shown = data.formattedValue ?? '';
  const showsDate = DATE_TYPES.has(data.effectiveFormat?.numberFormat?.type);
  const entered = data.userEnteredValue;
  const formula = entered?.formulaValue ?? null;
  const isTyped = ENTERED.some((kind) => entered?.[kind] != null);
  const hasValue = value?.numberValue != null || value?.boolValue != null || value?.errorValue != null || shown !== '';
  const isFormula = formula !== null || (hasValue && !isTyped);
  const cell = (kind: GoogleCell['kind'], text: string, number = Number.NaN): GoogleCell => ({
    column,
    kind,
    number,
    text,
    isFormula,
    shown,
    showsDate,
    formula,
  });
  if (value?.numberValue != null)
    return cell(showsDate ? 'date' : 'number', String(value.numberValue), value.numberValue);
  if (value?.boolValue != null) return cell('boolean', value.boolValue ? 'TRUE' : 'FALSE');
  if (value?.errorValue != null) return cell('error', shown);
  if (entered?.stringValue != null || isFormula) return cell('text', entered?.stringValue ?? shown);
  return showsDate ? cell('empty', '') : null;
}
