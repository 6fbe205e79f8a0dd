import { open, stat } from 'node:fs/promises';
import { csvFormat } from './csv/csv-format.ts';
import { openCsv } from './csv/table/open-csv.ts';
import { peekText } from './decode-text.ts';
import { STATEMENT_FORMATS } from './formats.ts';

/** Whether a file begins as a statement does, whatever its name. Throws the system's error when it cannot be read. */
export async function looksLikeStatement(path: string): Promise<boolean> {
  const beginning = await beginningOf(path);
  const text = peekText(beginning);
  const format = STATEMENT_FORMATS.find((format) => format.recognises(text));
  return format === csvFormat ? hasTransactions(beginning) : format !== undefined;
}

/** Notes may stand in a table as well; a table of transactions has lines with a date and an amount. */
function hasTransactions(beginning: Buffer): boolean {
  // What is cut off at the end may look like anything.
  const isWhole = beginning.length < BEGINNING_BYTES;
  // In UTF-16 a line break has two bytes.
  const end = isWhole ? beginning.length : Math.ceil((beginning.lastIndexOf(0x0a) + 1) / 2) * 2;
  try {
    return openCsv({ name: 'beginning', bytes: beginning.subarray(0, end) }).table !== null;
  } catch {
    return false;
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  // Opening a pipe that nobody writes to waits for ever.
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
