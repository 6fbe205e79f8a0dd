import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { accountMemoryPages } from '../memory.ts';
import { openStore } from '../store.ts';
import { migrations } from './index.ts';

test('migration 6 keeps the memory, creates empty tables for balances, and makes them reject values of a wrong type', () => {
  const folder = temporaryFolder();
  const options = { path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock: manualClock() };
  const before = openStore({ ...options, migrations: migrations.filter(({ version }) => version < 6) });
  before.run(
    `INSERT INTO account (id, name, time_zone, entitlement, created_at) VALUES ('a', 'Home', 'UTC', 'personal', '')`,
  );
  before.run(
    `INSERT INTO memory (account_id, transaction_id, connection_id, bank_account_id, status, state, added_at, date,
       description, amount, category, account, account_number, date_added, currency)
     VALUES ('a', 't', 'c', 'bank/1', 'posted', 'in-sheet', '', '2026-03-01', '', '1.00', '', '', '', '', 'EUR')`,
  );
  before.close();
  const after = openStore(options);
  expect(after.all('SELECT transaction_id FROM memory')).toEqual([{ transaction_id: 't' }]);
  expect(after.all('SELECT * FROM balance')).toEqual([]);
  expect(after.all('SELECT * FROM reconciliation')).toEqual([]);
  const insert = `INSERT INTO balance VALUES ('a', 'bank/1', 'EUR', ?, '2026-03-01', 'c', '', 'Checking', NULL, ?, 'r', '')`;
  expect(() => after.run(insert, 'guessed', '1.00')).toThrow(/CHECK/);
  expect(() => after.run(insert, 'booked', Buffer.from([1]))).toThrow(/TEXT/);
  expect(after.run(insert, 'booked', '1.00')).toBe(1);
  expect([...accountMemoryPages(after, 'a', 'bank/1')].flat()).toMatchObject([{ transactionId: 't', amount: '1.00' }]);
  expect([...accountMemoryPages(after, 'a', 'bank/2')].flat()).toEqual([]);
  after.close();
});
