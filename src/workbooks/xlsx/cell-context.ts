import type { SharedStrings } from './shared-strings.ts';
import type { Styles } from './styles.ts';

/** What is needed to make sense of a workbook's cells. */
export interface CellContext {
  readonly sharedStrings: SharedStrings;
  readonly styles: Styles;
  /** Days are counted from 1904-01-01 and not from 1899-12-31. */
  readonly date1904: boolean;
}
