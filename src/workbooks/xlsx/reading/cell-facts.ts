import type { SerialDates } from '../../serial-dates.ts';
import { FROM_1900, FROM_1904 } from './day-counts.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Styles } from './styles.ts';

/** Context for reading a workbook's cells. */
export interface CellFacts {
  readonly sharedStrings: SharedStrings;
  readonly styles: Styles;
  /** Days are counted from 1904-01-01 and not from 1899-12-31. */
  readonly date1904: boolean;
}

export function datesOf({ date1904 }: CellFacts): SerialDates {
  return date1904 ? FROM_1904 : FROM_1900;
}
