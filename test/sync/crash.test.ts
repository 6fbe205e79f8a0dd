import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openXlsxWorkbook } from '../../src/workbooks/xlsx/xlsx-workbook.ts';
import { bundled } from '../support/bundled.ts';
import { Demo } from '../support/demo-days.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** How many kills at random moments, beside one at each step; PENNYROW_KILLS=500 for a long night. */
const RANDOM_KILLS = Number(process.env['PENNYROW_KILLS'] ?? 12);
const CHILD = await bundled(join(import.meta.dirname, '../support/crash-child.ts'));

interface Kill {
  /** The progress report at which the process kills itself. */
  readonly at?: number;
  /** Milliseconds from the beginning of the second sync to a kill from outside. */
  readonly afterMs?: number;
}

/** True when it was killed. */
function syncTwoDays(folder: string, day: number, kill: Kill): Promise<boolean> {
  const child = spawn(process.execPath, [CHILD, folder, String(day), String(kill.at ?? 0)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { afterMs } = kill;
  if (afterMs !== undefined) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve(signal === 'SIGKILL') : reject(new Error(`ended with ${code}`)),
    );
  });
}

async function countSteps(): Promise<number> {
  const demo = await Demo.open(temporaryFolder());
  let steps = 0;
  await demo.sync(0);
  await demo.sync(1, () => (steps += 1));
  await demo.close();
  return steps;
}

async function rowsOf(folder: string): Promise<string[]> {
  const workbook = openXlsxWorkbook(join(folder, 'Pennyrow.xlsx'), {
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

/** What the bank stated on each day. */
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

/** Two folders live through the same days; one is killed on each of them. In the end their rows must be the same, to the cell. */
async function live(kills: readonly Kill[]): Promise<number> {
  const [calm, harassed] = [temporaryFolder(), temporaryFolder()];
  let killed = 0;
  for (const [day, kill] of kills.entries()) {
    if (await syncTwoDays(harassed, day, kill)) killed += 1;
  }
  const demo = await Demo.open(calm);
  for (let day = 0; day <= kills.length; day += 1) await demo.sync(day);
  await demo.close();
  await syncTwoDays(harassed, kills.length, {});
  await syncTwoDays(calm, kills.length, {});
  expect((await rowsOf(harassed)).sort()).toEqual((await rowsOf(calm)).sort());
  expect(bookedIn(harassed)).toEqual(bookedIn(calm));
  expect(await proofsOf(harassed)).toEqual(await proofsOf(calm));
  return killed;
}

describe('a process that is killed', () => {
  test('between writing the workbook and recording it loses no balance', async () => {
    const stages: string[] = [];
    const demo = await Demo.open(temporaryFolder());
    await demo.sync(0);
    await demo.sync(1, (stage) => stages.push(stage));
    await demo.close();
    const folder = temporaryFolder();
    expect(await syncTwoDays(folder, 0, { at: stages.indexOf('confirming') + 1 })).toBe(true);
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

  test('at each step of a sync, day after day, loses and doubles nothing', { timeout: 1_200_000 }, async () => {
    const steps = await countSteps();
    expect(steps).toBeGreaterThan(10);
    expect(await live(Array.from({ length: steps }, (_, step) => ({ at: step + 1 })))).toBeGreaterThan(steps / 2);
  });

  test('at any moment loses and doubles nothing', { timeout: 3_600_000 }, async () => {
    const killed = await live(Array.from({ length: RANDOM_KILLS }, (_, number) => ({ afterMs: (number * 11) % 120 })));
    expect(killed).toBeGreaterThan(RANDOM_KILLS / 4);
  });
});
