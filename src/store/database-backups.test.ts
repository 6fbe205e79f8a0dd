import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { listDatabaseBackups } from './database-backups.ts';
import { migrations } from './migrations/index.ts';
import { openStore } from './store.ts';

test('listDatabaseBackups() returns the backup before a migration, with the time in its name', () => {
  const folder = temporaryFolder();
  const options = {
    path: join(folder, 'pennyrow.db'),
    backupFolder: join(folder, 'backups'),
    clock: { ...systemClock, now: () => Date.UTC(2026, 0, 31, 8, 15, 0, 7) },
  };
  openStore({ ...options, migrations: migrations.slice(0, 1) }).close();
  expect(listDatabaseBackups(options)).toEqual([]);
  openStore(options).close();
  writeFileSync(join(options.backupFolder, 'pennyrow.db.of-a-person'), 'no copy of ours');
  expect(listDatabaseBackups(options)).toEqual([
    {
      name: expect.stringMatching(/^pennyrow\.db\.v/),
      takenAt: '2026-01-31T08:15:00.007Z',
      bytes: expect.any(Number),
      kind: 'version',
    },
  ]);
});
