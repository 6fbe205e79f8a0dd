import { statSync } from 'node:fs';

/** Unlike `existsSync`, throws if the disk fails, so that callers do not treat an unreadable file as missing. */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
