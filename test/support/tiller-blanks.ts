import type { CalendarDate } from '../../src/core/calendar-date.ts';

/** The values of Tiller's columns where they do not matter. */
export const TILLER_VALUES = {
  fullDescription: '',
  accountNumber: '',
  institution: '',
  month: '' as CalendarDate,
  week: '' as CalendarDate,
  checkNumber: '',
} as const;

/** The cells of a sheet without Tiller's columns. */
export const TILLER_CELLS = { ...TILLER_VALUES, month: null, monthText: '', week: null, weekText: '' } as const;
