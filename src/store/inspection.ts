import { setImmediate as turn } from 'node:timers/promises';
import { openDatabase, type Database, type Reader } from './database.ts';
import { databaseDamaged } from './damage.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';

/** More says no more. */
const MOST_NAMED = 20;

/**
 * Reads every page and every row, and holds the schema against what the migrations make; throws `store_damaged`.
 * Half a second for a hundred thousand transactions.
 */
export function checkDatabase(database: Reader, path: string, migrations: readonly Migration[] = allMigrations): void {
  const [first, ...others] = findDamage(database, migrations);
  if (first !== undefined)
    throw databaseDamaged(path, others.length === 0 ? first : `${first}, and ${others.length} more`);
}

export function checkForeignKeys(database: Reader, path: string): void {
  const [first] = brokenReferences(database);
  if (first !== undefined) throw databaseDamaged(path, first);
}

/** What is wrong with an open database, in words for who looks for the cause; nothing when it is sound. */
export function findDamage(database: Reader, migrations: readonly Migration[] = allMigrations): string[] {
  const found = brokenPages(database);
  return found.length > 0 ? found : [...brokenReferences(database), ...otherSchema(database, migrations)];
}

/** The same a table at a time, others going on in between; pages that belong to no table are left out. */
export async function findDamageLater(database: Reader): Promise<string[]> {
  for (const { name } of database.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)) {
    const found = brokenPages(database, `'${name.replaceAll("'", "''")}'`);
    if (found.length > 0) return found;
    await turn();
  }
  return [...brokenReferences(database), ...otherSchema(database, allMigrations)];
}

/** `what`: a table, or how much to name of everything. */
function brokenPages(database: Reader, what: string = String(MOST_NAMED)): string[] {
  const said = database
    .all<{ integrity_check: string }>(`PRAGMA integrity_check(${what})`)
    .map((row) => row.integrity_check);
  return said.length === 1 && said[0] === 'ok'
    ? []
    : said.flatMap((text) => text.split('\n').filter((line) => !line.startsWith('***')));
}

function brokenReferences(database: Reader): string[] {
  const rows = database.all<{ table: string; parent: string }>('PRAGMA foreign_key_check');
  return [...new Set(rows.map(({ table, parent }) => `rows of ${table} have lost their ${parent}`))];
}

function otherSchema(database: Reader, migrations: readonly Migration[]): string[] {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  // What a newer Pennyrow made is refused elsewhere; what its schema should be, this one does not know.
  if (version > (migrations.at(-1)?.version ?? 0)) return [];
  const made = emptyDatabase(
    ':memory:',
    migrations.filter((migration) => migration.version <= version),
  );
  try {
    const [wanted, there] = [schemaOf(made), schemaOf(database)];
    const missing = [...wanted]
      .filter(([name, sql]) => there.get(name) !== sql)
      .map(([name]) => `the ${name} is not as it was made`);
    return [
      ...missing,
      ...[...there.keys()].filter((name) => !wanted.has(name)).map((name) => `the ${name} is not Pennyrow's`),
    ];
  } finally {
    made.close();
  }
}

/** Tables, indexes and triggers with what made them. */
function schemaOf(database: Reader): Map<string, string> {
  const rows = database.all<{ type: string; name: string; sql: string | null }>(
    `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'`,
  );
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, sql ?? '']));
}

/** A database with all tables and no rows. */
export function emptyDatabase(path: string, migrations: readonly Migration[] = allMigrations): Database {
  const database = openDatabase(path);
  for (const { version, sql } of migrations) {
    database.execute(sql);
    database.execute(`PRAGMA user_version = ${version}`);
  }
  return database;
}
