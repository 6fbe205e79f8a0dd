import type { CalendarDate } from '../../src/core/calendar-date.ts';

/** Values of chosen columns, for tests that do not depend on them. */
export const CHOSEN_VALUES = {
  fullDescription: '',
  accountNumber: '',
  institution: '',
  month: '' as CalendarDate,
  week: '' as CalendarDate,
  checkNumber: '',
} as const;

/** The cells of a sheet without chosen columns. */
export const CHOSEN_CELLS = { ...CHOSEN_VALUES, month: null, monthText: '', week: null, weekText: '' } as const;
