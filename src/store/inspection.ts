import { setImmediate as turn } from 'node:timers/promises';
import { databaseDamaged } from './damage.ts';
import { openDatabase, type Reader } from './database.ts';

const MOST_NAMED = 20;

export function checkDatabase(database: Reader, path: string): void {
  const [first, ...others] = findDamage(database);
  if (first !== undefined)
    throw databaseDamaged(path, others.length === 0 ? first : `${first}, and ${others.length} more`);
}

export function checkForeignKeys(database: Reader, path: string): void {
  const [first] = brokenReferences(database);
  if (first !== undefined) throw databaseDamaged(path, first);
}

export function isSound(path: string): boolean {
  try {
    const database = openDatabase(path, { readonly: true });
    try {
      return findDamage(database).length === 0;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Like `checkDatabase`, but returns the damage instead of throwing, and yields to other work after each table. */
export async function findDamageLater(database: Reader): Promise<string[]> {
  for (const { name } of database.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)) {
    const found = brokenPages(database, `'${name.replaceAll("'", "''")}'`);
    if (found.length > 0) return found;
    await turn();
  }
  return brokenReferences(database);
}

function findDamage(database: Reader): string[] {
  const found = brokenPages(database, String(MOST_NAMED));
  return found.length > 0 ? found : brokenReferences(database);
}

function brokenPages(database: Reader, scope: string): string[] {
  const lines = database
    .all<{ integrity_check: string }>(`PRAGMA integrity_check(${scope})`)
    .map((row) => row.integrity_check);
  if (lines.some(isFailedRead)) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
  return lines.length === 1 && lines[0] === 'ok'
    ? []
    : lines.flatMap((text) => text.split('\n').filter((line) => !line.startsWith('***')));
}

/** True if the disk failed to read the page, which may be intact: the low byte of the error code is SQLITE_IOERR (10). */
function isFailedRead(line: string): boolean {
  const code = /unable to get the page\. error code=(\d+)/.exec(line)?.[1];
  return code !== undefined && Number(code) % 256 === 10;
}

function brokenReferences(database: Reader): string[] {
  const rows = database.all<{ table: string; parent: string }>('PRAGMA foreign_key_check');
  return [...new Set(rows.map(({ table, parent }) => `rows of ${table} have lost their ${parent}`))];
}
