import type { Cell as OldCell } from 'xls-reader';
import { oneLine } from '../../../core/one-line.ts';
import { isDataLike } from '../csv/table/csv-table.ts';
import { openCsv } from '../csv/table/open-csv.ts';
import { fileError, fileMessage } from '../statement-error.ts';
import type { Statement, StatementFile } from '../statement.ts';
import { toZipProblem } from '../zip/zip-format.ts';
import { numberText } from './number-formats.ts';
import type { SheetRows } from './xlsx-sheets.ts';
import { decodeText, guessEncoding, loadDetectorFor } from '../decode-text.ts';
import { decodeEntities } from '../ofx/ofx-tokens.ts';

export interface SpreadsheetText extends StatementFile, Pick<Statement, 'format' | 'warnings'> {}

/**
 * The first sheet that contains a table of transactions, else the first sheet, as a CSV file: days as ISO 8601, numbers with a
 * decimal point. Each line has the same number as its row. Further sheets with the same titles follow, such as those of other
 * accounts, but not copies of earlier sheets. A warning counts the lines of sheets with other titles.
 */
export async function spreadsheetText(file: StatementFile): Promise<SpreadsheetText> {
  const { name, bytes } = file;
  const start = bytes.toString('latin1', 0, 2);
  const format = start === 'PK' ? 'XLSX' : 'XLS';
  let first: SheetRows | null = null;
  let titles: string | null = null;
  const lines = new Set<string>();
  const whole: Buffer[] = [];
  let others = 0;
  const sheets = start === 'PK' ? xlsxSheetsOf(file) : start === OLD_EXCEL ? oldSheets(file) : xmlSheets(file);
  for await (const rows of sheets) {
    first ??= rows;
    const { table } = openCsv({ name, bytes: toCsv(rows.slice(0, ROWS_TRIED)) });
    const own = rows.slice(table?.first).flatMap((row) => row.join('\n').trim() || []);
    const isCopy = own.filter((line) => lines.has(line)).length > own.length / 2;
    if (table === null || isCopy) continue;
    if (whole.length > 0 && table.titles.join('\n') !== titles) {
      others += rows.filter(isDataLike).length;
      continue;
    }
    if (whole.length === 0 && table.header !== null) titles = table.titles.join('\n');
    whole.push(toCsv(rows));
    for (const line of own) lines.add(line);
  }
  const warnings =
    others === 0 ? [] : [fileMessage('info', 'statement_csv_left_out', name, { count: others, reason: 'sheet' })];
  return { name, format, bytes: Buffer.concat(whole.length > 0 ? whole : [toCsv(first ?? [])]), warnings };
}

const ROWS_TRIED = 500;
const OLD_EXCEL = '\u00d0\u00cf';

/** The tables of a web page as a CSV file; null if they hold no transactions, as in a page to sign in. */
export async function webPageText(file: StatementFile): Promise<SpreadsheetText | null> {
  const { name } = file;
  const bytes = toCsv(await htmlRows(file));
  return openCsv({ name, bytes }).table === null ? null : { name, format: 'HTML', bytes, warnings: [] };
}

async function* xlsxSheetsOf(file: StatementFile): AsyncGenerator<SheetRows, void, void> {
  const [{ xlsxSheets, OwnWorkbookError }, { XmlError }, { ZipError }] = await Promise.all([
    import('./xlsx-sheets.ts'),
    import('../../../platform/xml/xml-scanner.ts'),
    import('../../../platform/zip/zip-error.ts'),
  ]);
  try {
    yield* xlsxSheets(file.bytes);
  } catch (thrown) {
    if (thrown instanceof ZipError) throw toZipProblem(file, thrown);
    if (thrown instanceof OwnWorkbookError)
      throw fileError('statement_unknown_format', file.name, { reason: 'ownWorkbook', formats: '' }, thrown);
    if (!(thrown instanceof XmlError)) throw thrown;
    throw fileError('statement_unreadable', file.name, { reason: 'xml', text: thrown.message }, thrown);
  }
}

/** Sheets of Excel 97 to 2003. The library reads neither older files nor files with a password. */
async function* oldSheets({ name, bytes }: StatementFile): AsyncGenerator<SheetRows, void, void> {
  const { readXls } = await import('xls-reader');
  try {
    const { sheets } = readXls(bytes);
    for (const { visibility, rows } of sheets)
      if (visibility === 'visible') yield rows.map((row) => row.map(oldCellText));
  } catch (thrown) {
    throw fileError('statement_unknown_format', name, { reason: 'spreadsheet', formats: '' }, thrown);
  }
}

function oldCellText(cell: OldCell): string {
  if (cell === null || typeof cell === 'boolean') return '';
  if (typeof cell === 'string') return cell;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, ISO_DAY);
  return typeof cell === 'number' ? numberText(cell) : '';
}

const ISO_DAY = 10;

/** Sheets in the XML format of Excel 2003, which banks call ".xls". */
async function* xmlSheets(file: StatementFile): AsyncGenerator<SheetRows, void, void> {
  const xml = await textOf(file, /^[^>]*\sencoding\s*=\s*["']([\w-]+)/);
  for (const sheet of xml.split(/<(?:\w+:)?Worksheet\b/).slice(1))
    yield placed(sheet, 'Row', MOST_ROWS, [], (row) => placed(row, 'Cell', MOST_COLUMNS, '', xmlCellText));
}

/** Excel's limit of rows, and one column more than the CSV reader accepts, so that it rejects a wider sheet. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 1001];

/** Reads the rows of a sheet or the cells of a row. An element may state its place, from 1, and how many merged cells follow. */
function placed<Item>(xml: string, tag: string, most: number, empty: Item, read: (element: string) => Item): Item[] {
  const items: Item[] = [];
  const fillTo = (length: number): void => {
    while (items.length < Math.min(length, most)) items.push(empty);
  };
  for (const element of xml.split(new RegExp(String.raw`<(?:\w+:)?${tag}\b`)).slice(1)) {
    const attribute = (name: string): number =>
      Number(new RegExp(String.raw`^[^>]*\b${name}="(\d+)"`).exec(element)?.[1] ?? 0);
    fillTo(attribute('Index') - 1);
    if (items.length < most) items.push(read(element));
    fillTo(items.length + attribute('MergeAcross'));
  }
  return items;
}

function xmlCellText(cell: string): string {
  const [, type, content = ''] = /<(?:\w+:)?Data\b[^>]*\bType="(\w+)"[^>]*>(.*?)<\/(?:\w+:)?Data\s*>/s.exec(cell) ?? [];
  const text = decodeEntities(content.replace(/<[^>]*>/g, ''));
  if (type === 'DateTime') return text.slice(0, ISO_DAY);
  if (type === 'Number') return numberText(Number(text));
  return type === 'String' ? text : '';
}

/** Quotes all cells, so that no text is mistaken for a delimiter. */
function toCsv(rows: SheetRows): Buffer {
  const lines = rows.map((row) =>
    row.map((cell) => (cell === '' ? '' : `"${oneLine(cell).replaceAll('"', '""')}"`)).join(','),
  );
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** @param declaration matches the encoding that the beginning of the file declares */
async function textOf(file: StatementFile, declaration: RegExp): Promise<string> {
  await loadDetectorFor(file.bytes);
  const declared = declaration.exec(file.bytes.toString('latin1', 0, HEAD_BYTES))?.[1];
  return decodeText(file, declared ?? guessEncoding(file.bytes));
}

const HEAD_BYTES = 4096;

async function htmlRows(file: StatementFile): Promise<SheetRows> {
  const html = await textOf(file, /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i);
  return html
    .replace(LEFT_OUT, ' ')
    .split(/<tr\b[^>]*>/i)
    .slice(1)
    .map((row) =>
      (row.split(/<\/(?:tr|table)\s*>/i)[0] ?? '')
        .split(/(?=<t[dh]\b)/i)
        .filter((cell) => /^<t[dh]\b/i.test(cell))
        .flatMap(cellsOf),
    );
}

const LEFT_OUT = /<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gis;

function cellsOf(cell: string): string[] {
  const [, attributes = '', content = ''] = /^<t[dh]\b([^>]*)>(.*)$/is.exec(cell) ?? [];
  const span = Number(/\bcolspan\s*=\s*["']?(\d{1,2})\b/i.exec(attributes)?.[1] ?? 1);
  const text = decodeEntities(content.replace(/<[^>]*>/g, ' ').replace(LETTER_ENTITY, letterOf));
  return [text.trim(), ...Array.from({ length: Math.max(0, span - 1) }, () => '')];
}

const LETTER_ENTITY = /&([a-z])(acute|grave|circ|uml|tilde|cedil|ring);|&(szlig|euro|ordm|ordf|pound);/gi;
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
};
const OTHERS: Readonly<Record<string, string>> = { szlig: 'ß', euro: '€', ordm: 'º', ordf: 'ª', pound: '£' };

function letterOf(entity: string, letter?: string, accent = '', other = ''): string {
  if (letter === undefined) return OTHERS[other.toLowerCase()] ?? entity;
  return `${letter}${ACCENTS[accent.toLowerCase()] ?? ''}`.normalize('NFC');
}
