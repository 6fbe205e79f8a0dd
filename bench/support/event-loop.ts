import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Sample } from './benchmark.ts';

/** Measures how long the event loop of this thread was blocked. */
export interface EventLoopWatch {
  /** Stops watching. Times are in milliseconds. */
  end(): Sample;
}

const STEP_MS = 5;
/** A block of at least this length counts: it is the shortest delay that users notice. */
const LONG_MS = 50;

/**
 * Detects blocks of the event loop by late timers. Also measures the CPU time of the thread during a block, because on a busy
 * machine, a timer is also late if the thread had to wait for a core.
 */
export function watchEventLoop(): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: STEP_MS });
  delays.enable();
  const begun = { at: performance.now(), cpu: threadCpuMs() };
  const blocks: { readonly ms: number; readonly cpuMs: number }[] = [];
  let last = begun;
  const look = (): void => {
    const now = { at: performance.now(), cpu: threadCpuMs() };
    const ms = now.at - last.at - STEP_MS;
    if (ms > LONG_MS) blocks.push({ ms, cpuMs: now.cpu - last.cpu });
    last = now;
  };
  const timer = setInterval(look, STEP_MS);
  return {
    end: () => {
      look();
      clearInterval(timer);
      delays.disable();
      // The histogram records the time between two timers, so a delay is the time beyond the interval.
      const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - STEP_MS);
      const own = blocks.filter(({ cpuMs }) => cpuMs > LONG_MS);
      return {
        wallMs: performance.now() - begun.at,
        cpuMs: threadCpuMs() - begun.cpu,
        maxDelayMs: Math.max(delay(delays.max), 0, ...blocks.map(({ ms }) => ms)),
        p99DelayMs: delay(delays.percentile(99)),
        blocks: blocks.length,
        ownBlocks: own.length,
        blockedMs: blocks.reduce((sum, { ms }) => sum + ms, 0),
        longestBlockCpuMs: Math.max(0, ...blocks.map(({ cpuMs }) => cpuMs)),
      };
    },
  };
}

/** CPU time that this thread has used so far. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
