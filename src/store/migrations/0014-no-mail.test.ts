import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openStore } from '../store.ts';
import { migrations } from './index.ts';

/** The table that version 13 created and version 14 removes. */
const MAIL = [
  `CREATE TABLE mail_digest (
  account_id   TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  cycle        TEXT NOT NULL,
  last_slot    INTEGER NOT NULL,
  told_run     TEXT,
  told_at      TEXT NOT NULL,
  last_sent_at TEXT,
  waiting      TEXT,
  attempts     INTEGER NOT NULL,
  next_at      INTEGER,
  problem      TEXT
) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER secret_of_mail AFTER DELETE ON mail_digest
BEGIN
  DELETE FROM secret WHERE name = 'mail/' || OLD.account_id;
END`,
];

test('migration 14 removes the mail digest and its password, and keeps all other secrets', () => {
  const folder = temporaryFolder();
  const options = { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock: manualClock() };
  const before = openStore({ ...options, migrations: migrations.filter(({ version }) => version < 14) });
  for (const sql of MAIL) before.run(sql);
  before.run(
    `INSERT INTO account (id, name, time_zone, entitlement, created_at) VALUES ('a', 'Home', 'UTC', 'personal', '')`,
  );
  before.run(`INSERT INTO mail_digest (account_id, cycle, last_slot, told_at, attempts) VALUES ('a', '{}', 0, '', 0)`);
  for (const name of ['mail/a', 'webhook/a', 'mailbox'])
    before.run('INSERT INTO secret (name, sealed) VALUES (?, ?)', name, Buffer.from('sealed'));
  before.close();
  const after = openStore(options);
  expect(after.all('SELECT name FROM secret ORDER BY name')).toEqual([{ name: 'mailbox' }, { name: 'webhook/a' }]);
  expect(after.all(`SELECT name FROM sqlite_schema WHERE name LIKE '%mail%'`)).toEqual([]);
  after.close();
});
