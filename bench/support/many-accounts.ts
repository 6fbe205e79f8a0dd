import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDataFolder } from '../../src/platform/data-folder.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openStore, type Store } from '../../src/store/store.ts';

/** The tables with rows of an account, which are copied for another account. */
const TABLES = ['connection', 'schedule', 'run', 'run_items', 'memory', 'mirror', 'mirror_block'];

/**
 * Copies the only account of a data folder until there are `count` accounts. Each copy has a separate workbook and schedule,
 * and has all stored transactions, as if it had synced. No service may use the folder.
 */
export function makeTwins(folder: string, count: number): void {
  const { database, backups } = openDataFolder(folder);
  const store = openStore({ path: database, backupFolder: backups, clock: systemClock });
  try {
    const [{ id, workbook } = { id: '', workbook: '' }] = store.all<{ id: string; workbook: string }>(
      'SELECT id, workbook FROM account',
    );
    const { path, ...place } = JSON.parse(workbook) as { path: string };
    for (let number = 1; number < count; number += 1) {
      const suffix = `_${number}`;
      const own = join(dirname(path), `Transactions${suffix}.xlsx`);
      copyFileSync(path, own);
      store.transaction(() => {
        copyRows(store, 'account', id, suffix, { workbook: JSON.stringify({ ...place, path: own }) });
        for (const table of TABLES) copyRows(store, table, id, suffix, {});
      });
    }
  } finally {
    store.close();
  }
}

/** The columns with ids that must differ between accounts. */
const IDS = new Set(['account_id', 'connection_id', 'run_id']);

function copyRows(
  store: Store,
  table: string,
  accountId: string,
  suffix: string,
  instead: Readonly<Record<string, string>>,
): void {
  const columns = store.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name);
  const hasOwnId = ['account', 'connection', 'run'].includes(table);
  const values = columns.map((column) => {
    if (IDS.has(column) || (column === 'id' && hasOwnId)) return `${column} || '${suffix}'`;
    return column in instead ? `'${instead[column]?.replaceAll("'", "''") ?? ''}'` : column;
  });
  const of =
    table === 'account'
      ? 'id = ?'
      : table === 'run_items'
        ? 'run_id IN (SELECT id FROM run WHERE account_id = ?)'
        : 'account_id = ?';
  store.run(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${of}`,
    accountId,
  );
}
