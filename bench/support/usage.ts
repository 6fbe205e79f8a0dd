import { readFileSync } from 'node:fs';

/**
 * Bytes resident now and at most so far, of a process on Linux. Its own `/proc` entry is asked because
 * `maxRSS` of a child also counts the parent that it was forked from.
 */
export function memoryOf(pid: number | 'self'): { readonly resident: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { resident: kilobytes('VmRSS') * 1024, peak: kilobytes('VmHWM') * 1024 };
}

/** Linux counts a process's time in hundredths of a second, whatever the kernel's own tick is. */
const TICKS_A_SECOND = 100;

/** Seconds of CPU, user and system, that a process on Linux has used so far. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
