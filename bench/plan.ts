import { join } from 'node:path';
import type { Benchmark } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'programs/plan.ts');
const COUNTS = [10_000, 100_000];
const RULES = 500;

/** A batch is planned against an equal number of rows. `added`: the share of new transactions in the batch. */
const OVERLAPS = {
  known: { label: 'all known', added: 0 },
  new: { label: 'all new', added: 1 },
  half: { label: 'half new', added: 0.5 },
  table: { label: 'all known, from another format without ids', added: 0 },
  floor: { label: 'floor, half new', added: 0.5 },
} as const;

export const planning: Benchmark = {
  name: 'plan',
  question: `What does it take to recognize and categorise transactions against as many rows, with ${RULES} rules?`,
  run: async ({ rounds }) => {
    const variants = COUNTS.flatMap((count) =>
      Object.entries(OVERLAPS).map(([overlap, { label, added }]) => {
        const measure = async () => {
          const { stdout, peakBytes } = await runProgram([PROGRAM, overlap, String(count), String(RULES)]);
          const sample = JSON.parse(stdout) as { seconds: number; added: number };
          if (sample.added !== count * added)
            throw new Error(`${label}: ${sample.added} of ${count} were taken for new`);
          return { ...sample, peakBytes };
        };
        return [`${count.toLocaleString('en')}, ${label}`, measure] as const;
      }),
    );
    const samples = await interleave(rounds, Object.fromEntries(variants));
    const row = (variant: string) => {
      const taken = median(samples, variant, 'seconds');
      const floor = median(samples, `${variant.split(', ')[0]}, ${OVERLAPS.floor.label}`, 'seconds');
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
      table: [['transactions', 'planned', 'CPU', 'of the floor', 'peak memory'], ...Object.keys(samples).map(row)],
    };
  },
};
