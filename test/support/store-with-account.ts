import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Instant } from '../../src/core/calendar-date.ts';
import { saveAccount } from '../../src/store/accounts.ts';
import { addRun } from '../../src/store/runs.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { manualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const AT = '2026-03-10T09:00:00.000Z' as Instant;

/** A store with the account "a". */
export function storeWithAccount(): Store {
  const folder = temporaryFolder();
  const store = openStore({
    path: join(folder, 'pennyrow.db'),
    backupFolder: join(folder, 'backups'),
    clock: manualClock(),
  });
  onTestFinished(() => store.close());
  saveAccount(store, {
    id: 'a',
    name: 'Home',
    timeZone: 'Europe/Berlin',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: { kind: 'xlsx', path: '/x.xlsx' },
    createdAt: AT,
  });
  return store;
}

export function addQueuedRun(store: Store, id: string): void {
  addRun(store, { id, accountId: 'a', kind: 'sync', trigger: 'person', queuedAt: AT, undoes: null });
}
