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

const MATRIX_MS = 1_800_000;
const MINUTE = 60_000;
/** Google's patience for a look, a person's for the browser. */
const DEADLINES_MS = new Set([8000, 10 * MINUTE]);
const WRITE = 'sheets.spreadsheets.batchUpdate';
const FIRST_DAY = '2026-01-01' as CalendarDate;

/**
 * One of each kind that is told apart (`backoff.test.ts`, `client.test.ts`); what an answer of Google says in words is in its
 * shape.
 */
const FAULTS: readonly (readonly [name: string, how: FaultKind])[] = [
  ['400', { status: 400 }],
  ['401', { status: 401 }],
  ['403 without permission', { status: 403 }],
  ['403 of a limit', { status: 403, reason: 'userRateLimitExceeded' }],
  ['404', { status: 404 }],
  ['409', { status: 409 }],
  ['429', { status: 429 }],
  ['502 as a web page', { status: 502, html: true }],
  ['503', { status: 503 }],
  ['a line that breaks at once', 'reset'],
  ['a line that breaks midway', 'reset-midway'],
  ['an answer that is cut off', 'truncated'],
];

/** Every fault on either beginning; else each on one of them, which takes half the time. */
const ALL = process.env['PENNYROW_FAULTS'] === 'all';

/** Once: what is tried again succeeds. For long: the run fails, and the next one finds out what happened. */
const LENGTHS = [
  ['once', 1],
  ['for long', 1000],
] as const;

interface House {
  readonly service: RunningService;
  readonly time: MachineTime;
  readonly fake: FakeGoogle;
  readonly hand: SheetHand;
  /** What the bank tells; a pending one posts with the next day. */
  readonly bank: BankTransaction[];
  day: CalendarDate;
}

/** An install whose first sync has been; closed, so that each fault can begin with a copy of it and of its spreadsheet. */
interface SyncedInstall {
  readonly time: MachineTime;
  readonly fake: FakeGoogle;
  readonly folder: KeptFolder;
  readonly spreadsheetId: string;
  readonly bank: readonly BankTransaction[];
  readonly day: CalendarDate;
}

/** The consent and the new spreadsheet take as long as a dozen syncs. */
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
  // Each row that comes shifts the formulas of the figures, which no fault is about.
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
  const { fake, folder: kept, spreadsheetId } = install;
  const folder = temporaryFolder();
  writeCopy(kept, folder);
  const copyId = fake.copySpreadsheet(spreadsheetId);
  pointAtSpreadsheet(folder, spreadsheetId, copyId);
  return openHouse({ ...install, spreadsheetId: copyId }, folder);
}

async function openHouse(
  { time, fake, spreadsheetId, bank: before, day }: Omit<SyncedInstall, 'folder'>,
  folder: string,
): Promise<House> {
  const bank = [...before];
  const fetched = (): Fetched => ({
    transactions: [...bank],
    completeAccountIds: [...new Set(bank.map(({ account }) => account.id))],
    messages: [],
    balances: [],
  });
  const service = await runningService(
    {
      clock: time,
      alarms: time,
      openSource: async () => ({ fetch: async () => fetched(), close: async () => {} }),
      // Waits between attempts take no time here; what gives up on somebody does so by the real clock.
      sleep: async (milliseconds, signal) =>
        DEADLINES_MS.has(milliseconds) ? waitFor(signal) : time.pass(Math.ceil(milliseconds)),
    },
    folder,
  );
  return { service, time, fake, hand: fake.hand(spreadsheetId), bank, day };
}

/** What it has read of the one before holds for the other, which is like it. */
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

/** The next day at the bank: what was pending has posted, with a tip; two purchases are new, one of them pending. */
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

/** What a run begins with: the sheet as Pennyrow knows it, or with a person's work since. */
const BEGINNINGS = {
  'the sheet as it was last seen': async ({ service, time }: House) => {
    time.pass(MINUTE);
    await service.client.call('transaction.list', { accountId: service.accountId });
  },
  'a sheet that somebody has worked in': async ({ hand, bank }: House) => {
    await hand.type('Transactions', 2, 9, `Note ${bank.length}`);
  },
} as const;

async function expectExactly({ hand, bank, service, time }: House): Promise<void> {
  const [, ...rows] = await hand.shown('Transactions');
  const shown = rows.map(
    ([date, description, amount]) => `${date} ${description} ${Number(amount?.replaceAll(/[^\d.-]/g, '')).toFixed(2)}`,
  );
  expect(shown.sort()).toEqual(bank.map(({ date, description, amount }) => `${date} ${description} ${amount}`).sort());
  // Anyone who asks for the mirror does not wait for room in Google's limits.
  time.pass(2 * MINUTE);
  const listed = await service.client.call('transaction.list', { accountId: service.accountId, limit: 500 });
  expect(listed.total).toBe(bank.length);
}

const beginnings = Object.entries(BEGINNINGS);

describe.each(beginnings)('on %s', (name, begin) => {
  const place = beginnings.findIndex(([other]) => other === name);
  const faults = FAULTS.filter((_, number) => ALL || number % beginnings.length === place);
  // Of whatever fault, and of a first run or a later one, they are the same.
  const stepsOfASync = sharedByTests(async () => {
    const house = await syncedHouse();
    const steps = await stepsAfter(house, begin);
    await house.service.service.close();
    return steps;
  });

  // A copy for each: in one that lives through them all, reading what they left behind takes most of the time.
  test.each(faults)(
    'after %s at whatever step of a sync, the next one leaves exactly the right rows',
    { timeout: MATRIX_MS },
    async (_name, how) => {
      const steps = await stepsOfASync();
      const house = await syncedHouse();
      const { fake, time } = house;
      expect(steps).toContain(WRITE);
      for (const [place, call] of steps.entries()) {
        const skip = steps.slice(0, place).filter((earlier) => earlier === call).length;
        for (const [length, times] of LENGTHS) {
          for (const when of momentsOf(call)) {
            nextDay(house);
            await begin(house);
            fake.fail({ call: call as `sheets.${string}`, how, when, times, skip });
            await sync(house);
            fake.clearFaults();
            time.pass(MINUTE);
            // A person who comes across it meanwhile has the workbook looked at; one that healed at once nobody noticed.
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

/** A call that changes nothing has no moment at which it takes effect. */
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

/** Google may have said that the grant is dead: then a person gives it again. */
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
