import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import type { Benchmark } from './support/benchmark.ts';
import { markdownTable } from './support/table.ts';

const HELP = `npm run bench                      everything, in several rounds
npm run bench -- start rezip        only these
npm run bench -- --rounds 3 start   fewer rounds
npm run bench -- --against FOLDER commands   beside another checkout, which is built

${BENCHMARKS.map(({ name, question }) => `  ${name.padEnd(14)}${question}`).join('\n')}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));

if (values.help) {
  process.stdout.write(HELP);
} else if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write(
    `${unknown.length > 0 ? `No benchmark is called ${unknown.join(', ')}.` : '--rounds takes a whole number from 1.'}\n\n${HELP}`,
  );
  process.exitCode = 2;
} else {
  for (const benchmark of BENCHMARKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)))
    await measure(benchmark);
}

async function measure(benchmark: Benchmark): Promise<void> {
  process.stderr.write(`${benchmark.name}: ${benchmark.question}\n`);
  const folder = mkdtempSync(join(tmpdir(), `pennyrow-bench-${benchmark.name}-`));
  try {
    const machine = {
      node: process.version,
      platform: process.platform,
      processor: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      loadAverage: loadavg()[0],
    };
    const { samples, table } = await benchmark.run({ rounds, folder, against: values.against ?? null });
    process.stdout.write(`\n### ${benchmark.question}\n\n${markdownTable(table)}\n`);
    const results = join(import.meta.dirname, 'results');
    mkdirSync(results, { recursive: true });
    const text = JSON.stringify(
      { benchmark: benchmark.name, measuredAt: new Date().toISOString(), machine, samples },
      null,
      1,
    );
    writeFileSync(join(results, `${benchmark.name}.json`), `${text}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
