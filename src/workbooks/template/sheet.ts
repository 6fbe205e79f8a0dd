import type { Column } from '../../core/row.ts';
import type { SheetRole } from '../../core/snapshot.ts';

/**
 * One sheet of a new workbook, told once for every kind of workbook. Rows and columns count from 0. What a sheet is about
 * only its description knows: what writes it knows looks, cells, choices, marks and charts.
 */
export interface NewSheet {
  readonly title: string;
  /** The sheet's role for Pennyrow; null for a sheet that is only for the user. */
  readonly role: SheetRole | null;
  /** Six hexadecimal digits, like all colours here. */
  readonly tab: string;
  readonly isHidden?: true;
  /** Shown first. */
  readonly isOpened?: true;
  readonly columns: readonly NewColumn[];
  /** The columns have headers in the first row, and the rows below it are a list that grows. */
  readonly list: { readonly rows: number } | null;
  /** A list's headers and lines among them. */
  readonly cells: readonly NewCell[];
  readonly choices: readonly NewChoice[];
  readonly marks: readonly NewMark[];
  readonly charts: readonly NewChart[];
  readonly note: NewNote | null;
}

export interface NewColumn {
  /** The column's role for Pennyrow, in a sheet of rows. */
  readonly column?: Column;
  /** Of a list. */
  readonly header?: string;
  /** In an .xlsx file: characters of the default font; at a service: pixels. */
  readonly width: readonly [characters: number, pixels: number];
  /** Of the cells below the header. */
  readonly look: Look;
}

export interface NewCell {
  readonly row: number;
  readonly column: number;
  readonly value: string | number | NewFormula | null;
  readonly look: Look;
}

/**
 * English function names, commas between arguments, `$A$1` references, no "=": what all spreadsheet programs know,
 * Excel 2016 and later. With `isArray` it is worked out for each cell of its ranges (Ctrl+Shift+Enter in Excel).
 */
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
  /** A text that does not fit ends at its cell. */
  readonly isClipped?: true;
  readonly isIndented?: true;
  readonly isMiddle?: true;
}

/** Without `rows` it goes to the end of the sheet. */
export interface NewRange {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows?: number;
}

/** Data validation of cells. `title` and `about` are shown for other input. */
export type NewChoice = {
  readonly range: NewRange;
  readonly title: string;
  readonly about: string;
} & (
  | {
      /** Offered to pick from; another text may be typed all the same. */
      readonly kind: 'list';
      /** One column of a sheet; without `rows`, as far as there are texts. */
      readonly from: { readonly sheet: string } & Omit<NewRange, 'columns'>;
    }
  | { readonly kind: 'number' }
);

/** Cells look so while the formula, told for the first of them, is true. */
export interface NewMark {
  readonly range: NewRange;
  readonly formula: string;
  readonly look: Pick<Look, 'color' | 'fill' | 'bold'>;
}

export interface NewChart {
  /** Columns stand, bars lie. */
  readonly kind: 'columns' | 'bars';
  readonly title: string;
  /** The cells that it covers. */
  readonly at: Required<NewRange>;
  /** One column of cells, whose values name the points: texts, or days that are shown by the pattern. */
  readonly labels: { readonly range: Required<NewRange>; readonly pattern?: string };
  readonly series: readonly NewSeries[];
}

export interface NewSeries {
  /** The cell right above the values names them. */
  readonly values: Required<NewRange>;
  readonly color: string;
  /** A line over the columns. */
  readonly isLine?: true;
}

/** A text beside a list that nothing can take for a part of it; the first paragraph is its title. */
export interface NewNote {
  readonly paragraphs: readonly string[];
  /** The column, from 0, right of which it stands. */
  readonly column: number;
}
