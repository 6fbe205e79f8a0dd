import { emptyDatabase, findDamage } from '../inspection.ts';
import type { Database, SqlValue } from '../database.ts';
import { isReadable } from './readable.ts';
import type { Record, SalvageSource } from './source.ts';

/** What became of a table's rows. */
export interface SalvagedTable {
  readonly table: string;
  /** Rows of the damaged file. */
  readonly kept: number;
  /** Rows that only the copy had, or that the copy had as they should be. */
  readonly fromCopy: number;
  /** Whether all its rows are as they were; else some may be missing, or be those of the copy. */
  readonly isWhole: boolean;
}

/** What the workbook tells again at the first look. */
const DERIVED = new Set(['mirror', 'mirror_block', 'snapshot', 'snapshot_rows', 'reconciliation', 'settled_sheet']);

/** A browser that was signed out must not come back with a copy; signing in again takes a minute. */
const ENDED_BY_REPAIR = new Set(['session']);

/** What a run had begun to write: that of the day of a copy is settled long since. */
const OF_THE_MOMENT = new Set(['journal', 'planned_memory']);

/**
 * Writes a new database at `path` with all that the damaged one still holds, and from the newest good copy what it does
 * not. Where a row stands in both and its table was damaged, the copy's is the one that is known to be right.
 */
export function rebuild(
  path: string,
  damaged: SalvageSource | null,
  copy: SalvageSource | null,
  account: NewAccount,
): SalvagedTable[] {
  const database = emptyDatabase(path);
  try {
    database.pragma('foreign_keys = OFF');
    const tables = tablesOf(database);
    const salvaged = database.transaction(() => {
      const each = tables
        .filter((table) => !DERIVED.has(table) && !ENDED_BY_REPAIR.has(table))
        .map((table) => fill(database, table, damaged, copy));
      keepAccount(database, tables, account);
      dropOrphans(database, tables);
      // What is left of memory was held against the workbook on more than one day.
      database.run('UPDATE account SET settled = NULL');
      return each;
    });
    const [damage] = findDamage(database);
    if (damage !== undefined) throw new Error(`The rebuilt database is not sound: ${damage}.`);
    return salvaged;
  } finally {
    database.close();
  }
}

function tablesOf(database: Database): string[] {
  return database
    .all<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
    )
    .map(({ name }) => name);
}

function fill(
  database: Database,
  table: string,
  damaged: SalvageSource | null,
  copy: SalvageSource | null,
): SalvagedTable {
  const found = damaged?.rows(table) ?? [];
  if (damaged?.isWhole(table) === true)
    return { table, kept: insert(database, table, found), fromCopy: 0, isWhole: true };
  const readable = found.filter((row) => isReadable(table, row));
  const old = OF_THE_MOMENT.has(table) ? [] : (copy?.rows(table) ?? []);
  if (!hasKey(database, table)) {
    // Nothing tells which of its rows are the same.
    const kept = insert(database, table, readable);
    return { table, kept, fromCopy: kept > 0 ? 0 : insert(database, table, old), isWhole: false };
  }
  const fromCopy = insert(database, table, old);
  const kept = insert(database, table, readable);
  if (table === 'token') keepRevoked(database, readable);
  return { table, kept, fromCopy, isWhole: false };
}

/** What a person took back stays taken back. */
function keepRevoked(database: Database, rows: readonly Record[]): void {
  for (const { id, revoked_at: at } of rows) {
    if (typeof id === 'string' && typeof at === 'string')
      database.run('UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id);
  }
}

/** A row that no rule of the table lets in, such as one with a missing name, was damaged. Returns how many came in. */
function insert(database: Database, table: string, rows: readonly Record[]): number {
  const columns = new Set(
    database.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name),
  );
  let inserted = 0;
  for (const row of rows) {
    const known = Object.entries(row).filter(([name]) => columns.has(name));
    const sql = `INSERT OR IGNORE INTO "${table}" (${known.map(([name]) => `"${name}"`).join(', ')}) VALUES (${known.map(() => '?').join(', ')})`;
    try {
      inserted += database.run(sql, ...known.map(([, value]): SqlValue => value));
    } catch {
      // A value of another type than the column's.
    }
  }
  return inserted;
}

function hasKey(database: Database, table: string): boolean {
  return database.get(`SELECT 1 FROM pragma_table_info('${table}') WHERE pk > 0`) !== undefined;
}

/** What an account is, where its own row is lost but others still name it. */
export interface NewAccount {
  readonly timeZone: string;
  /** As the column holds it; null when there is none that it could be. */
  readonly workbook: string | null;
  readonly createdAt: string;
}

function keepAccount(
  database: Database,
  tables: readonly string[],
  { timeZone, workbook, createdAt }: NewAccount,
): void {
  if (database.get('SELECT 1 FROM account') !== undefined) return;
  const named = tables.filter(
    (table) => database.get(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = 'account_id'`) !== undefined,
  );
  const all = named.map((table) => `SELECT account_id FROM "${table}"`).join(' UNION ALL ');
  const id = database.get<{ id: string }>(
    `SELECT account_id AS id FROM (${all}) GROUP BY account_id ORDER BY count(*) DESC LIMIT 1`,
  )?.id;
  if (id === undefined) return;
  database.run(
    `INSERT INTO account (id, name, time_zone, entitlement, workbook, created_at) VALUES (?, 'My money', ?, 'personal', ?, ?)`,
    id,
    timeZone,
    workbook,
    createdAt,
  );
}

/** In the order in which tables were made, so that what hangs on an orphan goes with it. */
function dropOrphans(database: Database, tables: readonly string[]): void {
  for (const table of tables) {
    const keys = database.all<{ parent: string; column: string; to: string | null }>(
      `SELECT "table" AS parent, "from" AS "column", "to" FROM pragma_foreign_key_list('${table}')`,
    );
    for (const { parent, column, to } of keys) {
      const key =
        to ??
        database.get<{ name: string }>(`SELECT name FROM pragma_table_info('${parent}') WHERE pk = 1`)?.name ??
        'id';
      database.run(`DELETE FROM "${table}" WHERE "${column}" NOT IN (SELECT "${key}" FROM "${parent}")`);
    }
  }
}
