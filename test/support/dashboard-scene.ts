import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SocketClient } from '../../src/control/socket/client.ts';
import type { MachineTime } from '../fakes/machine-time.ts';

/** The time of the scene, a Sunday noon; all displayed times depend on it. */
export const SCENE_BEGINS = Date.parse('2026-03-08T11:20:00Z');

export interface Stage {
  readonly client: SocketClient;
  readonly accountId: string;
  readonly time: MachineTime;
  /** The folder that contains the spreadsheet and the watched folder. */
  readonly folder: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MOST_TRIES = 200;
/** Added to the time of a due run, because the run may have to wait for its turn. */
const A_LITTLE = MINUTE / 2;

/**
 * An account in everyday use, always the same: the demo bank in a spreadsheet with rules, a watched folder, a schedule
 * that ran several times, and tokens. The last sync was an hour and a half ago.
 */
export async function setScene({ client, accountId, time, folder }: Stage): Promise<void> {
  const statements = join(folder, 'Statements');
  mkdirSync(statements, { recursive: true });
  await client.call('workbook.disconnect', { accountId });
  await client.call('workbook.connect', {
    accountId,
    kind: 'xlsx',
    way: 'create',
    settings: { path: join(folder, 'Household.xlsx') },
    isDemo: true,
  });
  await client.call('connection.add', { accountId, kind: 'demo', settings: { seed: 7 } });
  // Gives the connections different times, because lists are sorted by time.
  time.pass(MINUTE);
  await client.call('connection.add', {
    accountId,
    name: 'Savings bank',
    kind: 'statements',
    settings: { folder: statements, afterwards: 'move' },
  });
  await syncNow(client, accountId);
  await client.call('schedule.set', { accountId, startTime: '07:30', hours: 6 });
  for (let runs = 2; runs <= 6; runs++) {
    time.passUntil(Date.parse((await client.call('schedule.get', { accountId }))?.nextRunsAt[0] ?? '') + A_LITTLE);
    await afterRuns(client, accountId, runs);
  }
  time.pass(20 * MINUTE);
  await syncNow(client, accountId);
  await client.call('token.create', { accountId, name: 'Monthly budget script', scopes: ['read'] });
  time.pass(HOUR);
  const expiresAt = new Date(time.now() + 90 * 24 * HOUR).toISOString();
  await client.call('token.create', { accountId, name: 'Home server', scopes: ['read', 'write'], expiresAt });
  time.pass(HOUR / 2);
}

const DAY = 24 * HOUR;
const MOST_DAYS = 10;

/** Syncs day by day until the next sync would add rows and update a pending one. Does not run that sync. */
export async function letBankHaveNews({ client, accountId, time }: Stage): Promise<void> {
  await client.call('schedule.pause', { accountId, paused: true });
  for (let days = 1; days <= MOST_DAYS; days++) {
    time.pass(DAY);
    const { counts } = await client.call('run.preview', { accountId });
    if (counts.added > 0 && counts.updated > 0) return;
    await syncNow(client, accountId);
  }
  throw new Error(`The bank booked nothing that was pending in ${MOST_DAYS} days.`);
}

async function syncNow(client: SocketClient, accountId: string): Promise<void> {
  const { runId } = await client.call('run.sync', { accountId });
  await client.call('run.wait', { runId });
}

/** Waits until all scheduled runs have ended, because a new sync would only join a running one. */
async function afterRuns(client: SocketClient, accountId: string, count: number): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const runs = await client.call('run.list', { accountId });
    const { accounts } = await client.call('service.status', {});
    if (runs.length >= count && accounts.every(({ running }) => !running)) return;
  }
  const log = await client.call('run.list', { accountId });
  throw new Error(
    `The schedule did not bring about run ${count}: ${JSON.stringify(log.map(({ trigger, status, startedAt }) => [trigger, status, startedAt]))}`,
  );
}
