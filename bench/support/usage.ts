import { readdirSync, readFileSync } from 'node:fs';

/**
 * Current and peak resident memory of a process on Linux, in bytes. Reads its `/proc` entry, because `maxRSS` of a child
 * also includes the parent that it was forked from.
 */
export function memoryOf(pid: number | 'self'): { readonly resident: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { resident: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/** CPU seconds, to the nanosecond, that the living threads of a process on Linux have used so far. */
export function processorSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return (
    threads.reduce(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
      0,
    ) / 1e9
  );
}

/** The number of times that a thread of a process on Linux went to sleep and was woken. Without `thread`: of all its threads. */
export function wakeUps(pid: number, thread?: number): number {
  const threads = thread === undefined ? readdirSync(`/proc/${pid}/task`) : [String(thread)];
  return threads.reduce(
    (sum, id) =>
      sum +
      Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8'))?.[1]),
    0,
  );
}
