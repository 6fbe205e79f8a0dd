import { statSync } from 'node:fs';

/** Unlike `existsSync`, throws if the disk fails, so that an unreadable file is not treated as missing. */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
