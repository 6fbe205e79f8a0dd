import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { timeProgram } from './support/command.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { interleave, median, seconds, times } from './support/samples.ts';
import { get, startServer } from './support/server.ts';

const ROOT = join(import.meta.dirname, '..');
const ROWS = 10_000;

export const commands: Benchmark = {
  name: 'commands',
  question: 'How much CPU time do commands take from start to end, and how much in another build of Pennyrow?',
  run: async ({ rounds, folder, against }) => {
    const statement = join(folder, 'statement.ofx');
    writeFileSync(statement, statementFile(inputTransactions(ROWS)));
    const builds = against === null ? { here: ROOT } : { here: ROOT, there: against };
    const variants: Record<string, () => Promise<Sample>> = {};
    for (const [build, root] of Object.entries(builds)) {
      for (const [command, measure] of Object.entries(await prepare(root, join(folder, build), statement))) {
        variants[`${command}, ${build}`] = measure;
        // Runs twice, so that Node's compile cache is filled for each command.
        await measure();
        await measure();
      }
    }
    // The sorted names put the builds of a command next to each other, so that they are measured alternately.
    const samples = await interleave(
      rounds,
      Object.fromEntries(Object.entries(variants).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
    const of = (variant: string) => median(samples, variant, 'processorSeconds');
    const row = (variant: string) => {
      const here = variant.replace(/there$/, 'here');
      return [
        variant.replace(/, here$/, '').replace(/, there$/, ', the other build'),
        seconds(median(samples, variant, 'seconds')),
        seconds(of(variant)),
        times(of(variant), of(here)),
      ];
    };
    return { samples, table: [['', 'time', 'CPU', 'of this build'], ...Object.keys(samples).map(row)] };
  },
};

/** Creates the data with the built checkout at `root`, and returns a measurement for each of its commands. */
async function prepare(
  root: string,
  folder: string,
  statement: string,
): Promise<Readonly<Record<string, () => Promise<Sample>>>> {
  if (!existsSync(join(root, 'dist/cli.js'))) throw new Error(`${root} is not built.`);
  const program = join(root, 'bin/pennyrow.js');
  const environment = { XDG_CACHE_HOME: join(folder, 'cache') };
  const [filled, fresh, again] = [join(folder, 'filled'), join(folder, 'fresh'), join(folder, 'again')];
  const pennyrow = (...args: readonly string[]) => timeProgram([program, ...args], environment);
  await pennyrow('import', statement, '--data-dir', filled);
  cpSync(filled, again, { recursive: true });
  await pennyrow('import', statement, '--data-dir', again);
  return {
    '--version': () => pennyrow('--version'),
    '--help': () => pennyrow('--help'),
    status: () => pennyrow('status', '--data-dir', filled),
    'status --json': () => pennyrow('status', '--json', '--data-dir', filled),
    'export of 10,000 rows': () => pennyrow('export', '--data-dir', filled),
    'import of 10,000 new rows': () => {
      rmSync(fresh, { recursive: true, force: true });
      return pennyrow('import', statement, '--data-dir', fresh);
    },
    'import of 10,000 known rows': () => pennyrow('import', statement, '--data-dir', again),
    'serve, to the first answer': () =>
      firstAnswer([program, 'serve', '--port', '0', '--json', '--data-dir', filled], environment),
  };
}

/** The time until the first answer. Sends no token, so that all builds do the same work. */
async function firstAnswer(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Sample> {
  const spawned = performance.now();
  const server = await startServer(args, environment);
  try {
    await get(`${server.url}/api/v2/transactions`);
    return { seconds: (performance.now() - spawned) / 1000, processorSeconds: server.processorSeconds() };
  } finally {
    await server.close();
  }
}
