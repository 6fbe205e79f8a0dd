import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock } from '../../test/support/manual-clock.ts';
import { AT } from '../../test/support/store-with-account.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { migrations } from './migrations/index.ts';
import { moveWorkbooks } from './accounts.ts';
import { addSession, listSessions } from './sessions.ts';
import { openStore } from './store.ts';

const options = () => {
  const folder = temporaryFolder();
  return { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock: manualClock() };
};

test('moveWorkbooks() ends all browser sessions in the database', () => {
  const opened = options();
  const store = openStore(opened);
  addSession(store, { id: 's', browser: null, system: 'Linux', createdAt: AT, lastUsedAt: AT }, Buffer.alloc(91, 1));
  store.close();
  // A restored backup consists of the database file alone.
  const restored = options();
  copyFileSync(opened.path, restored.path);
  expect(moveWorkbooks(restored.path, new Map())).toEqual([]);
  const after = openStore(restored);
  expect(listSessions(after)).toEqual([]);
  after.close();
});

test('moveWorkbooks() accepts an old database without a session table', () => {
  const opened = options();
  openStore({ ...opened, migrations: migrations.filter(({ version }) => version < 8) }).close();
  expect(moveWorkbooks(opened.path, new Map())).toEqual([]);
});
