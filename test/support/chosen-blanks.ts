import type { CalendarDate } from '../../src/core/calendar-date.ts';

/** Empty values of the columns that a user may choose to add, for tests that do not depend on them. */
export const CHOSEN_VALUES = {
  fullDescription: '',
  accountNumber: '',
  institution: '',
  month: '' as CalendarDate,
  week: '' as CalendarDate,
  checkNumber: '',
} as const;

/** The cells of a sheet without columns that a user chose to add. */
export const CHOSEN_CELLS = { ...CHOSEN_VALUES, month: null, monthText: '', week: null, weekText: '' } as const;
