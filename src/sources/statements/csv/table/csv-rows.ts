import Papa from 'papaparse';
import type { CsvDelimiter } from '../../../../core/csv-mapping.ts';
import { fileError, placeError, type Fault, type StatementText } from '../../statement-error.ts';

/** The cells of a file, including blank lines. */
export interface CsvRows {
  readonly text: StatementText;
  readonly delimiter: CsvDelimiter;
  /** Lines removed from the beginning: `sep=;`. */
  readonly linesBefore: number;
  readonly rows: readonly (readonly string[])[];
  /** False if quotes are ordinary characters in this file. */
  readonly quoted: boolean;
  readonly endsWithLineBreak: boolean;
}

export interface CsvText extends StatementText {
  readonly linesBefore: number;
  /** From the line `sep=;`. */
  readonly delimiter: CsvDelimiter | null;
}

/** Normalizes line breaks, and removes the line that tells Excel the delimiter. */
export function tidyText(name: string, decoded: string): CsvText {
  const text = decoded.includes('\r') ? decoded.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : decoded;
  const separator = /^"?sep=([,;\t|])"?\n/i.exec(text);
  if (separator === null) return { name, text, linesBefore: 0, delimiter: null };
  return { name, text: text.slice(separator[0].length), linesBefore: 1, delimiter: separator[1] as CsvDelimiter };
}

/**
 * @param preview the maximum number of rows; 0 for all.
 */
export function cutRows(written: CsvText, delimiter: CsvDelimiter, preview = 0): CsvRows {
  const text = { ...written, text: withoutBlanksBeforeQuotes(written.text, delimiter) };
  const base = { text, delimiter, linesBefore: text.linesBefore, endsWithLineBreak: text.text.endsWith('\n') };
  const whole = preview === 0 ? cutInPieces(text.text, delimiter) : null;
  if (whole !== null) return { ...base, rows: withFewColumns(text, whole), quoted: true };
  const parsed = Papa.parse<string[]>(text.text, { delimiter, newline: '\n', preview });
  // The only other error of Papa is about guessing a delimiter.
  const fault = parsed.errors.find(({ type }) => type === 'Quotes');
  if (fault === undefined) return { ...base, rows: parsed.data, quoted: true };
  const escaped = text.text.includes('\\"') ? cutEscaped(text, delimiter, preview) : null;
  if (escaped !== null) return { ...base, ...escaped, quoted: true };
  const { data: rows } = Papa.parse<string[]>(text.text, { delimiter, newline: '\n', preview, fastMode: true });
  // Some banks write unescaped quotes in texts. Then all lines have the same length without quoting.
  const lengths = new Set(rows.filter((row) => !isBlank(row)).map((row) => row.length));
  if (lengths.size === 1 && isOddEverywhere(text.text))
    return { ...base, rows: withFewColumns(text, rows), quoted: false };
  const repaired = cutUnescaped(text, delimiter, preview);
  if (repaired !== null) return { ...base, ...repaired, quoted: true };
  throw placeError(
    'statement_unreadable',
    { name: text.name, text: '\n'.repeat(text.linesBefore) + text.text },
    // Papa reports the position after the quote.
    Math.max(0, (fault.index ?? 0) - 1) + text.linesBefore,
    { reason: fault.code === 'MissingQuotes' ? 'quoteOpen' : 'quoteInside' },
  );
}

/** Reads `\\"` as a quote inside of quotes. Null if that is not regular either. */
function cutEscaped(text: CsvText, delimiter: CsvDelimiter, preview: number): Pick<CsvRows, 'rows' | 'text'> | null {
  const doubled = text.text.replaceAll(/\\(["\\])/g, (_, character: string) => (character === '"' ? '""' : character));
  const { data, errors } = Papa.parse<string[]>(doubled, { delimiter, newline: '\n', preview });
  return errors.some(({ type }) => type === 'Quotes')
    ? null
    : { text: { ...text, text: doubled }, rows: withFewColumns(text, data) };
}

/**
 * Reads a quote inside of quotes as text unless the cell ends there, and drops blanks after closing quotes. Null if that gives a line
 * a number of cells that no other line has: then the quotes mean something else.
 */
function cutUnescaped(text: CsvText, delimiter: CsvDelimiter, preview: number): Pick<CsvRows, 'rows' | 'text'> | null {
  const mark = delimiter === '|' ? '\\|' : delimiter;
  const quoted = new RegExp(`(?<=^|${mark})"(.*?)" *(?=${mark}|$)`, 'g');
  const repairedLengths = new Set<number>();
  const lengths = new Set<number>();
  const lines = text.text.split('\n').map((line) => {
    const repaired = line.replaceAll(quoted, (_, inner: string) => `"${inner.replaceAll(/""?/g, '""')}"`);
    const cells = Papa.parse<string[]>(repaired, { delimiter, newline: '\n' }).data[0] ?? [];
    (repaired === line ? lengths : repairedLengths).add(cells.length);
    return repaired;
  });
  if ([...repairedLengths].some((length) => !lengths.has(length))) return null;
  const tidy = lines.join('\n');
  const { data, errors } = Papa.parse<string[]>(tidy, { delimiter, newline: '\n', preview });
  return errors.some(({ type }) => type === 'Quotes')
    ? null
    : { text: { ...text, text: tidy }, rows: withFewColumns(text, data) };
}

/** Some banks write a blank between the delimiter and a quoted text, whose quotes would then count as text. */
function withoutBlanksBeforeQuotes(text: string, delimiter: CsvDelimiter): string {
  if (!/(?:^|[,;\t|\n]) +"/.test(text)) return text;
  let tidy = '';
  let kept = 0;
  for (let quote = text.indexOf('"'); quote !== -1;) {
    let start = quote;
    while (text[start - 1] === ' ') start -= 1;
    const before = text[start - 1] ?? '\n';
    if (before !== delimiter && before !== '\n') {
      quote = text.indexOf('"', quote + 1);
      continue;
    }
    const end = endOfQuotes(text, quote);
    if (start < quote && isEndOfCell(text, end, delimiter)) {
      tidy += text.slice(kept, start);
      kept = quote;
    }
    quote = text.indexOf('"', end);
  }
  return tidy + text.slice(kept);
}

/** The place after the closing quote. Two quotes are a quote in the text. */
function endOfQuotes(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote === -1 ? text.length : quote + 1;
}

function isEndOfCell(text: string, end: number, delimiter: CsvDelimiter): boolean {
  let after = end;
  while (text[after] === ' ') after += 1;
  return after >= text.length || text[after] === delimiter || text[after] === '\n';
}

/** Far above any bank's file. Columns are compared with each other and shown to the user. */
const MOST_COLUMNS = 1000;

function withFewColumns<Rows extends CsvRows['rows']>({ name }: CsvText, rows: Rows): Rows {
  if (rows.every((row) => row.length <= MOST_COLUMNS)) return rows;
  throw fileError('statement_too_large', name, { reason: 'columns', text: String(MOST_COLUMNS) });
}

/**
 * Cuts the text in pieces, to limit Papa's memory, and shares values that repeat in a column. Null if quotes are
 * irregular: only the whole text shows what they mean.
 */
function cutInPieces(text: string, delimiter: CsvDelimiter): (readonly string[])[] | null {
  const rows: (readonly string[])[] = [];
  let before: readonly string[] = [];
  let length = PIECE_CHARACTERS;
  for (let from = 0; ;) {
    const end = text.lastIndexOf('\n', from + length) + 1;
    const isLast = from + length >= text.length;
    // A quoted text may continue after the piece.
    if (!isLast && end <= from) {
      length *= 2;
      continue;
    }
    const piece = isLast ? text.slice(from) : text.slice(from, end);
    const { data, errors, meta } = new Papa.Parser({ delimiter, newline: '\n' }).parse(
      piece,
      0,
      !isLast,
    ) as Papa.ParseResult<string[]>;
    if (errors.length > 0) return null;
    for (const row of data) rows.push((before = copyRow(row, before)));
    if (isLast) return rows;
    // A quoted text is longer than the piece.
    length = meta.cursor === 0 ? length * 2 : PIECE_CHARACTERS;
    from += meta.cursor;
  }
}

const PIECE_CHARACTERS = 64 * 1024;

/** Copies the row, because Papa's array has spare capacity. */
function copyRow(row: readonly string[], before: readonly string[]): readonly string[] {
  const cells = row.slice();
  for (let place = 0; place < cells.length; place += 1) {
    const above = before[place];
    if (above !== undefined && cells[place] === above) cells[place] = above;
  }
  return cells;
}

/** True if no text is properly quoted. A cell in quotes means that quotes are syntax. */
function isOddEverywhere(text: string): boolean {
  return !/(?:^|[,;\t|])"[^"\n]*"(?:[,;\t|]|$)/m.test(text);
}

export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

/** The line on which a row begins, from 1. Quoted texts may span several lines. */
export function lineOf({ text, delimiter, linesBefore, quoted }: CsvRows, index: number): number {
  if (index === 0 || !quoted || !text.text.includes('"')) return linesBefore + 1 + index;
  const before = Papa.parse(text.text, { delimiter, newline: '\n', preview: index, fastMode: false });
  const end = Math.min(before.meta.cursor, text.text.length);
  let line = linesBefore + 1;
  for (let at = text.text.indexOf('\n'); at !== -1 && at < end; at = text.text.indexOf('\n', at + 1)) line += 1;
  return line;
}

type RowErrorCode = 'statement_bad_date' | 'statement_bad_amount' | 'statement_bad_row' | 'statement_truncated';

export function rowError<Code extends RowErrorCode>(
  rows: CsvRows,
  index: number,
  title: string | null,
  code: Code,
  fault: Fault<Code>,
) {
  return fileError(code, rows.text.name, fault, undefined, { line: lineOf(rows, index), title });
}
