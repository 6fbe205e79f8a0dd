import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

/** The tables with a user's data, without those that even a sync without changes updates: runs and connections. */
const TABLES = [
  'account',
  'token',
  'memory',
  'imported_file',
  'journal',
  'planned_memory',
  'schedule',
  'setting',
  'secret',
];

/** The bytes of the workbooks and the content of the database, equal before and after if nothing changed. */
export function contentOf(dataFolder: string): unknown {
  const workbooks = readdirSync(dataFolder)
    .filter((name) => name.endsWith('.xlsx'))
    .map((name) => [name, digestOf(join(dataFolder, name))]);
  const database = new SqliteDatabase(join(dataFolder, 'pennyrow.db'), { readonly: true });
  try {
    return {
      workbooks,
      tables: TABLES.map((table) => [table, database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()]),
    };
  } finally {
    database.close();
  }
}

export function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
