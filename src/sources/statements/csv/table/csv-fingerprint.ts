import { fingerprintOf } from '../../account-identity.ts';
import { lookAtColumns } from './csv-columns.ts';
import type { CsvTable } from './csv-table.ts';

/**
 * Tells one make of file from another: 16 hex digits of its titles, or, where it has none, of what its columns
 * hold. A bank that changes a title makes another make, which is asked about again.
 */
export function fingerprintOfTable(table: CsvTable): string {
  if (table.header !== null) return fingerprintOf(['titles', JSON.stringify(table.titles)]);
  return fingerprintOf(['columns', kindsOfColumns(table)]);
}

/** A letter for each column: "d" for days, "n" for numbers, "t" for texts and "-" for nothing. */
export function kindsOfColumns(table: CsvTable): string {
  const { columns, rows } = lookAtColumns(table);
  const kinds = columns.map(({ filled, dates, numbers }) =>
    filled === 0 ? '-' : dates === filled && filled === rows.length ? 'd' : numbers === filled ? 'n' : 't',
  );
  return kinds.join('');
}
