import type { Amount } from '../../../core/amount.ts';
import { calendarDate, type CalendarDate } from '../../../core/calendar-date.ts';
import { readDecimal } from '../../../core/amount-text.ts';

export function readCamtAmount(text: string): Amount | null {
  if (USUAL.test(text)) return text as Amount;
  return UNSIGNED.test(text) ? readDecimal(text, '.') : null;
}

const USUAL = /^(?:0|[1-9]\d{0,11})\.\d\d$/;
const UNSIGNED = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The day as written ("2026-01-31", also with a time or zone), without conversion between zones. */
export function readCamtDate(text: string): CalendarDate | null {
  const match = DATE.exec(text);
  return match === null ? null : calendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

export function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === '1';
}
