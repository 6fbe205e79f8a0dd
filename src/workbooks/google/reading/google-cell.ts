import type { sheets_v4 } from '@googleapis/sheets';
import type { Cell, CellSense, SheetRow } from '../../cell.ts';
import { SerialDates } from '../../serial-dates.ts';

export interface GoogleCell extends Cell {
  readonly shown: string;
  /** True if its format shows dates, even if the cell is empty. */
  readonly showsDate: boolean;
  /** The formula with its equals sign; null for typed values and for cells that another cell's array formula fills. */
  readonly formula: string | null;
}

/** Cells that an array formula fills have no `userEnteredValue`. `effectiveValue` omits texts, which the other two fields contain. */
export const VALUE_FIELDS = 'userEnteredValue,effectiveValue(numberValue,boolValue,errorValue(type)),formattedValue';

/** Only the format distinguishes numbers from dates. */
export const CELL_FIELDS = `${VALUE_FIELDS},effectiveFormat(numberFormat(type))`;

/** Serial of 1970-01-01: Google counts from 1899-12-30, allows negative numbers and has no 1900-02-29. */
const EPOCH = 25_569;

export const GOOGLE_DATES = new SerialDates({ serialOf: (day) => day + EPOCH, dayOf: (serial) => serial - EPOCH });

const MAX_CELL_TEXT = 50_000;

export const GOOGLE_SENSE: CellSense<GoogleCell> = {
  dates: GOOGLE_DATES,
  shown: (cell) => cell.shown,
  keeps: cellText,
};

export function cellText(text: string): string {
  if (text.length <= MAX_CELL_TEXT) return text;
  const cut = text.slice(0, MAX_CELL_TEXT);
  // Never split a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const ENTERED = ['numberValue', 'stringValue', 'boolValue', 'errorValue'] as const;

const DATE_TYPES: ReadonlySet<unknown> = new Set(['DATE', 'DATE_TIME']);

/** Null for a cell without a value and without a date format. */
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

const ARRAY =
  /^=\s*\{|\b(?:ARRAYFORMULA|QUERY|IMPORTRANGE|IMPORTDATA|IMPORTHTML|IMPORTXML|IMPORTFEED|GOOGLEFINANCE|FILTER|SORTN?|UNIQUE|TRANSPOSE|SPLIT|FLATTEN|SEQUENCE|TOCOL|TOROW|VSTACK|HSTACK|WRAPROWS|WRAPCOLS|CHOOSECOLS|CHOOSEROWS|BYROW|BYCOL|MAP|SCAN|MAKEARRAY|REGEXEXTRACT)\s*\(/i;

export function mayFillOthers({ formula }: Pick<GoogleCell, 'formula'>): boolean {
  return formula !== null && ARRAY.test(formula);
}

/** True if another cell's array formula fills this one: it has a value but no entered value. */
export function isSpilled({ isFormula, formula }: Pick<GoogleCell, 'isFormula' | 'formula'>): boolean {
  return isFormula && formula === null;
}

/** Finds columns that array formulas fill: a value written there would cause #REF!. Call `see` for each row from the header on. */
export function createComputedColumnsFinder(headerRow: number) {
  const positions = new Set<number>();
  const see = ({ index, cells }: SheetRow<GoogleCell>): void => {
    const below = index - headerRow;
    if (below < 0) return;
    for (const cell of cells) {
      if (!cell.isFormula) continue;
      // An array formula without results yet is recognized by its text.
      if (below <= 1 ? mayFillOthers(cell) || (below === 1 && isSpilled(cell)) : isSpilled(cell))
        positions.add(cell.column);
    }
  };
  return { see, positions: positions as ReadonlySet<number> };
}
