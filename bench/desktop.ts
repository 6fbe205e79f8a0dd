import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark, Sample, Samples } from './support/benchmark.ts';
import { startDesktop, type MeasuredDesktop } from './support/desktop.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { makeWorkbookWithRules } from './support/rules.ts';
import { interleave, median } from './support/samples.ts';
import { startServer } from './support/server.ts';

const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const RULES = 200;
const ROWS = 50_000;
const MORE_ROWS = 10_000;
/** The time that a started service needs to finish its lazy loading. */
const SETTLED_MS = 5_000;
const IDLE_MS = 60_000;

export const desktop: Benchmark = {
  name: 'desktop',
  question: `How long is the main thread of the desktop blocked: by its start, by a sync of ${MORE_ROWS.toLocaleString('en')} transactions, and when idle?`,
  run: async ({ rounds, folder }) => {
    const { data, more, token, putBack } = await prepare(folder);
    const samples = await interleave(rounds, {
      'start and sync': async () => {
        putBack();
        const running = await startDesktop(data);
        try {
          await sleep(SETTLED_MS);
          return { ...prefixed('start', running.start), ...prefixed('sync', await sync(running, more, token)) };
        } finally {
          await running.quit();
        }
      },
      idle: async () => {
        putBack();
        const running = await startDesktop(data);
        try {
          await sleep(SETTLED_MS);
          return await running.idle(IDLE_MS);
        } finally {
          await running.quit();
        }
      },
    });
    return { samples, table: tableOf(samples) };
  },
};

interface Prepared {
  readonly data: string;
  /** A statement that is not in the workbook yet. */
  readonly more: string;
  readonly token: string;
  /** Restores the data at the same path, because the database identifies the workbook by its path. */
  readonly putBack: () => void;
}

async function prepare(folder: string): Promise<Prepared> {
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const [before, more] = [join(folder, 'before.ofx'), join(folder, 'more.ofx')];
  writeFileSync(before, statementFile(inputTransactions(ROWS)));
  writeFileSync(more, statementFile(inputTransactions(MORE_ROWS, ROWS)));
  mkdirSync(data, { recursive: true, mode: 0o700 });
  await makeWorkbookWithRules(join(data, 'Pennyrow.xlsx'), RULES);
  const place = ['--json', '--data-dir', data];
  await runProgram([PENNYROW, 'import', before, ...place]);
  const { stdout } = await runProgram([PENNYROW, 'token', 'create', '--name', 'bench', '--scope', 'read', ...place]);
  // Only the first start creates certificates.
  await (await startServer([PENNYROW, 'serve', '--port', '0', ...place])).close();
  cpSync(data, copy, { recursive: true });
  const putBack = (): void => {
    rmSync(data, { recursive: true });
    cpSync(copy, data, { recursive: true });
  };
  return { data, more, token: (JSON.parse(stdout) as { token: string }).token, putBack };
}

/** Measures a sync while a script repeatedly reads thirty days over the API. */
async function sync(running: MeasuredDesktop, statement: string, token: string): Promise<Sample> {
  const { client } = running;
  const [account] = await client.call('account.list', {});
  const reading = running.readAgainAndAgain(token);
  running.watch();
  const { runId } = await client.call('run.import', { accountId: account?.id ?? '', paths: [statement] });
  const run = await client.call('run.wait', { runId });
  const sample = await running.report();
  const answers = await reading.end();
  if (run.status !== 'succeeded' || run.counts.added !== MORE_ROWS) throw new Error(JSON.stringify(run));
  return { ...sample, ...answers };
}

function prefixed(name: string, sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([quantity, value]) => [`${name}.${quantity}`, value]));
}

function tableOf(samples: Samples): string[][] {
  const of = (quantity: string, variant = 'start and sync'): number => median(samples, variant, quantity);
  const ms = (quantity: string, variant?: string): string => `${Math.round(of(quantity, variant))} ms`;
  const blocks = (name: string): string => `${of(`${name}.blocks`)}, of ${ms(`${name}.blockedMs`)} together`;
  return [
    ['main thread', 'start to tray', `sync of ${MORE_ROWS.toLocaleString('en')}`],
    ['from begin to end', ms('start.wallMs'), ms('sync.wallMs')],
    ['CPU time', ms('start.cpuMs'), ms('sync.cpuMs')],
    ['longest delay', ms('start.maxDelayMs'), ms('sync.maxDelayMs')],
    ['delay, 99th of 100', ms('start.p99DelayMs'), ms('sync.p99DelayMs')],
    ['blocks over 50 ms', blocks('start'), blocks('sync')],
    ['of them with over 50 ms of its own CPU time', String(of('start.ownBlocks')), String(of('sync.ownBlocks'))],
    ['the longest block, in CPU time', ms('start.longestBlockCpuMs'), ms('sync.longestBlockCpuMs')],
    ['answers of the API meanwhile, median', '', ms('sync.medianAnswerMs')],
    ['the slowest answer', '', ms('sync.slowestAnswerMs')],
    ['idle minute: CPU of all threads', '', ms('processorMs', 'idle')],
    ['idle minute: wake-ups of the main thread', '', String(of('wakeUpsOfMain', 'idle'))],
    ['idle minute: wake-ups of all threads', '', String(of('wakeUps', 'idle'))],
  ];
}
