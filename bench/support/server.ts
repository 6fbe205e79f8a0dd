import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import { memoryOf, processorSeconds } from './usage.ts';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Resident memory now, in bytes. */
  residentBytes(): number;
  /** Peak resident memory so far, in bytes. */
  peakBytes(): number;
  /** The CPU seconds that the process has used so far. */
  processorSeconds(): number;
  close(): Promise<void>;
}

/** Starts a Node program whose first line on stdout is JSON with its `url`. */
export async function startServer(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(lines, 'line'), ended.then(() => null)]);
  if (first === null) throw new Error(`${args.join(' ')} ended before it listened`);
  const { url } = JSON.parse(String(first[0])) as { url: string };
  return {
    url,
    pid: child.pid as number,
    residentBytes: () => memoryOf(child.pid as number).resident,
    peakBytes: () => memoryOf(child.pid as number).peak,
    processorSeconds: () => processorSeconds(child.pid as number),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Sends one request over a new connection and reads the whole answer, whatever its status is. */
export async function get(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'POST' = 'GET',
): Promise<number> {
  const pending = request(url, { method, headers, rejectUnauthorized: false, agent: false });
  pending.end();
  const [answer] = await once(pending, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}
