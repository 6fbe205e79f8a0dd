import type { StatementInspection } from '../../core/csv-mapping.ts';
import { reportOf, toPennyrowError } from '../../platform/errors.ts';
import { csvFormat } from './csv/csv-format.ts';
import { inspectCsv } from './csv/inspect-csv.ts';
import { peekText } from './decode-text.ts';
import { STATEMENT_FORMATS } from './formats.ts';
import { readStatementFile } from './read-statement.ts';
import type { CsvMemory, InspectionOptions } from '../source-kind.ts';
import type { StatementFile } from './statement.ts';

/** Detects the format of a file and reads it. Errors in the file become `problem`. */
export async function inspectStatement(
  file: StatementFile,
  memory: CsvMemory,
  options: InspectionOptions = {},
): Promise<StatementInspection> {
  const beginning = peekText(file.bytes);
  const format = STATEMENT_FORMATS.find((format) => format.recognises(beginning));
  if (format === csvFormat) {
    const { csv, accounts, problem } = inspectCsv(file, memory, options);
    return {
      name: file.name,
      format: 'CSV',
      accounts,
      transactions: csv?.transactions ?? 0,
      csv,
      problem: problem === null ? null : reportOf(problem),
    };
  }
  try {
    const order = options.answers?.dateOrder;
    const dateOrder = order === 'dmy' || order === 'mdy' ? order : null;
    const statement = await readStatementFile(file, { ...memory, dateOrder });
    const accounts = statement.accounts.map(({ account }) => account.name);
    return {
      name: file.name,
      format: statement.format,
      accounts,
      transactions: statement.transactions.length,
      csv: null,
      problem: null,
    };
  } catch (thrown) {
    const problem = toPennyrowError(thrown);
    const formatName = problem.code === 'statement_unknown_format' ? null : (format?.name ?? null);
    return {
      name: file.name,
      format: formatName,
      accounts: [],
      transactions: 0,
      csv: null,
      problem: reportOf(problem),
    };
  }
}
