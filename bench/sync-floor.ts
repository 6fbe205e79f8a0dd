import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'programs/sync-floor.ts');
const COUNTS = [1_000, 10_000, 100_000];
const STAGES = ['parse', 'known', 'categorise', 'record', 'serialize'];

export const syncFloor: Benchmark = {
  name: 'sync-floor',
  question: 'What does importing new transactions with 200 rules cost at least, stage by stage?',
  run: async ({ rounds, folder }) => {
    let run = 0;
    const variants = COUNTS.map((count) => {
      const statement = join(folder, `${count}.ofx`);
      writeFileSync(statement, statementFile(inputTransactions(count)));
      const measure = async (): Promise<Sample> => {
        run += 1;
        const { stdout, peakBytes } = await runProgram([PROGRAM, statement, '200', join(folder, `${run}.sqlite`)]);
        const stages = JSON.parse(stdout) as Record<string, number>;
        if (stages.transactions !== count)
          throw new Error(`the floor read ${stages.transactions} of ${count} transactions`);
        return { ...stages, seconds: STAGES.reduce((sum, stage) => sum + (stages[stage] ?? 0), 0), peakBytes };
      };
      return [count.toLocaleString('en'), measure] as const;
    });
    const samples = await interleave(rounds, Object.fromEntries(variants));
    const row = (variant: string) => [
      variant,
      ...[...STAGES, 'seconds'].map((stage) => seconds(median(samples, variant, stage))),
      megabytes(median(samples, variant, 'peakBytes')),
    ];
    return {
      samples,
      table: [['transactions', ...STAGES, 'together', 'peak memory'], ...Object.keys(samples).map(row)],
    };
  },
};
