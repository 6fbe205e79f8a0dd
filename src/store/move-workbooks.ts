import { openDatabase } from './database.ts';
import { endAllSessions } from './sessions.ts';

/**
 * Changes where the database at `path`, which nobody else has open, says that workbooks are. Returns every file and
 * folder that it names then: workbooks, and folders that statements are taken from. Ends the sessions of all browsers:
 * one that was signed out since must not come back with a backup.
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
      // A database of before sessions has no table of them.
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
