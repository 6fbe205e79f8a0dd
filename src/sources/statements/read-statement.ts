import { peekText } from './decode-text.ts';
import { knownFormats, PLAIN_FORMATS, STATEMENT_FORMATS } from './formats.ts';
import { otherFile } from './other-files.ts';
import { fileError } from './statement-error.ts';
import { readBy } from './statement-parts.ts';
import {
  MAXIMUM_STATEMENT_BYTES,
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementFile,
  type StatementFormat,
  type ZipFormat,
} from './statement.ts';

/**
 * Reads a statement file of any known format, told by its content and not by its name.
 * All of it or nothing: throws PennyrowError `statement_…` that names the file, the line and what to do.
 */
export async function readStatementFile(file: StatementFile, memory: CsvMemory = NO_CSV_MEMORY): Promise<Statement> {
  const format = formatOf(file, STATEMENT_FORMATS);
  return 'scheme' in format ? readBy(format, file, memory) : format.read(file, memory);
}

/** The same of a file that is no zip. */
export function readStatement(file: StatementFile, memory: CsvMemory = NO_CSV_MEMORY): Statement {
  return readBy(formatOf(file, PLAIN_FORMATS), file, memory);
}

function formatOf<Format extends StatementFormat | ZipFormat>(file: StatementFile, formats: readonly Format[]): Format {
  if (file.bytes.length > MAXIMUM_STATEMENT_BYTES) throw tooLarge(file.name);
  const beginning = peekText(file.bytes);
  if (/^[\s\0\ufeff]*$/.test(beginning)) {
    throw fileError('statement_empty', file.name, { reason: 'bytes' });
  }
  const other = otherFile(file.bytes, beginning);
  const format = other === null ? formats.find((format) => format.recognises(beginning)) : undefined;
  if (format !== undefined) return format;
  throw fileError('statement_unknown_format', file.name, { reason: other ?? 'other', formats: knownFormats() });
}

export function tooLarge(name: string) {
  return fileError('statement_too_large', name, {
    reason: 'other',
    text: String(MAXIMUM_STATEMENT_BYTES / 1024 / 1024),
  });
}
