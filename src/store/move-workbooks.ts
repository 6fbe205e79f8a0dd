import { openDatabase } from './database.ts';
import { endAllSessions } from './sessions.ts';

/**
 * Changes the paths of workbooks in the database at `path`, which must not be in use. Returns all files and folders that it refers to:
 * workbooks, and folders with statements. Also ends all browser sessions, so that a backup does not restore one that was signed out.
 */
export function moveWorkbooks(path: string, moved: ReadonlyMap<string, string>): string[] {
  const database = openDatabase(path);
  try {
    return database.transaction(() => {
      for (const [from, to] of moved) {
        database.run(
          `UPDATE account SET workbook = json_set(workbook, '$.path', ?) WHERE workbook ->> '$.path' = ?`,
          to,
          from,
        );
      }
      // Older databases have no such table.
      if (database.get(`SELECT 1 FROM sqlite_schema WHERE name = 'session'`) !== undefined) endAllSessions(database);
      const workbooks = database.all<{ path: string }>(
        `SELECT workbook ->> '$.path' AS path FROM account WHERE workbook ->> '$.path' IS NOT NULL`,
      );
      const folders = database.all<{ path: string }>(
        `SELECT settings ->> '$.folder' AS path FROM connection WHERE settings ->> '$.folder' IS NOT NULL`,
      );
      return [...workbooks, ...folders].map((row) => row.path);
    });
  } finally {
    database.close();
  }
}
