import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { writeRichWorkbook } from './support/rich-workbook.ts';
import { interleave, median, megabytes, seconds } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'programs/rezip.ts');
const COUNTS = [1_000, 10_000, 50_000, 100_000];

export const rezipFloor: Benchmark = {
  name: 'rezip-floor',
  question: 'What does it cost at least to unzip a workbook and zip it again?',
  run: async ({ rounds, folder }) => {
    const sizes: Record<string, number> = {};
    const variants: Record<string, () => Promise<Sample>> = {};
    for (const count of COUNTS) {
      const label = count.toLocaleString('en');
      const workbook = join(folder, `${count}.xlsx`);
      await writeRichWorkbook(workbook, count);
      sizes[label] = statSync(workbook).size;
      variants[label] = async () => {
        const { stdout, peakBytes } = await runProgram([PROGRAM, workbook, join(folder, 'out.xlsx')]);
        const { seconds: taken } = JSON.parse(stdout) as { seconds: number };
        return { seconds: taken, peakBytes };
      };
    }
    const samples = await interleave(rounds, variants);
    const row = (variant: string) => [
      variant,
      `${((sizes[variant] ?? 0) / 1e6).toFixed(1)} MB`,
      seconds(median(samples, variant, 'seconds')),
      megabytes(median(samples, variant, 'peakBytes')),
    ];
    return { samples, table: [['rows', 'file', 'unzip and zip', 'peak memory'], ...Object.keys(samples).map(row)] };
  },
};
