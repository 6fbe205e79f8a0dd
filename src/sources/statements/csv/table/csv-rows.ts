import type { CsvDelimiter } from '../../../../core/csv-mapping.ts';
import { fileError, placeError, type StatementText } from '../../statement-error.ts';

export interface CsvRows {
  readonly text: CsvText;
  readonly delimiter: CsvDelimiter;
  readonly rows: readonly (readonly string[])[];
  /** The line on which each row begins, from 1. Quoted texts may span several lines. */
  readonly lines: readonly number[];
}

export interface CsvText extends StatementText {
  /** Lines removed from the beginning: `sep=;`. */
  readonly linesBefore: number;
  readonly delimiter: CsvDelimiter | null;
}

export function tidyText(name: string, decoded: string): CsvText {
  const text = decoded.includes('\r') ? decoded.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : decoded;
  const separator = /^"?sep=([,;\t|])"?\n/i.exec(text);
  if (separator === null) return { name, text, linesBefore: 0, delimiter: null };
  return { name, text: text.slice(separator[0].length), linesBefore: 1, delimiter: separator[1] as CsvDelimiter };
}

/** Throws `statement_unreadable` for irregular quotes. */
export function cutRows(text: CsvText, delimiter: CsvDelimiter): CsvRows {
  const regular = splitCells(text.text, delimiter);
  const { rows, lines } = regular.fault === null ? regular : cutIrregular(text, delimiter, regular.fault);
  if (rows.some((row) => row.length > MOST_COLUMNS))
    throw fileError('statement_too_large', text.name, { reason: 'columns', text: String(MOST_COLUMNS) });
  return { text, delimiter, rows, lines };
}

/** Far above any bank's file. Limits the time for comparing columns with each other, and the list shown to the user. */
const MOST_COLUMNS = 1000;

function cutIrregular(text: CsvText, delimiter: CsvDelimiter, fault: number): ReturnType<typeof splitCells> {
  if (text.text.includes('\\"')) {
    const doubled = text.text.replaceAll(/\\(["\\])/g, (_, escaped: string) => (escaped === '"' ? '""' : escaped));
    const escaped = splitCells(doubled, delimiter);
    if (escaped.fault === null) return escaped;
  }
  const repaired = splitCells(text.text, delimiter, { isLenient: true });
  const lengthsOf = (isRegular: boolean) =>
    new Set(repaired.rows.filter((_, index) => repaired.irregular.has(index) !== isRegular).map((row) => row.length));
  // If a repaired line has a number of cells that no regular line has, the repair was wrong.
  const usual = lengthsOf(true);
  const isAlike = [...lengthsOf(false)].every((length) => usual.has(length));
  // If no cell is in quotes, a quote at the beginning of a cell is text.
  const isQuoted = /(?:^|[,;\t|])"[^"\n]*"(?:[,;\t|]|$)/m.test(text.text);
  if (isAlike && (repaired.fault === null || !isQuoted)) return repaired;
  const whole = { name: text.name, text: '\n'.repeat(text.linesBefore) + text.text };
  throw placeError('statement_unreadable', whole, fault + text.linesBefore, { reason: 'quotes' });
}

/** Per cell. Millions would overflow the stack of the regular expression. */
const MOST_QUOTES = 100_000;

/** Splits a text into rows of cells. `isLenient`: a quote inside a quoted cell is text unless a delimiter follows. */
export function splitCells(text: string, delimiter: string, { isLenient = false, most = Infinity } = {}) {
  // Some banks write blanks or tabs between the delimiter and the quotes.
  const blanks = delimiter === '\t' ? ' *' : '[ \\t]*';
  const end = `${blanks}(?=[${delimiter}\\n]|$)`;
  const regular = `${blanks}"([^"]*(?:""[^"]*){0,${MOST_QUOTES}})"${end}`;
  const unescaped = isLenient ? `"([^\\n]*?)"${end}` : '(?!)()';
  const cells = new RegExp(`${regular}|${unescaped}|[^${delimiter}\\n]*`, 'y');
  /** The rows in which unescaped quotes were read as text. */
  const irregular = new Set<number>();
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  let before: readonly string[] = [];
  let row: string[] = [];
  /** The offset of the first opening quote without an end; such a cell is split like one without quotes. */
  let fault: number | null = null;
  let [line, nextBreak] = [1, text.indexOf('\n')];
  for (let at = 0; ; at += 1) {
    cells.lastIndex = at;
    const [whole = '', quoted, unescapedCell] = cells.exec(text) ?? [];
    const inner = quoted ?? unescapedCell;
    if (quoted === undefined && text[at] === '"') irregular.add(rows.length);
    if (inner === undefined && text[at] === '"') fault ??= at;
    const cell = inner === undefined ? whole : inner.includes('"') ? inner.replaceAll(/""?/g, '"') : inner;
    // Shares values that repeat in a column, to save memory.
    const above = before[row.length];
    row.push(above === cell ? above : cell);
    at += whole.length;
    if (text[at] === delimiter) continue;
    // Blank lines share one array, because millions of arrays would need much memory.
    rows.push(row.length === 1 && cell === '' ? BLANK : row);
    lines.push(line);
    if (at >= text.length || rows.length >= most) return { rows, lines, fault, irregular };
    for (; nextBreak !== -1 && nextBreak <= at; nextBreak = text.indexOf('\n', nextBreak + 1)) line += 1;
    before = row;
    row = [];
  }
}

const BLANK: readonly string[] = [''];

export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

export function lineOf({ text, lines }: CsvRows, index: number): number {
  return text.linesBefore + (lines[index] ?? index + 1);
}
