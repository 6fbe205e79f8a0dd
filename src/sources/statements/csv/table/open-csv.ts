import type { CsvAnswers, CsvMapping } from '../../../../core/csv-mapping.ts';
import { fingerprintOf } from '../../account-identity.ts';
import { decodeText, guessEncoding } from '../../decode-text.ts';
import { fileError } from '../../statement-error.ts';
import type { StatementFile } from '../../statement.ts';
import { lookAtColumns } from './csv-columns.ts';
import { cutRows, tidyText, type CsvText } from './csv-rows.ts';
import { findTable, guessDelimiter, type CsvTable } from './csv-table.ts';

export type OpenedCsv = ReturnType<typeof openCsv>;

/** Throws `statement_encoding`, and `statement_unreadable` for unclosed quotes. */
export function openCsv(file: StatementFile) {
  const text = textOf(file, null);
  const delimiter = guessDelimiter(text);
  const table = delimiter === null ? null : findTable(cutRows(text, delimiter));
  return { text, fingerprint: fingerprintOf(layoutOf(text, table)), table };
}

/** A changed title is a new layout. Without titles, the content types of the columns identify it. */
function layoutOf({ text }: CsvText, table: CsvTable | null): (string | undefined)[] {
  if (table === null) return ['lines', text.split('\n').find((line) => line.trim() !== '')];
  return table.header === null ? ['columns', kindsOfColumns(table)] : ['titles', JSON.stringify(table.titles)];
}

/** If no row looks like titles or a transaction, the first line has the titles. Null if the file has no cells. */
export function tableByAnswers(file: StatementFile, opened: OpenedCsv, { encoding, delimiter, header }: CsvAnswers) {
  if (opened.table !== null && encoding === undefined && delimiter === undefined && header === undefined)
    return opened.table;
  const text = encoding === undefined ? opened.text : textOf(file, encoding);
  const chosen = delimiter ?? opened.table?.delimiter ?? guessDelimiter(text);
  return chosen === null ? null : findTable(cutRows(text, chosen), header, header !== false);
}

/** The table for a mapping. Throws `statement_csv_mapping` for a file with another layout. */
export function tableByMapping(file: StatementFile, opened: OpenedCsv, mapping: CsvMapping): CsvTable {
  const { encoding, delimiter, hasHeader, columns } = mapping;
  const isOf = (table: CsvTable | null): boolean =>
    table !== null && (table.header !== null) === hasHeader && table.titles.join('\n') === columns.join('\n');
  // Accepts any delimiter, because a spreadsheet program that saved the file may have changed it.
  if (opened.table !== null && encoding === null && isOf(opened.table)) return opened.table;
  const table = tableByAnswers(file, opened, { encoding: encoding ?? undefined, delimiter, header: hasHeader });
  if (table !== null && isOf(table)) return table;
  throw fileError('statement_csv_mapping', file.name, { reason: 'other', isZipped: false });
}

function textOf(file: StatementFile, encoding: string | null): CsvText {
  return tidyText(file.name, decodeText(file, encoding ?? guessEncoding(file.bytes)));
}

export function kindsOfColumns(table: CsvTable): string {
  const { columns, rows } = lookAtColumns(table);
  const kinds = columns.map(({ filled, dates, numbers }) =>
    filled === 0 ? '-' : dates === filled && filled === rows.length ? 'd' : numbers === filled ? 'n' : 't',
  );
  return kinds.join('');
}
