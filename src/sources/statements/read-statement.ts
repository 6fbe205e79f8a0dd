import { csvFormat } from './csv/csv-format.ts';
import { loadDetectorFor, peekText } from './decode-text.ts';
import { knownFormats, STATEMENT_FORMATS } from './formats.ts';
import { fileError } from './statement-error.ts';
import type { SpreadsheetText } from './spreadsheet/spreadsheet-text.ts';
import {
  MAXIMUM_STATEMENT_BYTES,
  NO_CSV_MEMORY,
  readBy,
  type CsvMemory,
  type Statement,
  type StatementFile,
  type StatementFormat,
  type ZipFormat,
} from './statement.ts';

/** Detects the format by the content. Throws PennyrowError `statement_…` if any part of the file cannot be read. */
export async function readStatementFile(file: StatementFile, memory: CsvMemory = NO_CSV_MEMORY): Promise<Statement> {
  const sheet = await sheetOf(file);
  if (sheet !== null) {
    const statement = readBy(csvFormat, sheet, memory);
    return { ...statement, format: sheet.format, warnings: [...statement.warnings, ...sheet.warnings] };
  }
  const format = formatOf(file);
  await loadDetectorFor(file.bytes);
  return 'scheme' in format ? readBy(format, file, memory) : format.read(file, memory);
}

/** The table of a spreadsheet or a web page as a CSV file; null for any other file. */
export async function sheetOf(file: StatementFile): Promise<SpreadsheetText | null> {
  const beginning = peekText(file.bytes);
  const isPage = isWebPage(beginning);
  if (
    (!isPage && !isSpreadsheet(file.bytes) && !EXCEL_XML.test(beginning)) ||
    file.bytes.length > MAXIMUM_STATEMENT_BYTES
  )
    return null;
  const { spreadsheetText, webPageText } = await import('./spreadsheet/spreadsheet-text.ts');
  return isPage ? webPageText(file) : spreadsheetText(file);
}

/** The format that recognizes the file. Throws PennyrowError `statement_…` if there is none. */
export function formatOf(file: StatementFile): StatementFormat | ZipFormat {
  if (file.bytes.length > MAXIMUM_STATEMENT_BYTES) throw tooLarge(file.name);
  const beginning = peekText(file.bytes);
  if (/^[\s\0\ufeff]*$/.test(beginning)) throw fileError('statement_empty', file.name, { reason: 'bytes' });
  const other = otherFile(file.bytes, beginning);
  const format = other === null ? STATEMENT_FORMATS.find((format) => format.recognizes(beginning)) : undefined;
  if (format !== undefined) return format;
  throw fileError('statement_unknown_format', file.name, { reason: other ?? 'other', formats: knownFormats() });
}

export function tooLarge(name: string) {
  return fileError('statement_too_large', name, { reason: 'other', text: String(MAXIMUM_STATEMENT_BYTES / 2 ** 20) });
}

/** The kind of a file that is no statement but often downloaded from banks; null for all other files. */
export function otherFile(bytes: Buffer, beginning: string): 'html' | 'pdf' | 'spreadsheet' | null {
  if (beginning.startsWith('%PDF')) return 'pdf';
  if (isWebPage(beginning)) return 'html';
  return isOpenDocument(bytes) ? 'spreadsheet' : null;
}

function isWebPage(beginning: string): boolean {
  return /^[\s\ufeff]*<(?:!doctype html|html|head|meta|table|style)\b/i.test(beginning);
}

function isOpenDocument(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 200).includes('mimetypeapplication/vnd.oasis.opendocument');
}

/** True for Excel's old formats, and for a zip file with a workbook. */
export function isSpreadsheet(bytes: Buffer): boolean {
  if (bytes.subarray(0, 4).equals(OLD_EXCEL) || EXCEL_XML.test(peekText(bytes))) return true;
  if (bytes.toString('latin1', 0, 2) !== 'PK') return false;
  // A zip file lists its entries at the end.
  return bytes.subarray(-DIRECTORY_BYTES).includes('xl/workbook');
}

const EXCEL_XML = /^[\s\ufeff]*(?:<\?[^>]*>\s*)*<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/;
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const DIRECTORY_BYTES = 64 * 1024;
