import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import { addDays, type CalendarDate } from '../../src/core/calendar-date.ts';
import type { Fetched } from '../../src/sources/source.ts';
import type { FaultKind } from '../fakes/google/faults.ts';
import { startFakeGoogle, type FakeGoogle } from '../fakes/google/fake-google.ts';
import type { SheetHand } from '../fakes/google/hand.ts';
import type { Run } from '../../src/core/run.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { keepFolder, writeCopy, type KeptFolder } from '../support/folder-copy.ts';
import { sharedByTests, whenOver } from '../support/lifetime.ts';
import { runningService, type RunningService } from '../support/running-service.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { bankTransaction } from '../support/sync-bench.ts';
import { spreadsheetIdOf } from '../support/places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { IS_WHOLE } from '../support/cases.ts';

const MATRIX_MS = 1_800_000;
const MINUTE = 60_000;
/** The timeouts for the check of a workbook and for the user's consent. */
const DEADLINES_MS = new Set([8000, 10 * MINUTE]);
const WRITE = 'sheets.spreadsheets.batchUpdate';
const FIRST_DAY = '2026-01-01' as CalendarDate;

/** One fault of each kind that Pennyrow handles differently; see `backoff.test.ts` and `client.test.ts`. */
const FAULTS: readonly (readonly [name: string, how: FaultKind])[] = [
  ['400', { status: 400 }],
  ['401', { status: 401 }],
  ['403 without permission', { status: 403 }],
  ['403 for a quota', { status: 403, reason: 'userRateLimitExceeded' }],
  ['404', { status: 404 }],
  ['409', { status: 409 }],
  ['429', { status: 429 }],
  ['502 as a web page', { status: 502, html: true }],
  ['503', { status: 503 }],
  ['a connection reset', 'reset'],
  ['a connection reset within the response', 'reset-midway'],
  ['a truncated response', 'truncated'],
];

/** The number of failing calls: after one, the retry succeeds; after 1000, the run fails, and the next run checks what was written. */
const LENGTHS = [
  ['once', 1],
  ['for long', 1000],
] as const;

interface House {
  readonly service: RunningService;
  readonly time: MachineTime;
  readonly fake: FakeGoogle;
  readonly hand: SheetHand;
  /** The transactions of the bank. The next day, a pending transaction is posted. */
  readonly bank: BankTransaction[];
  day: CalendarDate;
}

/** A stopped install after its first sync. Each fault is tested on a copy of its folder and spreadsheet. */
interface SyncedInstall {
  readonly time: MachineTime;
  readonly fake: FakeGoogle;
  readonly folder: KeptFolder;
  readonly spreadsheetId: string;
  readonly bank: readonly BankTransaction[];
  readonly day: CalendarDate;
}

/** Shared by all tests, because the consent and the new spreadsheet take as long as a dozen syncs. */
const syncedInstall = sharedByTests(async (): Promise<SyncedInstall> => {
  const time = machineTime(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 19 * 3_600_000);
  const fake = await startFakeGoogle({ clock: time });
  whenOver(() => fake.close());
  vi.stubEnv('PENNYROW_GOOGLE_URL', fake.root);
  whenOver(() => vi.unstubAllEnvs());
  const { service, client, accountId, folder } = await serviceInUse({}, time);
  const { clientId, clientSecret } = fake.addClient();
  await client.call('registration.set', { kind: 'google', given: { id: clientId, secret: clientSecret } });
  fake.consent.allow();
  const { consentId, url } = await client.call('workbook.begin', { accountId, kind: 'google', way: 'new' });
  const connected = client.call('consent.wait', { consentId });
  await fake.consent.visit(url);
  const spreadsheetId = spreadsheetIdOf((await connected).place);
  await client.call('connection.add', { accountId, kind: 'demo' });
  await service.close();
  const hand = fake.hand(spreadsheetId);
  // Clears sheets with many formulas: they would slow down each write, and are irrelevant for the faults.
  for (const name of ['Overview', 'Figures']) await hand.clear(name);
  await hand.deleteEmptyRows(2);
  await hand.insertColumn('Transactions', 9);
  await hand.type('Transactions', 1, 9, 'My notes');
  const house = await openHouse({ time, fake, spreadsheetId, bank: [], day: FIRST_DAY }, folder);
  await expectFirstSync(house);
  await house.service.service.close();
  return { time, fake, folder: keepFolder(folder), spreadsheetId, bank: house.bank, day: house.day };
});

async function expectFirstSync(house: House): Promise<void> {
  nextDay(house);
  expect((await sync(house)).status).toBe('succeeded');
  await expectExactly(house);
}

async function syncedHouse(): Promise<House> {
  const install = await syncedInstall();
  const { fake, folder: prepared, spreadsheetId } = install;
  const folder = temporaryFolder();
  writeCopy(prepared, folder);
  const copyId = fake.copySpreadsheet(spreadsheetId);
  pointAtSpreadsheet(folder, spreadsheetId, copyId);
  return openHouse({ ...install, spreadsheetId: copyId }, folder);
}

async function openHouse(
  { time, fake, spreadsheetId, bank: before, day }: Omit<SyncedInstall, 'folder'>,
  folder: string,
): Promise<House> {
  const bank = [...before];
  const fetchResult = (): Fetched => ({
    transactions: [...bank],
    completeAccountIds: [...new Set(bank.map(({ account }) => account.id))],
    messages: [],
    balances: [],
  });
  const service = await runningService(
    {
      clock: time,
      alarms: time,
      openSource: async () => ({ fetch: async () => fetchResult(), close: async () => {} }),
      // Waits between retries take no time. Timeouts never elapse.
      sleep: async (milliseconds, signal) =>
        DEADLINES_MS.has(milliseconds) ? waitFor(signal) : time.pass(Math.ceil(milliseconds)),
    },
    folder,
  );
  return { service, time, fake, hand: fake.hand(spreadsheetId), bank, day };
}

/** Replaces the spreadsheet's id in the database. The stored snapshot remains valid, because the copy is equal. */
function pointAtSpreadsheet(folder: string, before: string, after: string): void {
  const database = new Database(join(folder, 'pennyrow.db'));
  const moved = database.prepare('UPDATE account SET workbook = replace(workbook, ?, ?)').run(before, after);
  database.close();
  expect(moved.changes).toBe(1);
}

async function sync({ service: { client, accountId } }: House): Promise<Run> {
  const { runId } = await client.call('run.sync', { accountId });
  return client.call('run.wait', { runId });
}

function waitFor(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** The next day at the bank: the pending transaction was posted with a tip; two purchases are new, one of them pending. */
function nextDay(house: House): void {
  const { bank } = house;
  const last = bank.at(-1);
  if (last?.status === 'pending')
    bank[bank.length - 1] = bankTransaction(`${last.providerId}-posted`, '-11.50', {
      date: last.date,
      description: last.description,
    });
  house.day = addDays(house.day, 1);
  const number = bank.length;
  bank.push(bankTransaction(String(number), '-1.25', { date: house.day, description: `Bakery ${number}` }));
  bank.push(
    bankTransaction(String(number + 1), '-10.00', {
      date: house.day,
      description: `Trattoria ${number}`,
      status: 'pending',
    }),
  );
}

/** The state of the sheet before a run: as Pennyrow last read it, or with later edits of a user. */
const BEGINNINGS = {
  'an unchanged sheet': async ({ service, time }: House) => {
    time.pass(MINUTE);
    await service.client.call('transaction.list', { accountId: service.accountId });
  },
  'a sheet that a user has edited': async ({ hand, bank }: House) => {
    await hand.type('Transactions', 2, 9, `Note ${bank.length}`);
  },
} as const;

async function expectExactly({ hand, bank, service, time }: House): Promise<void> {
  const [, ...rows] = await hand.shown('Transactions');
  const shown = rows.map(
    ([date, description, amount]) => `${date} ${description} ${Number(amount?.replaceAll(/[^\d.-]/g, '')).toFixed(2)}`,
  );
  expect(shown.sort()).toEqual(bank.map(({ date, description, amount }) => `${date} ${description} ${amount}`).sort());
  // Lets the minute of Google's rate limits pass, because a request for cached data does not wait for it.
  time.pass(2 * MINUTE);
  const listed = await service.client.call('transaction.list', { accountId: service.accountId, limit: 500 });
  expect(listed.total).toBe(bank.length);
}

const beginnings = Object.entries(BEGINNINGS);

describe.each(beginnings)('in %s', (name, begin) => {
  const place = beginnings.findIndex(([other]) => other === name);
  const faults = FAULTS.filter((_, number) => IS_WHOLE || number % beginnings.length === place);
  // The calls to Google in a sync, found once, because they are the same in each run.
  const stepsOfASync = sharedByTests(async () => {
    const house = await syncedHouse();
    const steps = await stepsAfter(house, begin);
    await house.service.service.close();
    return steps;
  });

  // Uses a copy for each fault, because reading the rows of all earlier runs would take most of the time.
  test.each(faults.map((fault, number) => [...fault, number] as const))(
    'after %s at any step of a sync, the next sync leaves exactly the right rows',
    { timeout: MATRIX_MS },
    async (_name, how, number) => {
      const steps = await stepsOfASync();
      const house = await syncedHouse();
      const { fake, time } = house;
      expect(steps).toContain(WRITE);
      for (const [place, call] of steps.entries()) {
        const skip = steps.slice(0, place).filter((earlier) => earlier === call).length;
        for (const [length, times] of lengthsAt(call, number + place)) {
          for (const when of momentsOf(call)) {
            nextDay(house);
            await begin(house);
            fake.fail({ call: call as `sheets.${string}`, how, when, times, skip });
            await sync(house);
            fake.clearFaults();
            time.pass(MINUTE);
            // If the run failed, the user notices the fault and opens the workbook's page.
            if (times > 1) await repair(house);
            const healed = await sync(house);
            const where = `step ${place + 1} (${call}), ${length}, ${when}`;
            expect({ where, status: healed.status }).toEqual({ where, status: 'succeeded' });
            await expectExactly(house).catch((thrown: unknown) => {
              throw new Error(`${where}: ${String(thrown)}`, { cause: thrown });
            });
          }
        }
      }
    },
  );
});

/** To save time, a read-only call fails either once or for long, alternating by step and fault. */
function lengthsAt(call: string, place: number): readonly (typeof LENGTHS)[number][] {
  return IS_WHOLE || call === WRITE ? LENGTHS : [LENGTHS[place % 2 === 0 ? 0 : 1]];
}

/** A write can fail before or after it was executed; for a read-only call, this makes no difference. */
function momentsOf(call: string): readonly ('before' | 'after')[] {
  return call === WRITE ? ['before', 'after'] : ['before'];
}

async function stepsAfter(house: House, begin: (house: House) => Promise<void>): Promise<string[]> {
  nextDay(house);
  await begin(house);
  house.fake.clearRequests();
  expect((await sync(house)).status).toBe('succeeded');
  return house.fake.requests.map(({ call }) => call).filter((call) => !call.startsWith('oauth.'));
}

/** If Google rejected the grant permanently, the user consents again. */
async function repair({ service, fake }: House): Promise<void> {
  const { client, accountId } = service;
  const view = await client.call('workbook.get', { accountId });
  if (view === null || 'path' in view.place || !view.place.grantLost) return;
  fake.consent.allow();
  const { consentId, url } = await client.call('workbook.begin', { accountId, kind: 'google', way: 'reconnect' });
  const connected = client.call('consent.wait', { consentId });
  await fake.consent.visit(url);
  await connected;
}
