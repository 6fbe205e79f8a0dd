import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { floorServer } from './support/floor-server.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';
import { get, startServer } from './support/server.ts';

const FLOOR = 'bare node:https + SQLite';

export const start: Benchmark = {
  name: 'start',
  question: 'How long from spawn to the first answered request, and how much memory is resident then?',
  run: async ({ rounds, folder }) => {
    const floor = await floorServer(folder);
    const samples = await interleave(rounds, {
      'bare node:https': () => startOnce(floor(20)),
      [FLOOR]: () => startOnce(floor(20, join(folder, 'floor.sqlite'))),
    });
    const row = (variant: string) => {
      const taken = median(samples, variant, 'seconds');
      return [variant, seconds(taken), times(taken, median(samples, FLOOR, 'seconds')), megabytes(median(samples, variant, 'residentBytes'))];
    };
    return { samples, table: [['', 'start', 'of the floor', 'resident'], ...Object.keys(samples).map(row)] };
  },
};

async function startOnce(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Sample> {
  const spawned = performance.now();
  const server = await startServer(args, environment);
  try {
    await get(`${server.url}/api/v2/categories`);
    return { seconds: (performance.now() - spawned) / 1000, residentBytes: server.residentBytes() };
  } finally {
    await server.close();
  }
}
