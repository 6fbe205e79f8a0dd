import { openDatabase } from './database.ts';

/**
 * Changes where the database at `path`, which nobody else has open, says that workbooks are. Returns every file and
 * folder that it names then: workbooks, and folders that statements are taken from.
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
