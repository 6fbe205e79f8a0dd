import type { Reader } from '../database.ts';
import { openDatabase, type Database, type SqlValue } from '../database.ts';
import { changedPages, type PageSums } from '../page-sums.ts';

export type Record = Readonly<{ [column: string]: SqlValue }>;

/** A database that rows are taken from. */
export interface SalvageSource {
  /** The rows of a table that can still be read; none when there is no such table. */
  rows(table: string): Record[];
  /** Whether every row of the table is as it was written, as far as can be known. */
  isWhole(table: string): boolean;
  close(): void;
}

/** A copy that was checked: all of it is good. */
export function goodSource(path: string): SalvageSource {
  const database = openDatabase(path, { readonly: true });
  return { rows: (table) => readRows(database, table), isWhole: () => true, close: () => database.close() };
}

/** A damaged file; null when SQLite cannot even open it. `sums` are those of the very file, where there are any. */
export function damagedSource(path: string, sums: PageSums | null): SalvageSource | null {
  const database = openDatabase(path);
  try {
    // Reads the first page and the log.
    database.all('SELECT name FROM sqlite_schema');
    const known = sums !== null && database.pragma('application_id') === sums.mark ? sums : null;
    const isWhole = known === null ? byCheck(database) : byPages(database, changedPages(path, known));
    return { rows: (table) => readRows(database, table), isWhole, close: () => database.close() };
  } catch {
    database.close();
    return null;
  }
}

function byCheck(database: Database): (table: string) => boolean {
  return (table) => {
    try {
      return database.get<{ integrity_check: string }>(`PRAGMA integrity_check('${table}')`)?.integrity_check === 'ok';
    } catch {
      return false;
    }
  };
}

/** A table is whole when all its pages are as they were; nothing is when the list of them or the schema cannot be trusted. */
function byPages(database: Database, changed: readonly number[]): (table: string) => boolean {
  const damaged = new Set(changed);
  const owners = new Set<string>();
  try {
    for (const { name, pageno } of database.iterate<{ name: string; pageno: number }>(
      'SELECT name, pageno FROM dbstat',
    )) {
      if (damaged.has(pageno)) owners.add(name);
    }
  } catch {
    return () => false;
  }
  return owners.has('sqlite_schema') ? () => false : (table) => !owners.has(table);
}

/** Forwards up to what cannot be read, then backwards from the end. */
function readRows(database: Reader, table: string): Record[] {
  const rows = new Map<string, Record>();
  for (const order of ['ASC', 'DESC']) {
    try {
      const key = keyOf(database, table);
      const isReadToTheEnd = readInto(
        rows,
        database.iterate<Record>(
          `SELECT *, ${key.value} AS "key of the row" FROM "${table}" ORDER BY ${key.order(order)}`,
        ),
      );
      if (isReadToTheEnd) break;
    } catch {
      // What was read up to here stays.
    }
  }
  return [...rows.values()];
}

function readInto(rows: Map<string, Record>, found: Iterable<Record>): boolean {
  for (const { 'key of the row': key, ...row } of found) rows.set(String(key), row);
  return true;
}

/** Every table has a rowid or a primary key; reading by it needs no other index. */
function keyOf(
  database: Reader,
  table: string,
): { readonly value: string; readonly order: (direction: string) => string } {
  const primary = database
    .all<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`)
    .map(({ name }) => `"${name}"`);
  const isWithoutRowid =
    database.get<{ wr: number }>(`SELECT wr FROM pragma_table_list WHERE name = '${table}'`)?.wr === 1;
  if (!isWithoutRowid) return { value: 'rowid', order: (direction) => `rowid ${direction}` };
  return {
    value: `json_array(${primary.join(', ')})`,
    order: (direction) => primary.map((name) => `${name} ${direction}`).join(', '),
  };
}
