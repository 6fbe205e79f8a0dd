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
  /** From the line `sep=;`. */
  readonly delimiter: CsvDelimiter | null;
}

/** Normalizes line breaks, and removes the line that declares the delimiter for Excel. */
export function tidyText(name: string, decoded: string): CsvText {
  const text = decoded.includes('\r') ? decoded.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : decoded;
  const separator = /^"?sep=([,;\t|])"?\n/i.exec(text);
  if (separator === null) return { name, text, linesBefore: 0, delimiter: null };
  return { name, text: text.slice(separator[0].length), linesBefore: 1, delimiter: separator[1] as CsvDelimiter };
}

/** The first rows of the beginning of a file, which may end within a quoted text. */
export function sampleRows(text: string, delimiter: CsvDelimiter, most: number): CsvRows['rows'] {
  return splitCells(text, delimiter, 'strict', most).rows;
}

/** Throws `statement_unreadable` for irregular quotes. */
export function cutRows(text: CsvText, delimiter: CsvDelimiter): CsvRows {
  const regular = splitCells(text.text, delimiter, 'strict');
  const { rows, lines } = regular.fault === null ? regular : cutIrregular(text, delimiter, regular.fault);
  if (rows.some((row) => row.length > MOST_COLUMNS))
    throw fileError('statement_too_large', text.name, { reason: 'columns', text: String(MOST_COLUMNS) });
  return { text, delimiter, rows, lines };
}

/** Far above any bank's file. Columns are compared with each other and shown to the user. */
const MOST_COLUMNS = 1000;

function cutIrregular(text: CsvText, delimiter: CsvDelimiter, { at }: QuoteFault): SplitText {
  if (text.text.includes('\\"')) {
    const doubled = text.text.replaceAll(/\\(["\\])/g, (_, escaped: string) => (escaped === '"' ? '""' : escaped));
    const escaped = splitCells(doubled, delimiter, 'strict');
    if (escaped.fault === null) return escaped;
  }
  // Some banks write unescaped quotes in texts. Then no cell is in quotes, and all lines have the same length.
  const plain = splitCells(text.text, delimiter, 'none');
  const lengths = new Set(plain.rows.filter((row) => !isBlank(row)).map((row) => row.length));
  if (lengths.size === 1 && !/(?:^|[,;\t|])"[^"\n]*"(?:[,;\t|]|$)/m.test(text.text)) return plain;
  const repaired = splitCells(text.text, delimiter, 'lenient');
  const lengthsOf = (isRepaired: boolean) =>
    new Set(repaired.rows.filter((_, index) => repaired.repaired.has(index) === isRepaired).map((row) => row.length));
  // A number of cells that no other line has shows that the quotes mean something else.
  const usual = lengthsOf(false);
  if (repaired.fault === null && [...lengthsOf(true)].every((length) => usual.has(length))) return repaired;
  const whole = { name: text.name, text: '\n'.repeat(text.linesBefore) + text.text };
  throw placeError('statement_unreadable', whole, at + text.linesBefore, { reason: 'quotes' });
}

interface QuoteFault {
  readonly at: number;
}

interface SplitText extends Pick<CsvRows, 'rows' | 'lines'> {
  /** The first opening quote without an end; such a cell is split like one without quotes. */
  readonly fault: QuoteFault | null;
  /** The rows in which unescaped quotes were read as text. */
  readonly repaired: ReadonlySet<number>;
}

/** With `none`, quotes are ordinary characters; with `lenient`, they end a cell only before a delimiter. */
type Quoting = 'strict' | 'lenient' | 'none';

function splitCells(text: string, delimiter: string, quoting: Quoting, most = Infinity): SplitText {
  const repaired = new Set<number>();
  const rows: (readonly string[])[] = [];
  const lines: number[] = [];
  let before: readonly string[] = [];
  let row: string[] = [];
  let fault: QuoteFault | null = null;
  let [line, breaks] = [1, 0];
  let [nextBreak, nextDelimiter] = [-1, -1];
  for (let at = 0; ;) {
    let quoted = quoting === 'none' ? null : readQuoted(text, at, delimiter);
    if (quoting === 'lenient' && quoted !== null && 'at' in quoted) {
      quoted = readUnescaped(text, quoted, delimiter);
      repaired.add(rows.length);
    }
    let end: number;
    let cell: string;
    if (quoted !== null && 'cell' in quoted) {
      ({ cell, end } = quoted);
      for (let next = cell.indexOf('\n'); next !== -1; next = cell.indexOf('\n', next + 1)) breaks += 1;
    } else {
      fault ??= quoted;
      if (nextBreak < at) nextBreak = indexOrEnd(text, '\n', at);
      if (nextDelimiter < at) nextDelimiter = indexOrEnd(text, delimiter, at);
      end = Math.min(nextBreak, nextDelimiter);
      cell = text.slice(at, end);
    }
    // Shares values that repeat in a column, to save memory.
    const above = before[row.length];
    row.push(above === cell ? above : cell);
    at = end + 1;
    if (text[end] === delimiter) continue;
    rows.push(row);
    lines.push(line);
    if (end >= text.length || rows.length >= most) return { rows, lines, fault, repaired };
    line += 1 + breaks;
    before = row;
    row = [];
    breaks = 0;
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index === -1 ? text.length : index;
}

/** Null for a cell without quotes. Some banks write blanks or tabs between the delimiter and the quotes. */
function readQuoted(
  text: string,
  at: number,
  delimiter: string,
): { readonly cell: string; readonly end: number } | QuoteFault | null {
  const opening = afterBlanks(text, at, delimiter);
  if (text[opening] !== '"') return null;
  let closing = text.indexOf('"', opening + 1);
  let isDoubled = false;
  while (closing !== -1 && text[closing + 1] === '"') {
    isDoubled = true;
    closing = text.indexOf('"', closing + 2);
  }
  const end = afterBlanks(text, closing + 1, delimiter);
  if (closing !== -1 && (end >= text.length || text[end] === delimiter || text[end] === '\n')) {
    const cell = text.slice(opening + 1, closing);
    return { cell: isDoubled ? cell.replaceAll('""', '"') : cell, end };
  }
  // A quoted word after a blank is part of a text.
  return opening > at ? null : { at: opening };
}

function afterBlanks(text: string, at: number, delimiter: string): number {
  const blanks = delimiter === '\t' ? ' ' : ' \t';
  let end = at;
  while (end < text.length && blanks.includes(text.charAt(end))) end += 1;
  return end;
}

/** The cell ends at the first quote of the line before a delimiter or the end of the line. */
function readUnescaped(text: string, fault: QuoteFault, delimiter: string): ReturnType<typeof readQuoted> {
  const lineEnd = indexOrEnd(text, '\n', fault.at);
  for (let closing = text.indexOf('"', fault.at + 1); closing !== -1 && closing < lineEnd;) {
    const end = afterBlanks(text, closing + 1, delimiter);
    if (end >= lineEnd || text[end] === delimiter)
      return { cell: text.slice(fault.at + 1, closing).replaceAll(/""?/g, '"'), end };
    closing = text.indexOf('"', closing + 1);
  }
  return fault;
}

export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

export function lineOf({ text, lines }: CsvRows, index: number): number {
  return text.linesBefore + (lines[index] ?? index + 1);
}
