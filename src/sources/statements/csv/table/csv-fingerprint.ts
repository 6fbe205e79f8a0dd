import { fingerprintOf } from '../../account-identity.ts';
import { lookAtColumns } from './csv-columns.ts';
import type { CsvTable } from './csv-table.ts';

/**
 * Identifies a layout: 16 hex digits of its titles or, without titles, of the content types of its columns. A changed
 * title is a new layout.
 */
export function fingerprintOfTable(table: CsvTable): string {
  if (table.header !== null) return fingerprintOf(['titles', JSON.stringify(table.titles)]);
  return fingerprintOf(['columns', kindsOfColumns(table)]);
}

/** A letter per column: "d" for days, "n" for numbers, "t" for texts, "-" for empty. */
export function kindsOfColumns(table: CsvTable): string {
  const { columns, rows } = lookAtColumns(table);
  const kinds = columns.map(({ filled, dates, numbers }) =>
    filled === 0 ? '-' : dates === filled && filled === rows.length ? 'd' : numbers === filled ? 'n' : 't',
  );
  return kinds.join('');
}
