import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { listRenamed } from '../memory.ts';
import { openStore } from '../store.ts';
import { migrations } from './index.ts';

test('migration 17 keeps the blocks of the mirror, moves their column `text` to the end, and indexes renamed rows', () => {
  const folder = temporaryFolder();
  const options = { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock: manualClock() };
  const before = openStore({ ...options, migrations: migrations.filter(({ version }) => version < 17) });
  before.run(
    `INSERT INTO account (id, name, time_zone, entitlement, created_at) VALUES ('a', 'Home', 'UTC', 'personal', '')`,
  );
  before.run(
    `INSERT INTO mirror (account_id, version, format, categories, rules, repeats, revision, verified_at, problems)
     VALUES ('a', 1, 1, '[]', '[]', '[]', 'r', '', '[]')`,
  );
  before.run(
    `INSERT INTO memory (account_id, transaction_id, connection_id, bank_account_id, status, state, added_at, date,
       description, amount, category, account, account_number, date_added, currency, more)
     VALUES ('a', 't', 'c', 'b', 'posted', 'in-sheet', '', '2026-03-01', '', '1.00', '', '', '', '', 'EUR', ?)`,
    '{"renamed":true,"bankDescription":"BANK TEXT"}',
  );
  const texts = ['days', 'offsets', 'text', 'checksums'].map((text) => Buffer.from(text));
  before.run(
    `INSERT INTO mirror_block (account_id, year, part, days, offsets, text, checksums, checksum)
     VALUES ('a', 2026, 3, ?, ?, ?, ?, 7)`,
    ...texts,
  );
  const block = before.get<object>('SELECT * FROM mirror_block') as object;
  before.close();
  const after = openStore(options);
  const rows = after.all<object>('SELECT * FROM mirror_block');
  expect(rows).toEqual([block]);
  expect(Object.keys(rows[0] ?? {}).at(-1)).toBe('text');
  after.run(`DELETE FROM mirror`);
  expect(after.all('SELECT * FROM mirror_block')).toEqual([]);
  expect(listRenamed(after, 'a')).toEqual(new Map([['t', 'BANK TEXT']]));
  after.close();
});
