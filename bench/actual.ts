import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'peers/actual.ts');
const COUNTS = [1_000, 10_000];
const RULES = 50;

/** Overrides better-sqlite3, because Actual's version would download or compile a binary. Pennyrow's version includes it. */
const PACKAGE = {
  private: true,
  dependencies: { '@actual-app/api': '26.9.0' },
  overrides: { 'better-sqlite3': '13.2.0' },
};

/** Compares Pennyrow with Actual, which is installed from the npm registry only for the measurement. */
export const actual: Benchmark = {
  name: 'actual',
  question: `How long does Actual's headless engine take to import new transactions with ${RULES} rules?`,
  run: async ({ rounds, folder }) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(PACKAGE));
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let run = 0;
    const variants = COUNTS.map((count) => {
      const measure = async (): Promise<Sample> => {
        run += 1;
        const data = join(folder, `data-${run}`);
        mkdirSync(data);
        const { stdout, peakBytes } = await runProgram([PROGRAM, folder, data, String(count), String(RULES)]);
        return { ...(JSON.parse(stdout) as Sample), peakBytes };
      };
      return [count.toLocaleString('en'), measure] as const;
    });
    const samples = await interleave(Math.min(rounds, 3), Object.fromEntries(variants));
    const row = (variant: string) => [
      variant,
      ...['importSeconds', 'knownSeconds', 'readSeconds'].map((quantity) =>
        seconds(median(samples, variant, quantity)),
      ),
      megabytes(median(samples, variant, 'peakBytes')),
    ];
    return {
      samples,
      table: [
        ['transactions', 'import', 'import 1,000 again', 'read 30 days', 'peak memory'],
        ...Object.keys(samples).map(row),
      ],
    };
  },
};
