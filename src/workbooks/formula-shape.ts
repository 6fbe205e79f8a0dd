import type { Cell } from './cell.ts';
import { columnNumber } from './column-letters.ts';

export interface Place {
  readonly isFixed: boolean;
  readonly value: number;
}

type Reference = ReturnType<typeof referenceOf>;

/** The references and function calls of a formula. Equal in all cells into which the user filled down the formula. */
export type FormulaShape = ReturnType<typeof shapeOf>;

export interface FormulaPlace {
  readonly row: number;
  readonly column: number;
}

/** Beyond the last row and column of every sheet. */
const END = Number.MAX_SAFE_INTEGER;

/** Functions whose references are computed at run time. */
const DYNAMIC = ['indirect', 'offset', 'evaluate', 'getpivotdata', 'multiple.operations'];

/** The leading "=" of the formula is optional. */
export function shapeOf(formula: string, at: FormulaPlace) {
  const references: Reference[] = [];
  const names: string[] = [];
  const calls = new Set<string>();
  // Table references; names in lower case.
  const tables: { name: string; isOwnRow: boolean }[] = [];
  // True if the text of the formula does not show all of its references.
  let isDynamic = false;
  for (const { token, sheet, isJoined } of tokens(formula)) {
    const { cells, columns, rows, table, call, name } = token;
    const range = cells ?? columns ?? rows;
    // A range over several sheets, such as "Jan:Dec!C2", does not name all of them.
    if (sheet !== null && (isJoined || sheet.includes(':'))) isDynamic = true;
    if (range !== undefined) references.push(referenceOf(range, sheet, at));
    else if (table !== undefined) tables.push(tableOf(table));
    else if (call !== undefined) calls.add(call.toLowerCase().replace(/^_xlfn\./, ''));
    else if (name !== undefined && !/^(?:true|false)$/i.test(name)) names.push(name.toLowerCase());
  }
  isDynamic ||= DYNAMIC.some((call) => calls.has(call));
  return { references, names, calls: [...calls], tables, isDynamic };
}

/** The sheets, names, functions and tables that formulas refer to, in lower case. */
export class FormulaSources {
  readonly sheets = new Set<string>();
  readonly names = new Set<string>();
  /** Called functions. A defined name can be one, because it may contain a `LAMBDA`. */
  readonly calls = new Set<string>();
  readonly tables = new Set<string>();
  isDynamic = false;

  add({ references, names, calls, tables, isDynamic }: FormulaShape): void {
    for (const { sheet } of references) if (sheet !== null) this.sheets.add(sheet);
    for (const name of names) this.names.add(name);
    for (const call of calls) this.calls.add(call);
    for (const { name, isOwnRow } of tables) if (name !== '' || !isOwnRow) this.tables.add(name);
    if (isDynamic) this.isDynamic = true;
  }
}

export function addsUpOwnColumn({ references }: FormulaShape, { column, row }: FormulaPlace): boolean {
  const at = ({ isFixed, value }: Place, own: number) => (isFixed ? value : own + value);
  return references.some(
    ({ sheet, left, right, top, bottom }) =>
      sheet === null && at(left, column) <= column && at(right, column) >= column && at(top, row) < at(bottom, row),
  );
}

export function isOfOwnRow({ references, tables }: FormulaShape): boolean {
  const isOwn = ({ isFixed, value }: Place): boolean => !isFixed && value === 0;
  return (
    tables.some((table) => table.isOwnRow) ||
    references.some(({ sheet, top, bottom }) => sheet === null && isOwn(bottom) && (isOwn(top) || top.isFixed))
  );
}

/**
 * True if the amount adds up other cells of its column, which makes the line a total. A formula with names or table columns
 * does not show which cells it adds, so it counts as a total only if the line has no date.
 */
export function isTotal(
  amount: Pick<Cell, 'column' | 'isFormula' | 'formula'> | undefined,
  row: number,
  hasDate: boolean,
): boolean {
  if (amount?.isFormula !== true || amount.formula == null || amount.formula === '') return false;
  const at = { row, column: amount.column };
  const shape = shapeOf(amount.formula, at);
  const isOfNames = shape.names.length + shape.tables.length > 0 && !isOfOwnRow(shape);
  return addsUpOwnColumn(shape, at) || (isOfNames && !hasDate);
}

function referenceOf(range: string, sheet: string | null, at: FormulaPlace) {
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
  // In "$2", the first group of the expression matches the dollar sign of the row.
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
  // `@` means the formula's row only directly after the bracket; anywhere else it is part of a header.
  return { name: text.slice(0, open).toLowerCase(), isOwnRow: /^\[(?:@|\[?#This Row\])/i.test(text.slice(open)) };
}

/** A cell, or a range of cells ("B2:B9"), rows ("2:9") or columns ("B:B"), in a formula. */
interface ReferenceToken {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The sheet's name in lower case; null for the formula's own sheet. */
  readonly sheet: string | null;
}

/** The last cell is XFD1048576: names beyond it, such as YTD2026, are not cells. */
const COLUMN = String.raw`\$?(?:[A-Za-z]{1,2}|[A-Wa-w][A-Za-z]{2}|[Xx](?:[A-Ea-e][A-Za-z]|[Ff][A-Da-d]))`;
const ROW = String.raw`\$?(?:10[0-4]\d{4}|\d{1,6})`;
const CELL = COLUMN + ROW;
/** A sheet name that needs no quotes. */
const SHEET = String.raw`[^\s"'!(),;:=<>+*\/^&{}%[\]-]+`;
const IDENTIFIER = String.raw`[\p{L}_\\][\p{L}\p{N}_.\\?]*`;
const INSIDE_BRACKETS = String.raw`(?:[^[\]]|\[[^[\]]*\])*`;

/** Tokens of a formula (ECMA-376 part 1, 18.17.2). Earlier alternatives take precedence. */
const TOKEN = new RegExp(
  [
    String.raw`(?<text>"(?:[^"]|"")*")`,
    String.raw`(?<error>#(?:REF!|DIV\/0!|N\/A|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|GETTING_DATA))`,
    String.raw`(?<sheet>(?:'(?:[^']|'')*'|\[[^[\]]*\](?:${SHEET}(?::${SHEET})?)?|${SHEET}(?::${SHEET})?)!)`,
    String.raw`(?<cells>${CELL}(?::(?:${CELL}|${COLUMN}))?)(?![\p{L}\p{N}_.(])`,
    String.raw`(?<columns>${COLUMN}:${COLUMN})(?![\p{L}\p{N}_.(])`,
    String.raw`(?<rows>${ROW}:${ROW})`,
    String.raw`(?<table>(?:${IDENTIFIER})?\[${INSIDE_BRACKETS}\])`,
    String.raw`(?<call>${IDENTIFIER})\(`,
    String.raw`(?<name>${IDENTIFIER})`,
    String.raw`(?<number>\d+(?:\.\d*)?(?:[Ee][+-]?\d+)?)`,
  ].join('|'),
  'gu',
);

export function* referencesIn(formula: string): Generator<ReferenceToken, void, void> {
  for (const { token, sheet, start } of tokens(formula)) {
    const text = token.cells ?? token.rows ?? token.columns;
    if (text !== undefined) yield { start, end: start + text.length, text, sheet };
  }
}

/** `isJoined` is true if a ":" connects the token with the expression before it, as in `Sheet!A1:Sheet!B9` or `A1:INDEX(…)`. */
function* tokens(formula: string) {
  let sheet: string | null = null;
  let after = -1;
  let end = 0;
  let isJoined = false;
  for (const match of formula.matchAll(TOKEN)) {
    const token: Readonly<Record<string, string | undefined>> = match.groups ?? {};
    isJoined ||= formula.slice(end, match.index).includes(':');
    end = match.index + match[0].length;
    if (token['sheet'] !== undefined) {
      sheet = sheetName(token['sheet']);
      after = end;
      continue;
    }
    yield {
      token: token as { readonly [Kind in 'cells' | 'columns' | 'rows' | 'table' | 'call' | 'name']?: string },
      sheet: match.index === after ? sheet : null,
      start: match.index,
      isJoined,
    };
    isJoined = false;
  }
}

function sheetName(prefix: string): string {
  const name = prefix.slice(0, -1);
  return (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name).toLowerCase();
}

/** Equal for formulas that were filled down: relative rows are replaced by their distance from the formula. */
export function keyOf(formula: string, { row, column }: FormulaPlace): string {
  return `${column} ${formula.replace(MAY_BE_CELL, (text, letters: string, digits: string | undefined) => (digits === undefined ? text : `${letters}{${Number(digits) - row}}`))}`;
}

/** A cell reference with a row, outside quotes. Excludes numbers at the end of names, tables, sheets and functions. */
const MAY_BE_CELL = new RegExp(
  String.raw`"[^"]*"|'[^']*'|(?<![\p{L}\p{N}_.\\$])(${COLUMN})(?!\$)(${ROW})(?![\p{L}\p{N}_.\\!([])`,
  'gu',
);
