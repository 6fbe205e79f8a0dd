import type { StatementInspection } from '../../core/csv-mapping.ts';
import { reportOf, toPennyrowError } from '../../platform/errors.ts';
import { csvFormat } from './csv/csv-format.ts';
import { inspectCsv } from './csv/inspect-csv.ts';
import { peekText } from './decode-text.ts';
import { STATEMENT_FORMATS } from './formats.ts';
import { loadDetectorFor } from './guess-encoding.ts';
import { readStatementFile, sheetOf } from './read-statement.ts';
import type { SpreadsheetText } from './spreadsheet/spreadsheet-text.ts';
import type { CsvMemory, InspectionOptions } from '../source-kind.ts';
import type { StatementFile } from './statement.ts';

export async function inspectStatement(
  file: StatementFile,
  memory: CsvMemory,
  options: InspectionOptions = {},
): Promise<StatementInspection> {
  let sheet: SpreadsheetText | null = null;
  try {
    sheet = await sheetOf(file);
  } catch (thrown) {
    return unreadable(file.name, null, thrown);
  }
  const beginning = peekText(file.bytes);
  const format = STATEMENT_FORMATS.find((format) => format.recognises(beginning));
  if (sheet !== null || format === csvFormat) {
    const table = sheet ?? file;
    await loadDetectorFor(table.bytes);
    const { csv, accounts, problem } = inspectCsv(table, memory, options);
    return {
      name: file.name,
      format: sheet?.format ?? 'CSV',
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
    return unreadable(file.name, format?.name ?? null, thrown);
  }
}

function unreadable(name: string, formatName: string | null, thrown: unknown): StatementInspection {
  const problem = toPennyrowError(thrown);
  const format = problem.code === 'statement_unknown_format' ? null : formatName;
  return { name, format, accounts: [], transactions: 0, csv: null, problem: reportOf(problem) };
}
