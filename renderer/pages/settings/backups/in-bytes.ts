import type { Format } from '../../../../src/messages/format.ts';

/** "820 kB", "1.4 MB": as file managers say it. */
export function inBytes(bytes: number, format: Format): string {
  if (bytes < 1_000_000) return `${format.number(Math.ceil(bytes / 1000))} kB`;
  return `${format.number(Math.round(bytes / 100_000) / 10)} MB`;
}
