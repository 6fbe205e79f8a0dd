import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'programs/capacity.ts');
const ACCOUNTS = [10, 100, 1000];
const ROWS = 5_000;
const A_DAY = 3;
const DAY_SECONDS = 86_400;

export const capacity: Benchmark = {
  name: 'capacity',
  question: `What does one service carry: accounts of ${ROWS.toLocaleString('en')} rows that each sync ${A_DAY} new transactions a day?`,
  run: async ({ rounds, folder }) => {
    const variants = ACCOUNTS.flatMap((accounts) =>
      ['spread', 'at-once'].map((cycle): [string, () => Promise<Sample>] => [
        `${accounts.toLocaleString('en')} accounts, ${cycle === 'spread' ? 'over the day' : 'at one time'}`,
        () => passDay(folder, accounts, cycle),
      ]),
    );
    const samples = await interleave(rounds, Object.fromEntries(variants));
    const row = (variant: string): string[] => {
      const of = (quantity: string): number => median(samples, variant, quantity);
      const perSync = of('processorMsPerSync') / 1000;
      return [
        variant,
        `${of('processorMsPerSync').toFixed(0)} ms`,
        Math.floor(DAY_SECONDS / perSync).toLocaleString('en'),
        `${of('longestWaitSeconds').toFixed(1)} s`,
        `${of('lastEndedSecondsAfterFirstWasQueued').toFixed(0)} s`,
        megabytes(of('startedBytes')),
        megabytes(of('peakBytes')),
        ...['databaseBytes', 'workbookBytes', 'backupBytes'].map((quantity) => megabytes(of(quantity))),
      ];
    };
    return {
      samples,
      table: [
        [
          'a day of',
          'CPU of a sync',
          'as many a day on one core',
          'longest sync with its wait',
          'first to last',
          'memory at the start',
          'peak memory',
          'database',
          'workbooks',
          'backups',
        ],
        ...Object.keys(samples).map(row),
      ],
    };
  },
};

/** Runs in a separate folder and process, so that the measured memory belongs to this day only. */
async function passDay(folder: string, accounts: number, cycle: string): Promise<Sample> {
  const place = join(folder, `${accounts}-${cycle}-${Date.now()}`);
  const { stdout } = await runProgram([PROGRAM, place, ...[accounts, ROWS, A_DAY, 1].map(String), cycle]);
  return JSON.parse(stdout) as Sample;
}
