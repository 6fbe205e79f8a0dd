import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { floorServer } from './support/floor-server.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';
import { get, startServer } from './support/server.ts';

const FLOOR = 'bare node:https + SQLite';
const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const SOURCE = join(import.meta.dirname, '../src/cli/bin.ts');
const ROWS = [1_000, 10_000, 100_000];
/** The time in which garbage collection frees the memory that only the start needed. */
const IDLE_MS = 3_000;

export const start: Benchmark = {
  name: 'start',
  question:
    'How long from spawn to the first answered request, and how much memory is resident after three idle seconds?',
  run: async ({ rounds, folder }) => {
    const floor = await floorServer(folder);
    const cached = { XDG_CACHE_HOME: join(folder, 'cache') };
    const serve = (rows: number) => ['serve', '--port', '0', '--json', '--data-dir', dataFolder(folder, rows)];
    const tokens = new Map<number, string>();
    const pennyrow = (
      rows: number,
      environment: NodeJS.ProcessEnv,
      program = PENNYROW,
      resource = 'transactions?start_date=2025-12-01',
    ): Promise<Sample> =>
      startOnce([program, ...serve(rows)], environment, { resource, token: tokens.get(rows) ?? '' });
    for (const rows of ROWS) {
      tokens.set(rows, await importRows(folder, rows));
      // The first start fills Node's compile cache.
      await pennyrow(rows, cached);
    }
    const [most = 0] = ROWS.slice(-1);
    const samples = await interleave(rounds, {
      'bare node:https': () => startOnce(floor(20)),
      [FLOOR]: () => startOnce(floor(20, join(folder, 'floor.sqlite'))),
      ...Object.fromEntries(
        ROWS.map((rows) => [`pennyrow, ${rows.toLocaleString('en')} rows`, () => pennyrow(rows, cached)]),
      ),
      'the same, only categories requested': () => pennyrow(most, cached, PENNYROW, 'categories'),
      'the same without compile cache': () => pennyrow(most, { NODE_DISABLE_COMPILE_CACHE: '1' }),
      'the same from source': () => pennyrow(most, { NODE_DISABLE_COMPILE_CACHE: '1' }, SOURCE),
    });
    const of = (variant: string, quantity: string) => median(samples, variant, quantity);
    const row = (variant: string) => [
      variant,
      seconds(of(variant, 'seconds')),
      times(of(variant, 'seconds'), of(FLOOR, 'seconds')),
      seconds(of(variant, 'processorSeconds')),
      times(of(variant, 'processorSeconds'), of(FLOOR, 'processorSeconds')),
      megabytes(of(variant, 'idleBytes')),
    ];
    return {
      samples,
      table: [['', 'start', 'of the floor', 'CPU', 'of the floor', 'idle memory'], ...Object.keys(samples).map(row)],
    };
  },
};

function dataFolder(folder: string, rows: number): string {
  return join(folder, `data-${rows}`);
}

/** Creates a data folder whose only account has `rows` transactions; returns a token with read access. */
async function importRows(folder: string, rows: number): Promise<string> {
  const statement = join(folder, `${rows}.ofx`);
  writeFileSync(statement, statementFile(inputTransactions(rows)));
  const data = ['--json', '--data-dir', dataFolder(folder, rows)];
  await runProgram([PENNYROW, 'import', statement, ...data]);
  const { stdout } = await runProgram([PENNYROW, 'token', 'create', '--name', 'bench', '--scope', 'read', ...data]);
  return (JSON.parse(stdout) as { token: string }).token;
}

interface FirstRequest {
  readonly resource: string;
  readonly token: string;
}

async function startOnce(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { resource, token }: FirstRequest = { resource: '', token: '' },
): Promise<Sample> {
  const spawned = performance.now();
  const server = await startServer(args, environment);
  try {
    const status = await get(`${server.url}/api/v2/${resource}`, { Authorization: `Bearer ${token}` });
    if (status !== 200) throw new Error(`the first answer was ${status}`);
    const sample = { seconds: (performance.now() - spawned) / 1000, processorSeconds: server.processorSeconds() };
    await sleep(IDLE_MS);
    return { ...sample, idleBytes: server.residentBytes() };
  } finally {
    await server.close();
  }
}
