import { formatOf } from '../../src/sources/statements/read-statement.ts';
import {
  NO_CSV_MEMORY,
  readBy,
  type CsvMemory,
  type Statement,
  type StatementFile,
} from '../../src/sources/statements/statement.ts';

/** Reads a file that is not zipped, and synchronously, so that property tests can read many files. */
export function readStatement(file: StatementFile, memory: CsvMemory = NO_CSV_MEMORY): Statement {
  const format = formatOf(file);
  if (!('scheme' in format)) throw new Error(`${file.name} is zipped.`);
  return readBy(format, file, memory);
}
