import { columnNumber } from './column-letters.ts';
import { tokens } from './formula-tokens.ts';

/** A row (from 1) or a column (from 0): as it stands where it is fixed by a "$", else counted from the formula's own cell. */
export interface Place {
  readonly isFixed: boolean;
  readonly value: number;
}

/** Cells that a formula refers to. */
export interface Reference {
  /** In lower case; null: the formula's own sheet. */
  readonly sheet: string | null;
  readonly left: Place;
  readonly right: Place;
  readonly top: Place;
  readonly bottom: Place;
}

/** References and calls of a formula. Equal for all cells that the formula was filled down to. */
export interface FormulaShape {
  readonly references: readonly Reference[];
  /** Defined names, in lower case. */
  readonly names: readonly string[];
  /** Names of functions in lower case. A defined name can be a function too (`LAMBDA`). */
  readonly calls: readonly string[];
  /** Tables, in lower case, by columns called by their header. */
  readonly tables: readonly { readonly name: string; readonly isOwnRow: boolean }[];
  /** True if the references are computed, so that the text does not show them. */
  readonly isDynamic: boolean;
}

/** Position of a formula; columns from 0, rows from 1. */
export interface FormulaPlace {
  readonly row: number;
  readonly column: number;
}

/** Below the end of every sheet. */
const END = Number.MAX_SAFE_INTEGER;

/** Functions whose result may come from cells that their text does not name. */
const DYNAMIC = ['indirect', 'offset', 'evaluate', 'getpivotdata', 'multiple.operations'];

/** Functions that add up as many cells as others were compared, wherever the range ends that their text names. */
const RESIZING = ['sumif', 'averageif'];

/** `formula` is with or without the leading "=". */
export function shapeOf(formula: string, at: FormulaPlace): FormulaShape {
  const references: Reference[] = [];
  const names: string[] = [];
  const calls = new Set<string>();
  const tables: { name: string; isOwnRow: boolean }[] = [];
  let isDynamic = false;
  const ranges: string[] = [];
  let before: string | undefined;
  for (const { token, sheet, isJoined } of tokens(formula)) {
    const { cells, columns, rows, table, call, name } = token;
    const range = cells ?? columns ?? rows;
    const tableName = table === undefined ? undefined : tableOf(table).name;
    // Of several sheets at once; or from one cell to another that is only known once it is worked out.
    if (sheet?.includes(':') === true || (isJoined && (tableName === undefined || tableName !== before)))
      isDynamic = true;
    before = tableName;
    if (range !== undefined) {
      references.push(referenceOf(range, sheet, at));
      ranges.push(range);
    } else if (table !== undefined) tables.push(tableOf(table));
    else if (call !== undefined) calls.add(call.toLowerCase().replace(/^_xlfn\./, ''));
    else if (name !== undefined && !/^(?:true|false)$/i.test(name)) names.push(name.toLowerCase());
  }
  const callsOne = (known: readonly string[]): boolean => known.some((call) => calls.has(call));
  isDynamic ||= callsOne(DYNAMIC) || (callsOne(RESIZING) && haveOtherSizes(formula, ranges));
  return { references, names, calls: [...calls], tables, isDynamic };
}

/** True if it refers to several rows of the column that it stands in, as totals and subtotals do and no single amount does. */
export function addsUpOwnColumn({ references }: FormulaShape, { column, row }: FormulaPlace): boolean {
  const at = ({ isFixed, value }: Place, own: number) => (isFixed ? value : own + value);
  return references.some(
    ({ sheet, left, right, top, bottom }) =>
      sheet === null && at(left, column) <= column && at(right, column) >= column && at(top, row) < at(bottom, row),
  );
}

/** True if it is about the row that it stands in, as a formula is that was filled down; a running total counts, too. */
export function isOfOwnRow({ references, tables }: FormulaShape): boolean {
  const isOwn = ({ isFixed, value }: Place): boolean => !isFixed && value === 0;
  return (
    tables.some((table) => table.isOwnRow) ||
    references.some(({ sheet, top, bottom }) => sheet === null && isOwn(bottom) && (isOwn(top) || top.isFixed))
  );
}

function referenceOf(range: string, sheet: string | null, at: FormulaPlace): Reference {
  const [first = '', second = first] = range.split(':');
  const [from, to] = [cornerOf(first, at), cornerOf(second, at)];
  return {
    sheet,
    left: from.column ?? { isFixed: true, value: 0 },
    right: to.column ?? { isFixed: true, value: END },
    top: from.row ?? { isFixed: true, value: 1 },
    bottom: to.row ?? { isFixed: true, value: END },
  };
}

function cornerOf(text: string, at: FormulaPlace): { readonly column: Place | null; readonly row: Place | null } {
  const [, columnMark, letters = '', rowMark, digits = ''] = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/.exec(text) ?? [];
  // Of "$2" alone the first group takes the mark.
  const isRowFixed = rowMark === '$' || (letters === '' && columnMark === '$');
  return {
    column: letters === '' ? null : placeOf(columnNumber(letters.toUpperCase()), columnMark === '$', at.column),
    row: digits === '' ? null : placeOf(Number(digits), isRowFixed, at.row),
  };
}

function placeOf(value: number, isFixed: boolean, own: number): Place {
  return { isFixed, value: isFixed ? value : value - own };
}

function tableOf(text: string): { readonly name: string; readonly isOwnRow: boolean } {
  const open = text.indexOf('[');
  // Further on it would be a part of a header.
  return { name: text.slice(0, open).toLowerCase(), isOwnRow: /^\[(?:@|\[?#This Row\])/i.test(text.slice(open)) };
}

/**
 * True if ranges of a formula differ in size, so that `SUMIF(D2:D40,"Food",C2)` may add up more cells than it names.
 * A single cell counts where it is the last argument, which is the one that is resized.
 */
function haveOtherSizes(formula: string, ranges: readonly string[]): boolean {
  const sizes = new Set(ranges.filter((range) => range.includes(':')).map(sizeOf));
  return sizes.size > 1 || LAST_IS_A_CELL.test(formula);
}

const LAST_IS_A_CELL = /[,!]\s*\$?[A-Z]{1,3}\$?\d{1,7}\s*\)/i;

function sizeOf(range: string): string {
  const [left = '', top = '', right = '', bottom = ''] =
    /^(\D*)(\d*):(\D*)(\d*)$/.exec(range.replaceAll('$', ''))?.slice(1) ?? [];
  return `${columnNumber(right.toUpperCase()) - columnNumber(left.toUpperCase())} ${Number(bottom) - Number(top)}`;
}
