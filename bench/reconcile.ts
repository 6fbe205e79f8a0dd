import { join } from 'node:path';
import type { Benchmark } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'programs/reconcile.ts');
const ACCOUNTS = 100;
const ROWS = 100_000;

const VARIANTS = {
  touched: 'the 10 accounts with a new row',
  all: 'all 100 accounts',
  floor: 'floor, the 10 accounts',
} as const;

export const reconciling: Benchmark = {
  name: 'reconcile',
  question: `What does it take to reconcile after a sync of 10 new rows, with ${ROWS.toLocaleString('en')} rows in ${ACCOUNTS} accounts?`,
  run: async ({ rounds }) => {
    const variants = Object.entries(VARIANTS).map(([which, label]) => {
      const measure = async () => {
        const { stdout, peakBytes } = await runProgram([PROGRAM, which, String(ACCOUNTS), String(ROWS)]);
        const sample = JSON.parse(stdout) as { seconds: number; proven: number; accounts: number };
        if (which !== 'floor' && sample.proven !== sample.accounts)
          throw new Error(`${label}: only ${sample.proven} of ${sample.accounts} are proven`);
        return { ...sample, peakBytes };
      };
      return [label, measure] as const;
    });
    const samples = await interleave(rounds, Object.fromEntries(variants));
    const floor = median(samples, VARIANTS.floor, 'seconds');
    const row = (variant: string) => {
      const taken = median(samples, variant, 'seconds');
      return [
        variant,
        seconds(taken),
        seconds(median(samples, variant, 'cpuSeconds')),
        times(taken, floor),
        megabytes(median(samples, variant, 'peakBytes')),
      ];
    };
    return {
      samples,
      table: [['accounts', 'reconciled', 'CPU', 'of the floor', 'peak memory'], ...Object.keys(samples).map(row)],
    };
  },
};
