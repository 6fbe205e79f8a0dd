import type { Cell as OldCell } from 'xls-reader';
import { oneLine } from '../../../core/one-line.ts';
import { openCsv } from '../csv/table/open-csv.ts';
import { fileError } from '../statement-error.ts';
import type { StatementFile } from '../statement.ts';
import { toZipProblem } from '../zip/zip-format.ts';
import { htmlRows } from './html-rows.ts';
import { numberText } from './number-formats.ts';
import type { SheetRows } from './xlsx-sheets.ts';

export interface SpreadsheetText extends StatementFile {
  /** "XLSX". */
  readonly format: string;
}

/**
 * The first sheet that holds a table of transactions, else the first one, as a CSV file: days as ISO 8601, numbers with a decimal point.
 * Lines have the numbers of their rows.
 */
export async function spreadsheetText(file: StatementFile): Promise<SpreadsheetText> {
  const { name, bytes } = file;
  const format = bytes.toString('latin1', 0, 2) === 'PK' ? 'XLSX' : 'XLS';
  let first: SheetRows | null = null;
  for await (const rows of sheetsOf(file, format)) {
    if (openCsv({ name, bytes: toCsv(rows.slice(0, ROWS_TRIED)) }).table !== null)
      return { name, format, bytes: toCsv(rows) };
    first ??= rows;
  }
  return { name, format, bytes: toCsv(first ?? []) };
}

const ROWS_TRIED = 500;

/** The tables of a web page as a CSV file; null if they hold no transactions, as in a page to sign in. */
export async function webPageText(file: StatementFile): Promise<SpreadsheetText | null> {
  const { name } = file;
  const bytes = toCsv(await htmlRows(file));
  return openCsv({ name, bytes }).table === null ? null : { name, format: 'HTML', bytes };
}

async function* sheetsOf(file: StatementFile, kind: 'XLSX' | 'XLS'): AsyncGenerator<SheetRows, void, void> {
  if (kind === 'XLS') return yield* await oldSheets(file);
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

/** Sheets of Excel 97 to 2003. Their library reads no older ones, and none with a password. */
async function oldSheets({ name, bytes }: StatementFile): Promise<readonly SheetRows[]> {
  const { readXls } = await import('xls-reader');
  try {
    return readXls(bytes)
      .sheets.filter(({ visibility }) => visibility === 'visible')
      .map(({ rows }) => rows.map((row) => row.map(oldCellText)));
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

/** With all cells in quotes, no text can be taken for a delimiter. */
function toCsv(rows: SheetRows): Buffer {
  const lines = rows.map((row) =>
    row.map((cell) => (cell === '' ? '' : `"${oneLine(cell).replaceAll('"', '""')}"`)).join(','),
  );
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}
