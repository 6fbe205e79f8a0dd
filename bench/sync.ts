import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlAddress } from '../src/control/socket/address.ts';
import { connectSocket } from '../src/control/socket/client.ts';
import { readAgainAndAgain } from './support/desktop.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { interleave, median } from './support/samples.ts';
import { startServer } from './support/server.ts';

const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const COUNTS = [20_000, 100_000];
const BATCH = 50;
const STAGE_PROGRAM = join(import.meta.dirname, 'programs/sync-stages.ts');
const STAGES = ['fetching', 'reading', 'planning', 'recording', 'writing', 'confirming', 'mirroring'] as const;
/** The time that a started service needs to finish its lazy loading and to check its database. */
const SETTLED_MS = 5_000;

export const syncing: Benchmark = {
  name: 'sync',
  question: `What does a sync of ${BATCH} transactions cost a service that runs, stage by stage?`,
  run: async ({ rounds, folder }) => {
    const variants: Record<string, () => Promise<Sample>> = {};
    for (const count of COUNTS) Object.assign(variants, await prepare(folder, count));
    const samples = await interleave(rounds, variants);
    const ms = (variant: string, quantity: string) => median(samples, variant, quantity).toFixed(0);
    return {
      samples,
      table: [
        ['ms', 'CPU', 'time', ...STAGES, 'slowest answer', 'median answer'],
        ...Object.keys(samples).map((variant) => [
          variant,
          ms(variant, 'processorMs'),
          ms(variant, 'wallMs'),
          ...STAGES.map((stage) => (Number.isNaN(median(samples, variant, stage)) ? '' : ms(variant, stage))),
          ms(variant, 'slowestAnswerMs'),
          ms(variant, 'medianAnswerMs'),
        ]),
      ],
    };
  },
};

/**
 * Returns the measurements by name. Each restores the initial data at the same path, because the database identifies
 * the workbook by its path.
 */
async function prepare(folder: string, count: number): Promise<Record<string, () => Promise<Sample>>> {
  const label = count.toLocaleString('en');
  const [data, copy] = [join(folder, `data-${count}`), join(folder, `copy-${count}`)];
  const statement = (name: string, ...content: Parameters<typeof statementFile>): string => {
    const path = join(folder, `${count}-${name}.ofx`);
    writeFileSync(path, statementFile(...content));
    return path;
  };
  const before = statement('before', inputTransactions(count));
  // The second file repeats earlier transactions, as a bank feed does. Each file states a different balance.
  const repeated = statement('repeated', inputTransactions(BATCH, count - BATCH));
  const more = statement('more', ...laterTransactions(count, 1));
  const evenMore = statement('even-more', ...laterTransactions(count, 2));
  const place = ['--json', '--data-dir', data];
  await runProgram([PENNYROW, 'import', before, ...place]);
  await runProgram([PENNYROW, 'import', repeated, ...place]);
  const { stdout } = await runProgram([PENNYROW, 'token', 'create', '--name', 'bench', '--scope', 'read', ...place]);
  const { token } = JSON.parse(stdout) as { token: string };
  // Only the first start creates certificates.
  await (await startServer([PENNYROW, 'serve', '--port', '0', ...place])).close();
  cpSync(data, copy, { recursive: true });
  const putBack = (): void => {
    rmSync(data, { recursive: true });
    cpSync(copy, data, { recursive: true, preserveTimestamps: true });
  };
  const variant = (path: string, observed: string, expected: number) => async (): Promise<Sample> => {
    putBack();
    const { stdout: stages } = await runProgram([STAGE_PROGRAM, data, repeated, repeated, path]);
    putBack();
    return {
      ...(JSON.parse(stages) as Sample),
      ...(await measure(data, { token, repeated, path, observed, expected })),
    };
  };
  return {
    [`nothing new, ${label} rows`]: variant(repeated, repeated, 0),
    [`${BATCH} new into ${label}`]: variant(more, evenMore, BATCH),
  };
}

/** Payments for the ten days number `place` (from 1) after all imported ones, five a day, and the balance after these days. */
function laterTransactions(count: number, place: number): Parameters<typeof statementFile> {
  const dayOf = (day: number): string => `202601${String(day).padStart(2, '0')}`;
  const of = (nth: number) => inputTransactions(BATCH, count + (nth - 1) * BATCH);
  const transactions = of(place).map((one, index) => ({ ...one, date: dayOf(10 * place - 8 + Math.floor(index / 5)) }));
  const all = Array.from({ length: place }, (_, nth) => of(nth + 1)).flat();
  const cents = all.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return [transactions, { amount: (cents / 100).toFixed(2), date: dayOf(10 * place + 1) }];
}

interface Measured {
  readonly token: string;
  /** An imported statement. Importing it again before the measurement loads the code and reads the workbook. */
  readonly repeated: string;
  readonly path: string;
  /** A statement with as many new transactions as the one at `path`. It is imported while a script reads. */
  readonly observed: string;
  readonly expected: number;
}

/** Measures a sync of a service that has synced before, and another sync while a script reads thirty days over the API. */
async function measure(data: string, { token, repeated, path, observed, expected }: Measured): Promise<Sample> {
  const server = await startServer([PENNYROW, 'serve', '--port', '0', '--json', '--data-dir', data]);
  try {
    const client = await connectSocket(controlAddress(data));
    if (client === null) throw new Error('nobody answers the socket');
    const [account] = await client.call('account.list', {});
    const importFile = async (file: string) => {
      const { runId } = await client.call('run.import', { accountId: account?.id ?? '', paths: [file] });
      return client.call('run.wait', { runId });
    };
    await importFile(repeated);
    await importFile(repeated);
    await sleep(SETTLED_MS);
    const alone = await within(server.processorSeconds, () => importFile(path));
    if (alone.done.status !== 'succeeded' || alone.done.counts.added !== expected)
      throw new Error(JSON.stringify(alone.done));
    const reading = readAgainAndAgain(
      `${server.url}/api/v2/transactions?start_date=2025-12-01&end_date=2025-12-31`,
      token,
    );
    await sleep(200);
    await importFile(observed);
    const answers = await reading.end();
    return { processorMs: alone.processorMs, wallMs: alone.wallMs, ...answers };
  } finally {
    await server.close();
  }
}

async function within<Result>(processorSeconds: () => number, work: () => Promise<Result>) {
  const before = { at: performance.now(), used: processorSeconds() };
  const done = await work();
  return {
    done,
    wallMs: performance.now() - before.at,
    processorMs: (processorSeconds() - before.used) * 1000,
  };
}
