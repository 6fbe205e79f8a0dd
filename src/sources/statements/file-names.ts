import { basename, extname } from 'node:path';
import { STATEMENT_FORMATS } from './formats.ts';
import { open, stat } from 'node:fs/promises';
import { csvFormat } from './csv/csv-format.ts';
import { openCsv } from './csv/table/open-csv.ts';
import { peekText } from './decode-text.ts';

export function isStatementName(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return !isTemporaryName(path) && STATEMENT_FORMATS.some((format) => format.extensions.includes(extension));
}

/** Decides by the name, or by the content if the name is not specific ("umsaetze.txt"). */
export async function isStatementFile(path: string): Promise<boolean> {
  if (isStatementName(path)) return true;
  return hasPlainName(path) && looksLikeStatement(path).catch(() => false);
}

export function hasPlainName(path: string): boolean {
  return !isTemporaryName(path) && PLAIN_EXTENSIONS.has(extname(path).toLowerCase());
}

const PLAIN_EXTENSIONS: ReadonlySet<string> = new Set(['', '.txt', '.text', '.asc', '.dat', '.exp', '.aso']);

/** True for names of unfinished downloads and of files that editors or file managers create. */
export function isTemporaryName(path: string): boolean {
  const name = basename(path);
  return /^[.~]|~$|\.(?:part|partial|crdownload|download|tmp|temp|swp|opdownload)$/i.test(name);
}

async function looksLikeStatement(path: string): Promise<boolean> {
  const beginning = await beginningOf(path);
  const text = peekText(beginning);
  const format = STATEMENT_FORMATS.find((format) => format.recognizes(text));
  return format === csvFormat ? hasTransactions(beginning) : format !== undefined;
}

/** True if lines have a date and an amount. Without them, a text that looks like CSV may be notes. */
function hasTransactions(beginning: Buffer): boolean {
  // If only the beginning of the file was read, the last line is left out, because it may be cut off.
  const isWhole = beginning.length < BEGINNING_BYTES;
  // In UTF-16 a line break has two bytes, so the end is rounded up to an even number.
  const end = isWhole ? beginning.length : Math.ceil((beginning.lastIndexOf(0x0a) + 1) / 2) * 2;
  try {
    return openCsv({ name: 'beginning', bytes: beginning.subarray(0, end) }).table !== null;
  } catch {
    return false;
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  // Opening a pipe without a writer blocks forever.
  if (!(await stat(path)).isFile()) return Buffer.alloc(0);
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const BEGINNING_BYTES = 32 * 1024;
