import type { Column } from '../../core/row.ts';
import type { SheetRole } from '../../core/snapshot.ts';
import type { NewWorkbookTexts } from '../../messages/parameters.ts';

/** One sheet of a new workbook, independent of the format. Rows and columns count from 0. */
export interface NewSheet {
  readonly title: string;
  readonly role: SheetRole | null;
  /** Six hexadecimal digits, like all colors here. */
  readonly tab: string;
  readonly isHidden?: true;
  readonly isOpened?: true;
  readonly columns: readonly NewColumn[];
  /** For a sheet with headers in the first row and a growing number of rows below; else null. */
  readonly list: { readonly rows: number } | null;
  readonly cells: readonly NewCell[];
  readonly choices: readonly NewChoice[];
  readonly marks: readonly NewMark[];
  readonly charts: readonly NewChart[];
  readonly note: NewNote | null;
}

export const NO_EXTRAS = { list: null, choices: [], marks: [], charts: [], note: null } as const;

export interface NewColumn {
  /** The property of a transaction that the column contains; undefined in sheets without transactions. */
  readonly column?: Column;
  readonly header?: string;
  /** The width in characters of the default font for .xlsx files, in pixels for online services. */
  readonly width: readonly [characters: number, pixels: number];
  readonly look: Look;
}

export interface NewCell {
  readonly row: number;
  readonly column: number;
  readonly value: string | number | NewFormula | null;
  readonly look: Look;
}

/** A formula in English syntax without "=", with functions of Excel 2016 and references such as `$A$1`. */
export interface NewFormula {
  readonly formula: string;
  readonly isArray?: true;
}

export interface Look {
  readonly format?: { readonly type: 'date' | 'dateTime' | 'number' | 'percent' | 'text'; readonly pattern: string };
  readonly bold?: true;
  readonly size?: 'small' | 'heading' | 'title';
  readonly color?: string;
  readonly fill?: string;
  readonly line?: { readonly color: string; readonly isThick?: true; readonly side: 'top' | 'bottom' };
  readonly align?: 'left' | 'right';
  readonly isClipped?: true;
  readonly isIndented?: true;
  readonly isMiddle?: true;
}

export interface NewRange {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows?: number;
}

/** Data validation of cells. `title` and `about` form the message for invalid input. */
export type NewChoice = {
  readonly range: NewRange;
  readonly title: string;
  readonly about: string;
} & (
  | {
      /** A list to pick from; other text is allowed. */
      readonly kind: 'list';
      /** A range of one column. Without `rows`, it ends at the last cell with text. */
      readonly from: { readonly sheet: string } & Omit<NewRange, 'columns'>;
    }
  | { readonly kind: 'number' }
);

/** A conditional format. References in the formula are relative to the first cell of the range. */
export interface NewMark {
  readonly range: NewRange;
  readonly formula: string;
  readonly look: Pick<Look, 'color' | 'fill' | 'bold'>;
}

export interface NewChart {
  readonly kind: 'columns' | 'bars';
  readonly title: string;
  readonly at: Required<NewRange>;
  /** One column of labels: texts, or dates with a pattern. */
  readonly labels: { readonly range: Required<NewRange>; readonly pattern?: string };
  readonly series: readonly NewSeries[];
}

export interface NewSeries {
  readonly values: Required<NewRange>;
  readonly color: string;
  readonly isLine?: true;
}

export interface NewNote {
  readonly paragraphs: readonly string[];
  readonly column: number;
}

const INK = '1F3A4D';
const QUIET_INK = '7A8791';
const RULE = 'B8C7D1';
const PALE = 'EAF0F4';
const AMOUNT = { type: 'number', pattern: '#,##0.00;[Red]-#,##0.00' } as const;

export const COLORS = { in: '5B9A77', out: 'C7705F', saved: INK, netWorth: '2F6F8F', budget: RULE } as const;

export type Looks = ReturnType<typeof createLooks>;

/** Date formats in an existing workbook: for new sheets, and for new rows if there is no date format to copy. */
export const DATE_PATTERNS = { date: 'yyyy-mm-dd', added: 'yyyy-mm-dd hh:mm:ss' } as const;

export function createLooks(formats: Pick<NewWorkbookTexts['formats'], 'date' | 'dateTime' | 'month'>) {
  const day = { type: 'date', pattern: formats.date } as const;
  const month = { type: 'date', pattern: formats.month } as const;
  const header = { bold: true, color: INK, fill: PALE, line: { color: RULE, isThick: true, side: 'bottom' } } as const;
  const sum = { bold: true, line: { color: RULE, side: 'top' } } as const;
  const input = { fill: 'FFF7DC', line: { color: 'E3CE8B', side: 'bottom' }, align: 'left' } as const;
  const quiet = { size: 'small', color: QUIET_INK } as const;
  return {
    plain: {},
    text: { isClipped: true, isIndented: true },
    date: { format: day, align: 'left', isIndented: true },
    amount: { format: AMOUNT },
    code: { ...quiet, format: { type: 'text', pattern: '@' }, isClipped: true, isIndented: true },
    added: { ...quiet, format: { type: 'dateTime', pattern: formats.dateTime }, align: 'left', isIndented: true },
    header: { ...header, isMiddle: true, isIndented: true, align: 'left' },
    headerRight: { ...header, isMiddle: true, align: 'right' },
    title: { bold: true, size: 'title', color: INK },
    heading: { bold: true, size: 'heading', color: INK },
    headingMonth: { bold: true, size: 'heading', color: INK, format: month, align: 'left' },
    quiet,
    warning: { bold: true, color: 'B3261E' },
    label: { bold: true, isIndented: true },
    input,
    inputDate: { ...input, format: day },
    month: { format: month, align: 'left', isIndented: true },
    percent: { format: { type: 'percent', pattern: '0%' }, align: 'right' },
    sumLabel: { ...sum, isIndented: true },
    sum: { ...sum, format: AMOUNT },
    sumPercent: { ...sum, format: { type: 'percent', pattern: '0%' }, align: 'right' },
  } as const satisfies Readonly<Record<string, Look>>;
}
