import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseAmount, type Amount } from '../../src/core/amount.ts';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import type { CalendarDate, Instant } from '../../src/core/calendar-date.ts';
import type { Run, Trigger } from '../../src/core/run.ts';
import { digest } from '../../src/platform/ids.ts';
import type { Fetched, Source } from '../../src/sources/source.ts';
import { saveAccount } from '../../src/store/accounts.ts';
import { addConnection } from '../../src/store/connections.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { SyncDependencies } from '../../src/sync/runs/dependencies.ts';
import type { SyncEvents } from '../../src/sync/runs/events.ts';
import type { SyncService } from '../../src/sync/create-sync.ts';
import { createMemoryWorkbook, type MemoryWorkbook } from '../fakes/memory-workbook.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const ACCOUNT = 'account';
export const CONNECTION = 'bank';

/** Sync with a real store, a workbook in memory and a bank whose answers the test sets. */
export interface SyncBench {
  readonly store: Store;
  readonly sync: SyncService;
  readonly events: SyncEvents;
  readonly workbook: MemoryWorkbook;
  readonly clock: ManualClock;
  /** The bank's next answer; an Error makes it fail. */
  bank: { transactions: readonly BankTransaction[]; complete?: boolean; balances?: readonly StatedByBank[] } | Error;
  /** Syncs and waits for the run's record. The default trigger is a person. */
  run(trigger?: Trigger): Promise<Run>;
}

/** @param replaced parts that the test supplies, such as a source of real files. */
export async function syncBench(
  replaced: Partial<Pick<SyncDependencies, 'openStatements' | 'isFetchable'>> = {},
): Promise<SyncBench> {
  const folder = temporaryFolder();
  const clock = manualClock();
  const store = openStore({ path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock });
  const events: SyncEvents = new EventEmitter();
  const workbook = createMemoryWorkbook();
  const at = new Date(clock.now()).toISOString() as Instant;
  saveAccount(store, {
    id: ACCOUNT,
    name: 'Home',
    timeZone: 'Europe/Berlin',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: { kind: 'xlsx', path: '/in/memory' },
    createdAt: at,
  });
  addConnection(store, {
    id: CONNECTION,
    accountId: ACCOUNT,
    source: 'test',
    name: 'Bank',
    settings: {},
    createdAt: at,
  });
  let ids = 0;
  const source: Source = { fetch: async () => answer(bench.bank), close: async () => {} };
  const sync = createSync({
    store,
    clock,
    events,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    digest,
    newId: (kind) => `${kind}_${String((ids += 1)).padStart(4, '0')}`,
    openWorkbook: () => workbook,
    prepareWorkbook: async () => {},
    discardUnusedWorkbook: () => {},
    isFetchable: () => true,
    openSource: async () => source,
    openStatements: async () => source,
    fileAway: async () => {},
    fileKind: { id: 'statements', name: 'Statement files' },
    watchedFolder: () => null,
    ...replaced,
  });
  const bench: SyncBench = {
    store,
    sync,
    events,
    workbook,
    clock,
    bank: { transactions: [] },
    run: async (trigger = 'person') => {
      const request = sync.request(ACCOUNT, trigger);
      if (request.outcome === 'nothing-to-sync') throw new Error(request.message);
      return (await sync.wait(request.runId)) as Run;
    },
  };
  await sync.recover();
  onTestFinished(async () => {
    await sync.close();
    store.close();
  });
  return bench;
}

function answer(bank: SyncBench['bank']): Fetched {
  if (bank instanceof Error) throw bank;
  const accounts =
    bank.complete === false ? [] : [...new Set(bank.transactions.map(({ account }) => account.id)), CHECKING.id];
  return { transactions: bank.transactions, completeAccountIds: accounts, messages: [], balances: bank.balances ?? [] };
}

export const CHECKING = { id: 'bank/1', name: 'Checking ••4321', currency: 'EUR', lastDigits: '4321' };

type StatedByBank = Fetched['balances'][number];

/** The balance of the checking account at some time of that day. */
export function bankBalance(day: string, amount: string, changes: Partial<StatedByBank> = {}): StatedByBank {
  return {
    account: CHECKING,
    kind: 'booked',
    amount: parseAmount(amount) as Amount,
    currency: 'EUR',
    date: day as CalendarDate,
    at: null,
    ...changes,
  };
}

/** A posted transaction of the checking account. `id` is also its default description. */
export function bankTransaction(id: string, amount: string, changes: Partial<BankTransaction> = {}): BankTransaction {
  return {
    account: CHECKING,
    providerId: id,
    date: '2026-03-05' as CalendarDate,
    amount: parseAmount(amount) as Amount,
    currency: 'EUR',
    description: `Payment ${id}`,
    status: 'posted',
    raw: { id },
    ...changes,
  };
}
