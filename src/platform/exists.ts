import { statSync } from 'node:fs';

/**
 * Whether there is a file or folder at a path. Unlike `existsSync`, throws the system's error if the disk cannot tell: a file
 * that could not be seen must not pass for a missing one.
 */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
