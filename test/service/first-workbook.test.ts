import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storeWithAccount } from '../support/store-with-account.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { findAccount, saveAccount, type Account } from '../../src/store/accounts.ts';
import type { WorkbookFiles } from '../../src/workbooks/workbook-kind.ts';
import { createFirstWorkbook } from '../../src/service/open-workbooks.ts';

test('the first workbook is kept if the database cannot record its removal, and is created again after a removal', async () => {
  const store = storeWithAccount();
  const path = join(temporaryFolder(), 'Pennyrow.xlsx');
  const workbook = { kind: 'xlsx', path };
  const files: Pick<WorkbookFiles, 'address' | 'create'> = {
    address: () => workbook,
    create: (target) => {
      writeFileSync(target, 'rows');
      return Promise.resolve(workbook);
    },
  };
  const first = createFirstWorkbook({ defaultWorkbook: path } as never, files as never, store);
  saveAccount(store, { ...(findAccount(store, 'a') as Account), workbook: await first.create() });
  const account = findAccount(store, 'a') as Account;

  store.run('PRAGMA query_only = 1');
  expect(() => first.discardUnused(account)).toThrow(/readonly/);
  expect(existsSync(path)).toBe(true);

  store.run('PRAGMA query_only = 0');
  expect(first.discardUnused(account)).toBe(true);
  expect(existsSync(path)).toBe(false);
  await first.prepare(account);
  expect(existsSync(path)).toBe(true);
});
