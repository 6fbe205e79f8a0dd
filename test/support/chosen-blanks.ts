import type { CalendarDate } from '../../src/core/calendar-date.ts';

/** Empty values of optional columns, for rows of tests that do not depend on them. */
export const CHOSEN_VALUES = {
  fullDescription: '',
  accountNumber: '',
  institution: '',
  month: '' as CalendarDate,
  week: '' as CalendarDate,
  checkNumber: '',
} as const;

/** The values of these columns in a row that was read from a sheet without the columns. */
export const CHOSEN_CELLS = { ...CHOSEN_VALUES, month: null, monthText: '', week: null, weekText: '' } as const;
