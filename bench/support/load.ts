import autocannon from 'autocannon';
import type { Sample } from './benchmark.ts';
import type { RunningServer } from './server.ts';

export interface Load {
  readonly path: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a server as many requests as possible over persistent TLS connections, after a second of warm-up. Also returns the
 * server's CPU time per request, because for small bodies, the client may be the bottleneck. Throws if an answer is not 200.
 */
export async function load(server: RunningServer, { path, connections, seconds, headers = {} }: Load): Promise<Sample> {
  const url = `${server.url}${path}`;
  const shoot = (duration: number) => autocannon({ url, connections, duration, headers: { ...headers } });
  await shoot(1);
  const before = server.processorSeconds();
  const result = await shoot(seconds);
  const used = server.processorSeconds() - before;
  const answered = result['2xx'];
  if (answered === 0 || result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${url}: not every request was answered with 200`);
  return {
    requestsPerSecond: answered / result.duration,
    processorMicrosecondsPerRequest: (used / answered) * 1e6,
    processorShare: used / result.duration,
  };
}
