import { request } from 'node:https';
import { join } from 'node:path';
import { fromEpochDay } from '../src/core/calendar-date.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { floorServer } from './support/floor-server.ts';
import { load } from './support/load.ts';
import { mirroredStore, type MirroredStore } from './support/mirrored-store.ts';
import { interleave, median } from './support/samples.ts';
import { startServer } from './support/server.ts';

const PROGRAM = join(import.meta.dirname, 'programs/read-api.ts');
const PATH = '/api/v2/transactions';

interface Case {
  readonly label: string;
  readonly store: MirroredStore;
  readonly query: string;
}

export const readApi: Benchmark = {
  name: 'read-api',
  question: 'How many GET /api/v2/transactions a second, against a bare node:https server that answers as many bytes?',
  run: async ({ rounds, folder }) => {
    const floor = await floorServer(folder);
    const stores = [1_000, 10_000, 100_000].map(
      (rows) => [rows, mirroredStore(join(folder, `${rows}.db`), rows)] as const,
    );
    const largest = (stores.at(-1) as (typeof stores)[number])[1];
    const cases: Case[] = [
      ...stores.map(([rows, store]) => ({ label: `30 days of ${rows.toLocaleString('en')} rows`, store, query: '' })),
      { label: '10,000 of 100,000 rows', store: largest, query: `?start_date=${daysAgo(3099)}` },
    ];
    const variants: Record<string, () => Promise<Sample>> = {};
    for (const each of cases) {
      const bytes = await bodyBytes(each);
      variants[each.label] = () => measure([PROGRAM, each.store.path], PATH + each.query, each.store.token);
      variants[floorOf(each.label)] = () => measure(floor(bytes), PATH, each.store.token);
    }
    const samples = await interleave(rounds, variants);
    const rate = (variant: string) => median(samples, variant, 'requestsPerSecond');
    const cpu = (variant: string) => median(samples, variant, 'processorMicrosecondsPerRequest');
    const rows = cases.map(({ label }) => [
      label,
      Math.round(rate(label)).toLocaleString('en'),
      (rate(label) / rate(floorOf(label))).toFixed(2),
      `${cpu(label).toFixed(0)} µs`,
      (cpu(floorOf(label)) / cpu(label)).toFixed(2),
    ]);
    return {
      samples,
      table: [['answer', 'requests a second', 'of the floor', "server's CPU for each", 'of the floor'], ...rows],
    };
  },
};

function floorOf(label: string): string {
  return `bare: ${label}`;
}

function daysAgo(days: number): string {
  return fromEpochDay(Math.floor(Date.now() / 86_400_000) - days);
}

async function measure(args: readonly string[], path: string, token: string): Promise<Sample> {
  const server = await startServer(args);
  try {
    return await load(server, { path, connections: 10, seconds: 3, headers: { authorization: `Bearer ${token}` } });
  } finally {
    await server.close();
  }
}

async function bodyBytes({ store, query }: Case): Promise<number> {
  const server = await startServer([PROGRAM, store.path]);
  try {
    return await contentLength(`${server.url}${PATH}${query}`, { authorization: `Bearer ${store.token}` });
  } finally {
    await server.close();
  }
}

function contentLength(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'HEAD', headers, rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(Number(answer.headers['content-length']));
    })
      .once('error', reject)
      .end();
  });
}
