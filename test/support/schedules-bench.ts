import { onTestFinished } from 'vitest';
import type { Instant } from '../../src/core/calendar-date.ts';
import type { Trigger } from '../../src/core/run.ts';
import { createSchedules } from '../../src/schedules/create-schedules.ts';
import type { Schedules } from '../../src/schedules/create-schedules.ts';
import { saveAccount, type Account } from '../../src/store/accounts.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import type { Sync } from '../../src/sync/create-sync.ts';
import type { SyncRequest } from '../../src/sync/use-cases/sync.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';

/** The schedules of one account, and the syncs that they started. */
export interface SchedulesBench {
  readonly time: MachineTime;
  readonly store: Database;
  readonly started: { readonly accountId: string; readonly at: string; readonly trigger: Trigger }[];
  schedules: Schedules;
  /** Simulates a crash: nothing is closed, and all timers are lost. */
  readonly restart: () => void;
  /** The sync service's answer to each request. */
  answer: () => SyncRequest;
}

export function schedulesBench(now: string, zone = 'UTC', account: Partial<Account> = {}): SchedulesBench {
  const time = machineTime(Date.parse(now));
  const store = openDatabase(':memory:');
  for (const { sql } of migrations) store.execute(sql);
  store.pragma('foreign_keys = ON');
  addAccount(store, 'home', { timeZone: zone, ...account });
  const started: SchedulesBench['started'] = [];
  const sync: Pick<Sync, 'request'> = {
    request(accountId, trigger) {
      const answer = built.answer();
      if (answer.outcome === 'queued') started.push({ accountId, at: minute(time.now()), trigger });
      return answer;
    },
  };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const open = (): Schedules => createSchedules({ store, sync, clock: time, log });
  const built: SchedulesBench = {
    time,
    store,
    started,
    schedules: open(),
    restart() {
      built.schedules.close();
      built.schedules = open();
      built.schedules.start(time);
    },
    answer: () => ({ outcome: 'queued', runId: 'run', message: 'Started.' }),
  };
  onTestFinished(() => built.schedules.close());
  built.schedules.start(time);
  return built;
}

export function addAccount(store: Database, id: string, account: Partial<Account>): void {
  saveAccount(store, {
    id,
    name: id,
    timeZone: 'UTC',
    entitlement: { kind: 'personal', endsAt: null },
    workbook: null,
    createdAt: '2025-01-01T00:00:00.000Z' as Instant,
    ...account,
  });
}

/** For example "2026-03-10T06:00Z"; seconds are included only if they are not zero. */
export function minute(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/(:00)?\.000Z$/, 'Z');
}
