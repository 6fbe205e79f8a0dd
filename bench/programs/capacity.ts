// Runs one service with many accounts, each with a schedule, a workbook and a few new transactions a day, on a clock that
// skips idle time. Arguments: the data folder; the numbers of accounts, of rows per account, of new transactions a day, and of
// days; "at-once" or "spread". Prints figures as JSON.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseAmount } from '../../src/core/amount.ts';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Run } from '../../src/core/run.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService, type Service } from '../../src/service/service.ts';
import type { Source } from '../../src/sources/source.ts';
import { inputTransactions } from '../support/inputs.ts';
import { makeTwins } from '../support/many-accounts.ts';
import { skippingClock } from '../support/skipping-clock.ts';
import { memoryOf } from '../support/usage.ts';

const [folder = '', accounts = '1', rows = '5000', aDay = '3', days = '1', cycle = 'spread'] = process.argv.slice(2);
const [ACCOUNTS, ROWS, A_DAY, DAYS] = [accounts, rows, aDay, days].map(Number) as [number, number, number, number];
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 2, 1);
const clock = skippingClock(FIRST);
const { signal } = new AbortController();

/** The bank's transactions since a day. It has `ROWS` until the first day, and `A_DAY` more for each following day. */
function transactionsSince(since: CalendarDate): BankTransaction[] {
  const last = ROWS + Math.floor((clock.now() - FIRST) / DAY) * A_DAY;
  const dayOf = (number: number): number => FIRST + Math.ceil((number + 1 - ROWS) / A_DAY) * DAY;
  const first = Math.max(0, ROWS - Math.ceil((FIRST - Date.parse(since)) / DAY) * A_DAY);
  return inputTransactions(last - first, first).map(({ id, amount, description }, place) => ({
    account: { id: 'bank:1', name: 'Checking', currency: 'EUR', lastDigits: '2345' },
    providerId: id,
    date: new Date(dayOf(first + place)).toISOString().slice(0, 10) as CalendarDate,
    amount: parseAmount(amount) ?? ('0.00' as BankTransaction['amount']),
    currency: 'EUR',
    description,
    status: 'posted',
    raw: { id },
  }));
}

let isFirst = true;
const openSource = async (): Promise<Source> => ({
  fetch: async ({ since }) => ({
    transactions: transactionsSince(isFirst ? ('1990-01-01' as CalendarDate) : since),
    completeAccountIds: ['bank:1'],
    messages: [],
    balances: [],
  }),
  close: async () => {},
});

const open = (): Promise<Service> =>
  createService(readConfig({ dataDir: folder, timeZone: 'UTC', port: '0' }), { clock, alarms: clock, openSource });

async function call<Answer>(service: Service, name: string, input: unknown): Promise<Answer> {
  return (await service.control.call(name, input, signal, 'trusted')) as Answer;
}

// The service sets up one account; the others are copies.
mkdirSync(folder, { recursive: true });
let service = await open();
const [{ id }] = await call<[{ id: string }]>(service, 'account.list', {});
await call(service, 'connection.add', { accountId: id, kind: 'demo' });
await call(service, 'schedule.set', { accountId: id, startTime: '03:00', hours: 24 });
const { runId } = await call<{ runId: string }>(service, 'run.sync', { accountId: id });
const filled = await call<Run>(service, 'run.wait', { runId });
if (filled.counts.added !== ROWS) throw new Error(JSON.stringify(filled));
isFirst = false;
await service.close();
makeTwins(folder, ACCOUNTS);
const bytesBefore = bytesOf(folder);

const openedAt = performance.now();
service = await open();
if (cycle === 'spread') {
  const list = await call<readonly { id: string }[]>(service, 'account.list', {});
  for (const [place, account] of list.entries()) {
    const minute = Math.floor((place * 1440) / list.length);
    const startTime = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    await call(service, 'schedule.set', { accountId: account.id, startTime, hours: 24 });
  }
}
const underWay = new Set<string>();
const ended: Run[] = [];
let queued = 0;
let longestQueue = 0;
service.control.subscribe((event) => {
  if (event.type !== 'run') return;
  const { run } = event;
  if (run.finishedAt === null) underWay.add(run.id);
  else if (underWay.delete(run.id)) ended.push(run);
  queued = underWay.size;
  longestQueue = Math.max(longestQueue, queued);
});
await service.serve();
const startSeconds = (performance.now() - openedAt) / 1000;
const startedBytes = memoryOf('self').resident;

/** Advances the clock from one midnight to the next, and waits until all runs have ended. */
async function pass(day: number): Promise<void> {
  await clock.run(Math.floor(FIRST / DAY) * DAY + (day + 1) * DAY, () => underWay.size > 0);
  while (underWay.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

// The first day is not measured: the service then compares each copied workbook with the database, as after a restore.
await pass(0);
const settling = ended.splice(0);
const used = process.cpuUsage();
const begun = { at: performance.now(), skipped: clock.skipped() };
for (let day = 1; day <= DAYS; day += 1) await pass(day);
const { user, system } = process.cpuUsage(used);
const busySeconds = (performance.now() - begun.at) / 1000;
const failed = [...settling, ...ended].filter(({ status }) => status !== 'succeeded');
if (failed.length > 0) throw new Error(JSON.stringify(failed[0]));
const waits = ended.map(({ queuedAt, finishedAt }) => (Date.parse(finishedAt ?? '') - Date.parse(queuedAt)) / 1000);
const added = ended.reduce((sum, { counts }) => sum + counts.added, 0);
const bytesAfter = bytesOf(folder);
const peakBytes = memoryOf('self').peak;
await service.close();
process.stdout.write(
  JSON.stringify({
    syncs: ended.length,
    added,
    processorMsPerSync: (user + system) / 1000 / ended.length,
    busySeconds,
    longestWaitSeconds: Math.max(...waits),
    longestQueue,
    lastEndedSecondsAfterFirstWasQueued:
      (Math.max(...ended.map(({ finishedAt }) => Date.parse(finishedAt ?? ''))) -
        Math.min(...ended.map(({ queuedAt }) => Date.parse(queuedAt)))) /
      1000,
    startSeconds,
    startedBytes,
    peakBytes,
    databaseBytes: bytesAfter.database,
    workbookBytes: bytesAfter.workbooks,
    backupBytes: bytesAfter.backups,
    bytesGrown: bytesAfter.all - bytesBefore.all,
  }),
);

function bytesOf(root: string): { all: number; database: number; workbooks: number; backups: number } {
  const sum = { all: 0, database: 0, workbooks: 0, backups: 0 };
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = statSync(join(entry.parentPath, entry.name));
    sum.all += size;
    if (entry.parentPath.includes('backups')) sum.backups += size;
    else if (entry.name.endsWith('.xlsx')) sum.workbooks += size;
    else if (entry.name.includes('.db')) sum.database += size;
  }
  return sum;
}
