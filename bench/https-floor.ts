import type { Benchmark, Sample } from './support/benchmark.ts';
import { floorServer } from './support/floor-server.ts';
import { load } from './support/load.ts';
import { interleave, median } from './support/samples.ts';
import { startServer } from './support/server.ts';

const SIZES = { '1 KB': 1_000, '20 KB': 20_000, '2 MB': 2_000_000 };

/** Measures how many requests a second a minimal server in Node answers over TLS, as an upper limit for Pennyrow. */
export const httpsFloor: Benchmark = {
  name: 'https-floor',
  question: 'How many requests a second does a bare node:https server answer, 10 connections kept alive?',
  run: async ({ rounds, folder }) => {
    const program = await floorServer(folder);
    const variants = Object.entries(SIZES).map(([label, bytes]) => {
      const measure = async (): Promise<Sample> => {
        const server = await startServer(program(bytes));
        try {
          return await load(server, { path: '/', connections: 10, seconds: 3 });
        } finally {
          await server.close();
        }
      };
      return [label, measure] as const;
    });
    const samples = await interleave(rounds, Object.fromEntries(variants));
    const rows = Object.keys(SIZES).map((label) => [
      label,
      Math.round(median(samples, label, 'requestsPerSecond')).toLocaleString('en'),
      `${median(samples, label, 'processorMicrosecondsPerRequest').toFixed(0)} µs`,
      `${Math.round(median(samples, label, 'processorShare') * 100)} %`,
    ]);
    return { samples, table: [['body', 'requests a second', "server's CPU for each", 'server busy'], ...rows] };
  },
};
