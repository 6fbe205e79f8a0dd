import { join } from 'node:path';
import { demoLife } from '../test/support/demo-life.ts';
import { evaluateHoldout, type HoldoutResult } from '../test/support/holdout.ts';
import { spendingLife } from '../test/support/spending-life.ts';
import type { Benchmark } from './support/benchmark.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';

const PROGRAM = join(import.meta.dirname, 'programs/suggest.ts');
const ROWS = 100_000;
const GENERATED = 200;
const DEMO = 10;

export const suggesting: Benchmark = {
  name: 'suggest',
  question: `How many category suggestions are correct for three months that were not used for training, and how long does it take to learn from ${ROWS.toLocaleString('en')} rows?`,
  run: async ({ rounds }) => {
    const generated = seeds(GENERATED).map((seed) =>
      evaluateHoldout(spendingLife({ seed, months: 15, purchases: 70 }), '2025-01-01'),
    );
    const demo: HoldoutResult[] = [];
    for (const seed of seeds(DEMO)) demo.push(evaluateHoldout(await demoLife(seed), '2026-01-01'));
    const lives = { [`${GENERATED} generated lives`]: generated, [`${DEMO} demo banks`]: demo };
    const speed = await interleave(rounds, {
      learn: async () => measured('learn'),
      floor: async () => measured('floor'),
    });
    const [taken, floor] = [median(speed, 'learn', 'cpuSeconds'), median(speed, 'floor', 'cpuSeconds')];
    return {
      samples: {
        ...speed,
        ...Object.fromEntries(Object.entries(lives).map(([name, each]) => [name, each.map(shares)])),
      },
      table: [
        ['', 'right', 'the worst', 'covered', 'the worst', 'seconds', 'CPU', 'of the floor', 'peak memory'],
        ...Object.entries(lives).map(([name, each]) => [name, ...accuracy(each), '', '', '', '']),
        [
          `${ROWS.toLocaleString('en')} rows`,
          '',
          '',
          '',
          '',
          seconds(median(speed, 'learn', 'seconds')),
          seconds(taken),
          times(taken, floor),
          megabytes(median(speed, 'learn', 'peakBytes')),
        ],
      ],
    };
  },
};

async function measured(what: 'learn' | 'floor') {
  const { stdout, peakBytes } = await runProgram([PROGRAM, what, String(ROWS)]);
  return { ...(JSON.parse(stdout) as { seconds: number; cpuSeconds: number; suggested: number }), peakBytes };
}

function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function shares({ rows, suggested, right }: HoldoutResult) {
  return { rows, suggested, right, precision: right / suggested, coverage: suggested / rows };
}

function accuracy(lives: readonly HoldoutResult[]): string[] {
  const all = lives.reduce((sum, life) => ({
    rows: sum.rows + life.rows,
    suggested: sum.suggested + life.suggested,
    right: sum.right + life.right,
  }));
  const each = lives.map(shares);
  const { precision, coverage } = shares(all);
  const worst = (key: 'precision' | 'coverage') => Math.min(...each.map((life) => life[key]));
  return [precision, worst('precision'), coverage, worst('coverage')].map((share) => `${(share * 100).toFixed(1)} %`);
}
