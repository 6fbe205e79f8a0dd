import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';

const IN_MEMORY = join(import.meta.dirname, 'programs/reconcile.ts');
const STORED = join(import.meta.dirname, 'programs/reconcile-stored.ts');
const ACCOUNTS = 100;
const ROWS = 100_000;
const SIZE = [String(ACCOUNTS), String(ROWS)] as const;

const VARIANTS = {
  touched: { program: IN_MEMORY, label: 'the 10 accounts with a new row' },
  whole: { program: IN_MEMORY, label: 'the same, with nothing proven before' },
  all: { program: IN_MEMORY, label: 'all 100 accounts' },
  floor: { program: IN_MEMORY, label: 'floor, the 10 accounts' },
  storedTouched: { program: STORED, label: 'with its database, 10 of 100 accounts' },
  storedAll: { program: STORED, label: 'with its database, all 100 accounts' },
} as const;

const WHAT = { storedTouched: 'touched', storedAll: 'all' } as const;

export const reconciling: Benchmark = {
  name: 'reconcile',
  question: `What does it take to reconcile after a sync of 10 new rows, with ${ROWS.toLocaleString('en')} rows in ${ACCOUNTS} accounts?`,
  run: async ({ rounds, folder }) => {
    const [proofs, before, after] = ['proofs.json', 'before.db', 'after.db'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await runProgram([IN_MEMORY, 'prove', ...SIZE, proofs]);
    await runProgram([STORED, 'prove', ...SIZE, before]);
    const variants = Object.entries(VARIANTS).map(([which, { program, label }]) => {
      const measure = async () => {
        if (program === STORED) copyFileSync(before, after);
        const what = which in WHAT ? WHAT[which as keyof typeof WHAT] : which;
        const { stdout, peakBytes } = await runProgram([program, what, ...SIZE, program === STORED ? after : proofs]);
        const sample = JSON.parse(stdout) as { seconds: number; proven: number; accounts: number };
        if (which !== 'floor' && sample.proven !== sample.accounts)
          throw new Error(`${label}: only ${sample.proven} of ${sample.accounts} are proven`);
        return { ...sample, peakBytes };
      };
      return [label, measure] as const;
    });
    const samples = await interleave(rounds, Object.fromEntries(variants));
    const floor = median(samples, VARIANTS.floor.label, 'cpuSeconds');
    const row = (variant: string) => {
      const cpu = median(samples, variant, 'cpuSeconds');
      return [
        variant,
        seconds(median(samples, variant, 'seconds')),
        seconds(cpu),
        times(cpu, floor),
        megabytes(median(samples, variant, 'peakBytes')),
      ];
    };
    return {
      samples,
      table: [['accounts', 'reconciled', 'CPU', 'CPU of the floor', 'peak memory'], ...Object.keys(samples).map(row)],
    };
  },
};
