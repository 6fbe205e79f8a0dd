import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlAddress } from '../src/control/socket/address.ts';
import { connectSocket } from '../src/control/socket/client.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { load } from './support/load.ts';
import { runProgram } from './support/program.ts';
import { interleave, median, megabytes } from './support/samples.ts';
import { startServer, type RunningServer } from './support/server.ts';

const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');
const ROWS = 100_000;
const NEW = 50;
const IDLE_MS = 60_000;

const MOMENTS = ['started', 'loaded', 'synced', 'imported', 'idle'] as const;

export const idling: Benchmark = {
  name: 'idle',
  question: `What memory does a service with ${ROWS.toLocaleString('en')} rows hold, and what of it a minute after its work?`,
  run: async ({ rounds, folder }) => {
    const place = ['--json', '--data-dir', join(folder, 'data')];
    const all = statement(folder, 'all', inputTransactions(ROWS));
    await runProgram([PENNYROW, 'import', all, ...place]);
    const { stdout } = await runProgram([PENNYROW, 'token', 'create', '--name', 'bench', '--scope', 'read', ...place]);
    const { token } = JSON.parse(stdout) as { token: string };
    let from = ROWS;
    const samples = await interleave(rounds, {
      'requests and a sync of 50 new': () => {
        const more = statement(folder, 'more', inputTransactions(NEW, from));
        from += NEW;
        return measure(place, token, [more]);
      },
      'the same, and all 100,000 known once more': () => {
        const more = statement(folder, 'more', inputTransactions(NEW, from));
        from += NEW;
        return measure(place, token, [more, all]);
      },
    });
    const row = (variant: string) => [
      variant,
      ...[...MOMENTS, 'anonymous', 'ofFiles'].map((moment) => {
        const bytes = median(samples, variant, moment);
        return Number.isNaN(bytes) ? '' : megabytes(bytes);
      }),
    ];
    return {
      samples,
      table: [['resident memory', ...MOMENTS, 'of it its own', 'of files'], ...Object.keys(samples).map(row)],
    };
  },
};

function statement(folder: string, name: string, transactions: ReturnType<typeof inputTransactions>): string {
  const path = join(folder, `${name}.ofx`);
  writeFileSync(path, statementFile(transactions));
  return path;
}

async function measure(
  place: readonly string[],
  token: string,
  [first = '', second]: readonly string[],
): Promise<Sample> {
  const server = await startServer([PENNYROW, 'serve', '--port', '0', ...place]);
  try {
    await sleep(3000);
    const started = server.residentBytes();
    await load(server, {
      path: '/api/v2/transactions?start_date=2025-12-01&end_date=2025-12-31',
      connections: 10,
      seconds: 3,
      headers: { Authorization: `Bearer ${token}` },
    });
    const loaded = server.residentBytes();
    const importFile = await importer(place.at(-1) ?? '');
    await importFile(first);
    const synced = server.residentBytes();
    if (second !== undefined) await importFile(second);
    const imported = second === undefined ? {} : { imported: server.residentBytes() };
    await sleep(IDLE_MS);
    return { started, loaded, synced, ...imported, idle: server.residentBytes(), ...madeOf(server) };
  } finally {
    await server.close();
  }
}

async function importer(folder: string): Promise<(path: string) => Promise<void>> {
  const client = await connectSocket(controlAddress(folder));
  if (client === null) throw new Error('nobody answers the socket');
  const [account] = await client.call('account.list', {});
  return async (path) => {
    const { runId } = await client.call('run.import', { accountId: account?.id ?? '', paths: [path] });
    const run = await client.call('run.wait', { runId });
    if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
  };
}

/** `ofFiles`: memory that processes can share, such as the code of Node. `anonymous`: memory of this process alone. */
function madeOf({ pid }: RunningServer): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { anonymous: bytes('RssAnon'), ofFiles: bytes('RssFile') + bytes('RssShmem') };
}
