import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { XlsxWorkbook } from '../../src/workbooks/xlsx/xlsx-connector.ts';
import { bundled } from '../support/bundled.ts';
import { Demo, type Act } from '../support/demo-days.ts';
import type { Contents } from '../support/power-cut/disk-changes.ts';
import { readContents, writeContents } from '../support/power-cut/record.ts';
import { keepFolder, writeCopy, type KeptFolder } from '../support/folder-copy.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { makeLighter } from '../support/lighter-workbook.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { caseCount, IS_WHOLE } from '../support/cases.ts';

/** The number of kills at random times. Other tests kill the process at each step. */
const RANDOM_KILLS = caseCount(IS_WHOLE ? 100 : 1);
const CHILD = await bundled(join(import.meta.dirname, '../support/crash-child.ts'));

/** In milliseconds: the assumed maximum duration of the sync that is killed. */
const LONGEST_MS = 120;

interface Kill {
  /** The process kills itself at this progress report, counted from 1. */
  readonly at?: number;
  /** The test kills the process this many milliseconds after the beginning of the second sync. */
  readonly afterMs?: number;
  /** The user's action instead of the second sync. */
  readonly act?: Act;
}

/** Syncs two days in a separate process. True if the process was killed before it ended. */
function syncTwoDays(folder: string, day: number, kill: Kill): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [CHILD, folder, String(day), String(kill.at ?? 0), ...(kill.act === undefined ? [] : [kill.act])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { afterMs } = kill;
  if (afterMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve(signal === 'SIGKILL') : reject(new Error(`ended with ${code}`)),
    );
  });
}

/** An install with the demo bank before its first sync. Its workbook has no formulas, which makes these tests faster. */
const connected = sharedByTests(async (): Promise<KeptFolder> => {
  const folder = temporaryFolder();
  await (await Demo.open(folder)).close();
  await makeLighter(join(folder, 'Pennyrow.xlsx'));
  return keepFolder(folder);
});

async function connectedFolder(): Promise<string> {
  const folder = temporaryFolder();
  writeCopy(await connected(), folder);
  return folder;
}

/** The progress reports of the second of two syncs. */
const stages = sharedByTests(async (): Promise<string[]> => {
  const reported: string[] = [];
  const demo = await Demo.open(await connectedFolder());
  await demo.sync(0);
  await demo.sync(1, (stage) => reported.push(stage));
  await demo.close();
  return reported;
});

async function rowsOf(folder: string): Promise<string[]> {
  const workbook = new XlsxWorkbook(join(folder, 'Pennyrow.xlsx'), {
    backupFolder: join(folder, 'unused'),
    clock: systemClock,
  });
  const { rows, balances = [] } = await workbook.read({ remembered: null });
  return [
    ...rows.map(({ accountId, date, amount, description, category, transactionId }) =>
      JSON.stringify([accountId, date, amount, description, category, transactionId]),
    ),
    ...balances.map(({ accountId, date, amount, currency }) => JSON.stringify([accountId, date, amount, currency])),
  ];
}

/** The booked balances in the database. */
function bookedIn(folder: string): unknown[] {
  const database = openDatabase(join(folder, 'pennyrow.db'), { readonly: true });
  try {
    return database.all(`SELECT bank_account_id, date, amount FROM balance WHERE kind = 'booked'`);
  } finally {
    database.close();
  }
}

async function proofsOf(folder: string): Promise<unknown[]> {
  const demo = await Demo.open(folder);
  const balances = await demo.balances();
  await demo.close();
  expect(balances.map(({ proof }) => proof.state)).toEqual(['proven', 'proven']);
  return balances.map(({ name, proof, trend }) => ({
    name,
    until: 'until' in proof && proof.until,
    last: trend.at(-1),
  }));
}

/** The data that must be the same with and without kills: rows, stored balances and checks of balances. */
async function outcomeOf(folder: string): Promise<unknown> {
  return { rows: (await rowsOf(folder)).sort(), booked: bookedIn(folder), proofs: await proofsOf(folder) };
}

async function syncDays(folder: string, from: number, to: number): Promise<void> {
  const demo = await Demo.open(folder);
  for (let day = from; day <= to; day += 1) await demo.sync(day);
  await demo.close();
}

/** An install in which no process is killed. Its data after the last day are the expected outcome. */
const calm = sharedByTests(async () => ({ folder: await connectedFolder(), lastDay: -1 }));

async function calmOutcome(lastDay: number): Promise<unknown> {
  const shared = await calm();
  const life = shared.lastDay > lastDay ? { folder: await connectedFolder(), lastDay: -1 } : shared;
  await syncDays(life.folder, life.lastDay + 1, lastDay);
  life.lastDay = lastDay;
  return outcomeOf(life.folder);
}

/**
 * Syncs on this many days and kills each sync, and then syncs one day without a kill. Returns the number of syncs that a kill
 * ended. `killOn` receives the previous kill if it came after the end of its sync.
 */
async function live(days: number, killOn: (day: number, tooLate: Kill | null) => Kill): Promise<number> {
  const folder = await connectedFolder();
  let [killed, tooLate]: [number, Kill | null] = [0, null];
  for (let day = 0; day < days; day += 1) {
    const kill = killOn(day, tooLate);
    const wasKilled = await syncTwoDays(folder, day, kill);
    killed += Number(wasKilled);
    tooLate = wasKilled ? null : kill;
  }
  await syncDays(folder, days, days + 1);
  expect(await outcomeOf(folder)).toEqual(await calmOutcome(days + 1));
  return killed;
}

describe('a killed process', () => {
  test('loses no balance if it is killed after writing the workbook and before recording the write', async () => {
    const folder = await connectedFolder();
    expect(await syncTwoDays(folder, 0, { at: (await stages()).indexOf('confirming') + 1 })).toBe(true);
    expect(JSON.stringify(bookedIn(folder))).not.toContain('2026-03-02');
    const next = await Demo.open(folder);
    const balances = await next.balances();
    await next.close();
    expect(balances.map(({ latest, proof }) => [latest?.day, proof.state, 'until' in proof && proof.until])).toEqual([
      ['2026-03-02', 'proven', '2026-03-02'],
      ['2026-03-02', 'proven', '2026-03-02'],
    ]);
    expect(JSON.stringify(bookedIn(folder))).toContain('2026-03-02');
  });

  test('loses and duplicates no row if it is killed at random times', { timeout: 3_600_000 }, async () => {
    // The duration of a sync depends on the machine: if a sync has ended before its kill, later kills come earlier.
    let end = LONGEST_MS;
    const killed = await live(RANDOM_KILLS, (number, tooLate) => {
      end = Math.max(1, Math.min(end, tooLate?.afterMs ?? end));
      return { afterMs: (number * 37) % end };
    });
    expect(killed).toBeGreaterThan(RANDOM_KILLS / 4);
  });

  test(
    'loses and duplicates no row if it is killed at each step of a sync, day after day',
    { timeout: 1_200_000 },
    async () => {
      const steps = stepsToTry(await stages());
      expect(steps.length).toBeGreaterThan(5);
      expect(await live(steps.length, (day) => ({ at: (steps[day] ?? 0) + 1 }))).toBeGreaterThan(steps.length / 2);
    },
  );

  const undone = sharedByTests(async () => {
    const folder = await connectedFolder();
    await syncDays(folder, 0, 0);
    return outcomeAfterSync(folder);
  });

  // Only PENNYROW_WHOLE=1 kills processes. By default, copies of the files at each step replace that, which is faster.
  test.each(['category', 'rule', 'undo'] as const)(
    'completes a user’s change (%s) or leaves no trace of it, at whichever step of the change it is killed',
    { timeout: 1_200_000 },
    async (act) => {
      const folder = await connectedFolder();
      const before = readContents(folder);
      const reports: { readonly stage: string; readonly contents: Contents }[] = [];
      await actOnFirstDay(folder, act, (stage) => reports.push({ stage, contents: readContents(folder) }));
      const outcomes = [await undone(), await outcomeAfterSync(folder)];
      expect(outcomes[0]).not.toEqual(outcomes[1]);
      for (const at of stepsToTry(reports.map(({ stage }) => stage))) {
        writeContents(folder, IS_WHOLE ? before : (reports[at]?.contents ?? before));
        if (IS_WHOLE) expect(await syncTwoDays(folder, 0, { at: at + 1, act })).toBe(true);
        expect(outcomes).toContainEqual(await outcomeAfterSync(folder));
      }
    },
  );
});

/** The indexes of the steps to test; by default the last step of each stage. */
function stepsToTry(reported: readonly string[]): number[] {
  return [...reported.keys()].filter((at) => IS_WHOLE || reported[at] !== reported[at + 1]);
}

async function actOnFirstDay(folder: string, act: Act, onProgress: (stage: string) => void): Promise<void> {
  const demo = await Demo.open(folder);
  await demo.sync(0);
  await demo.act(act, onProgress);
  await demo.close();
}

/** The data after the next sync, including the rows that the dashboard shows. */
async function outcomeAfterSync(folder: string): Promise<unknown> {
  await syncDays(folder, 1, 1);
  const demo = await Demo.open(folder);
  const shown = await demo.shown();
  await demo.close();
  return { rows: (await rowsOf(folder)).sort(), booked: bookedIn(folder), shown: shown.toSorted() };
}
