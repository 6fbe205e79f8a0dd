import type { sheets_v4 } from '@googleapis/sheets';
import { amountToNumber, type Amount } from '../../../core/amount.ts';
import type { CalendarDate, LocalDateTime } from '../../../core/calendar-date.ts';
import type { Column } from '../../../core/row.ts';
import { cellText, GOOGLE_DATES } from '../reading/google-cell.ts';

/** What a value becomes in its column's cell: typed, so that text stays text whatever it begins with. Empty text is an empty cell. */
export function valueOf(column: Column, value: string): sheets_v4.Schema$ExtendedValue | null {
  if (column === 'amount') return { numberValue: amountToNumber(value as Amount) };
  const serial =
    column === 'date'
      ? GOOGLE_DATES.fromDate(value as CalendarDate)
      : column === 'dateAdded'
        ? GOOGLE_DATES.fromDateTime(value as LocalDateTime)
        : null;
  if (serial !== null) return { numberValue: serial };
  return value === '' ? null : { stringValue: cellText(value) };
}

/** How days and moments are shown where the sheet's own cells do not say; the language of the sheet makes no difference to these. */
export const DATE_FORMATS: Readonly<Partial<Record<Column, sheets_v4.Schema$NumberFormat>>> = {
  date: { type: 'DATE', pattern: 'yyyy-mm-dd' },
  dateAdded: { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' },
};
