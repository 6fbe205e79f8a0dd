import type { sheets_v4 } from '@googleapis/sheets';
import type { SheetColumn } from '../../../core/sheet-columns.ts';
import type { CellType } from '../../../core/transaction-table.ts';
import { numberOf } from '../../cell.ts';
import { cellText, GOOGLE_DATES } from '../reading/google-cell.ts';

/** Value of a cell, with a type, so that text stays text whatever it begins with. Empty text is an empty cell. */
export function valueOf(column: SheetColumn, value: string): sheets_v4.Schema$ExtendedValue | null {
  const number = numberOf(column, value, GOOGLE_DATES);
  if (number !== null) return { numberValue: number };
  return value === '' ? null : { stringValue: cellText(value) };
}

/** How days and moments are shown where the sheet's own cells do not say; the language of the sheet makes no difference to these. */
export const DATE_FORMATS = {
  date: { type: 'DATE', pattern: 'yyyy-mm-dd' },
  added: { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' },
} as const satisfies { readonly [Type in CellType]?: sheets_v4.Schema$NumberFormat };
