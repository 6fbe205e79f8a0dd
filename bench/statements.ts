import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';
import { STATEMENT_KINDS } from './support/statements.ts';

const READ = join(import.meta.dirname, 'programs/read-statement.ts');
const FLOOR = join(import.meta.dirname, 'programs/statement-floor.js');
const COUNTS = [10_000, 100_000];

export const statements: Benchmark = {
  name: 'statements',
  question: 'What does reading a statement file of each kind take, against a bare loop over the same bytes?',
  run: async ({ rounds, folder }) => {
    const variants: Record<string, () => Promise<Sample>> = {};
    const bytes: Record<string, number> = {};
    for (const [kind, write] of Object.entries(STATEMENT_KINDS)) {
      for (const count of COUNTS) {
        const name = `${kind}, ${count.toLocaleString('en')}`;
        const path = join(folder, `${count}.${kind}`);
        writeFileSync(path, write(inputTransactions(count)));
        bytes[name] = statSync(path).size;
        variants[name] = () => measured([READ, path], count);
        variants[`${name}: floor`] = () => measured([FLOOR, kind, path], count);
      }
    }
    const samples = await interleave(rounds, variants);
    const row = (name: string) => {
      const middle = (quantity: string, variant = name) => median(samples, variant, quantity);
      const size = bytes[name] ?? Number.NaN;
      return [
        name,
        megabytes(size),
        seconds(middle('seconds')),
        times(middle('seconds'), middle('seconds', `${name}: floor`)),
        times(middle('cpuSeconds'), middle('cpuSeconds', `${name}: floor`)),
        megabytes(middle('peakBytes')),
        megabytes(middle('idleBytes')),
        megabytes(4 * size + 80e6),
      ];
    };
    const heading = [
      'transactions',
      'file',
      'read',
      'of the floor',
      'CPU of the floor’s',
      'peak memory',
      'before reading',
      'aim',
    ];
    return { samples, table: [heading, ...Object.keys(bytes).map(row)] };
  },
};

async function measured(args: readonly string[], count: number): Promise<Sample> {
  const { stdout, peakBytes } = await runProgram(args);
  const sample = JSON.parse(stdout) as { seconds: number; cpuSeconds: number; idleBytes: number; count: number };
  if (sample.count !== count) throw new Error(`${args.join(' ')}: ${sample.count} of ${count} transactions were read`);
  return { ...sample, peakBytes };
}
