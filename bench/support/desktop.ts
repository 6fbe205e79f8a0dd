import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlAddress } from '../../src/control/socket/address.ts';
import { connectSocket, type SocketClient } from '../../src/control/socket/client.ts';
import type { Sample } from './benchmark.ts';
import { processorSeconds, wakeUps } from './usage.ts';

const PROBE = join(import.meta.dirname, '../programs/desktop-probe.ts');
const DESKTOP = join(import.meta.dirname, '../../dist/desktop.js');

/** The built desktop app on the fake Electron, in a separate process. */
export interface MeasuredDesktop {
  /** The main thread's work from the start of the program to the tray icon. */
  readonly start: Sample;
  /** A client that is connected over the local socket, like the command line. */
  readonly client: SocketClient;
  /** Starts to watch the main thread; `report` stops it and returns the times. */
  watch(): void;
  report(): Promise<Sample>;
  idle(ms: number): Promise<Sample>;
  readAgainAndAgain(token: string): { end(): Promise<Sample> };
  quit(): Promise<void>;
}

export async function startDesktop(data: string): Promise<MeasuredDesktop> {
  // A start at login opens no window. Windows need no measurement here, because they run in other processes.
  const child = spawn(process.execPath, ['--import', PROBE, DESKTOP, '--at-login'], {
    env: { ...process.env, PENNYROW_DATA_DIR: data, PENNYROW_PORT: '0', PENNYROW_TIME_ZONE: 'UTC' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const pid = child.pid as number;
  const ended = once(child, 'exit');
  const reported = async (): Promise<Sample> => {
    const message = await Promise.race([once(child, 'message'), ended.then(() => null)]);
    if (message === null) throw new Error('the desktop ended');
    return (message[0] as { sample: Sample }).sample;
  };
  const start = await reported();
  const client = await connectSocket(controlAddress(data));
  if (client === null) throw new Error('nobody answers the socket');
  const { url } = await client.call('service.status', {});
  return {
    start,
    client,
    watch: () => void child.send('watch'),
    report: () => {
      const sample = reported();
      child.send('report');
      return sample;
    },
    idle: async (ms) => {
      const before = { cpu: processorSeconds(pid), all: wakeUps(pid), main: wakeUps(pid, pid) };
      await sleep(ms);
      return {
        processorMs: (processorSeconds(pid) - before.cpu) * 1000,
        wakeUps: wakeUps(pid) - before.all,
        wakeUpsOfMain: wakeUps(pid, pid) - before.main,
      };
    },
    readAgainAndAgain: (token) =>
      readAgainAndAgain(`${url}/api/v2/transactions?start_date=2025-12-01&end_date=2025-12-31`, token),
    quit: async () => {
      child.send('quit');
      await ended;
    },
  };
}

/** Sends requests one after another over a persistent connection. */
export function readAgainAndAgain(url: string, token: string): { end(): Promise<Sample> } {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const times: number[] = [];
  const over = new AbortController();
  const get = async (): Promise<void> => {
    const pending = request(url, { agent, headers: { Authorization: `Bearer ${token}` } });
    pending.end();
    const [answer] = await once(pending, 'response');
    if (answer.statusCode !== 200) throw new Error(`the answer was ${answer.statusCode}`);
    answer.resume();
    await once(answer, 'end');
  };
  const reading = (async () => {
    while (!over.signal.aborted) {
      const sentAt = performance.now();
      await get();
      times.push(performance.now() - sentAt);
      // Pauses like a user's script, because requests without a pause would occupy the whole machine.
      await sleep(10);
    }
  })();
  return {
    end: async () => {
      over.abort();
      await reading;
      agent.destroy();
      const sorted = times.toSorted((a, b) => a - b);
      return {
        answers: sorted.length,
        medianAnswerMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
        slowestAnswerMs: sorted.at(-1) ?? 0,
      };
    },
  };
}
