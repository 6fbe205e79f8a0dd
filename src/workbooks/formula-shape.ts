import { columnNumber } from './column-letters.ts';

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

/** What a formula refers to, the same for each cell that it was filled down to. */
export interface FormulaShape {
  readonly references: readonly Reference[];
  /** Defined names, in lower case. */
  readonly names: readonly string[];
  /** Tables, in lower case, by columns called by their header. */
  readonly tables: readonly { readonly name: string; readonly isOwnRow: boolean }[];
  /** What it refers to is worked out: nobody can tell from its text. */
  readonly isDynamic: boolean;
}

/** Where a formula stands; columns from 0, rows from 1. */
export interface FormulaPlace {
  readonly row: number;
  readonly column: number;
}

/** A range of cells in a formula's text, such as "C$2:C31". */
export interface RangeToken {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** In lower case; null: the formula's own sheet. */
  readonly sheet: string | null;
}

/** Below the end of every sheet. */
const END = Number.MAX_SAFE_INTEGER;

const CELL = String.raw`\$?[A-Za-z]{1,3}\$?\d{1,7}`;
const IDENTIFIER = String.raw`[\p{L}_\\][\p{L}\p{N}_.\\?]*`;
const INSIDE_BRACKETS = String.raw`(?:[^[\]]|\[[^[\]]*\])*`;

/** The tokens of a formula that matter (ECMA-376 part 1, 18.17.2): each finds its place before a later one could. */
const TOKEN = new RegExp(
  [
    String.raw`(?<text>"(?:[^"]|"")*")`,
    String.raw`(?<error>#(?:REF!|DIV\/0!|N\/A|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|GETTING_DATA))`,
    String.raw`(?<sheet>(?:'(?:[^']|'')*'|[^\s"'!(),;:=<>+*\/^&{}%-]+)!)`,
    String.raw`(?<cells>${CELL}(?::(?:${CELL}|\$?[A-Za-z]{1,3}))?)(?![\p{L}\p{N}_.(])`,
    String.raw`(?<columns>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3})(?![\p{L}\p{N}_.(])`,
    String.raw`(?<rows>\$?\d{1,7}:\$?\d{1,7})`,
    String.raw`(?<table>(?:${IDENTIFIER})?\[${INSIDE_BRACKETS}\])`,
    String.raw`(?<call>${IDENTIFIER})\(`,
    String.raw`(?<name>${IDENTIFIER})`,
    String.raw`(?<number>\d+(?:\.\d*)?(?:[Ee][+-]?\d+)?)`,
  ].join('|'),
  'gu',
);

/** Functions whose result may come from cells that their text does not name. */
const DYNAMIC = new Set(['INDIRECT', 'OFFSET', 'EVALUATE', 'GETPIVOTDATA', 'MULTIPLE.OPERATIONS']);

/** `formula` is with or without the leading "=". */
export function shapeOf(formula: string, at: FormulaPlace): FormulaShape {
  const references: Reference[] = [];
  const names: string[] = [];
  const tables: { name: string; isOwnRow: boolean }[] = [];
  let isDynamic = false;
  for (const { token, sheet } of tokens(formula)) {
    const { cells, columns, rows, table, call, name } = token;
    const range = cells ?? columns ?? rows;
    // Of several sheets at once.
    if (sheet?.includes(':') === true) isDynamic = true;
    if (range !== undefined) references.push(referenceOf(range, sheet, at));
    else if (table !== undefined) tables.push(tableOf(table));
    else if (call !== undefined) isDynamic ||= DYNAMIC.has(call.toUpperCase().replace(/^_XLFN\./, ''));
    else if (name !== undefined && !/^(?:true|false)$/i.test(name)) names.push(name.toLowerCase());
  }
  return { references, names, tables, isDynamic };
}

/** Whether it refers to several rows of the column that it stands in, as totals and subtotals do and no single amount does. */
export function addsUpOwnColumn({ references }: FormulaShape, { column, row }: FormulaPlace): boolean {
  const at = ({ isFixed, value }: Place, own: number) => (isFixed ? value : own + value);
  return references.some(
    ({ sheet, left, right, top, bottom }) =>
      sheet === null && at(left, column) <= column && at(right, column) >= column && at(top, row) < at(bottom, row),
  );
}

/** The ranges of more than one row that name both of their corners, for they may have to grow. */
export function* rangesIn(formula: string): Generator<RangeToken, void, void> {
  for (const { token, sheet, start } of tokens(formula)) {
    if (token.cells?.includes(':') === true) yield { start, end: start + token.cells.length, text: token.cells, sheet };
  }
}

function* tokens(formula: string) {
  let sheet: string | null = null;
  let after = -1;
  for (const match of formula.matchAll(TOKEN)) {
    const token: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    if (token['sheet'] !== undefined) {
      sheet = sheetName(token['sheet']);
      after = match.index + match[0].length;
      continue;
    }
    yield {
      token: token as { readonly [Kind in 'cells' | 'columns' | 'rows' | 'table' | 'call' | 'name']?: string },
      sheet: match.index === after ? sheet : null,
      start: match.index,
    };
  }
}

function sheetName(prefix: string): string {
  const name = prefix.slice(0, -1);
  return (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name).toLowerCase();
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
  return { name: text.slice(0, open).toLowerCase(), isOwnRow: /\[#This Row\]|@/i.test(text.slice(open)) };
}
