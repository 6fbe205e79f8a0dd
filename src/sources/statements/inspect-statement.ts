import type { StatementInspection } from '../../core/csv-mapping.ts';
import { type PennyrowError, reportOf, toPennyrowError } from '../../platform/errors.ts';
import { csvFormat, inspectCsv } from './csv/csv-format.ts';
import { peekText, loadDetectorFor } from './decode-text.ts';
import { STATEMENT_FORMATS } from './formats.ts';
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
    return inspectionOf(file.name, null, toPennyrowError(thrown));
  }
  const beginning = peekText(file.bytes);
  const format = STATEMENT_FORMATS.find((format) => format.recognizes(beginning));
  if (sheet !== null || format === csvFormat) {
    const table = sheet ?? file;
    await loadDetectorFor(table.bytes);
    const { csv, accounts, problem } = inspectCsv(table, memory, options);
    const inspection = inspectionOf(file.name, sheet?.format ?? 'CSV', problem);
    return { ...inspection, accounts, transactions: csv?.transactions ?? 0, csv };
  }
  try {
    const order = options.answers?.dateOrder;
    const dateOrder = order === 'dmy' || order === 'mdy' ? order : null;
    const statement = await readStatementFile(file, { ...memory, dateOrder });
    return {
      ...inspectionOf(file.name, statement.format, null),
      accounts: statement.accounts.map(({ account }) => account.name),
      transactions: statement.transactions.length,
    };
  } catch (thrown) {
    const error = toPennyrowError(thrown);
    return inspectionOf(file.name, error.code === 'statement_unknown_format' ? null : (format?.name ?? null), error);
  }
}

export function inspectionOf(name: string, format: string | null, error: PennyrowError | null): StatementInspection {
  const problem = error === null ? null : reportOf(error);
  return { name, format, accounts: [], transactions: 0, csv: null, problem };
}
