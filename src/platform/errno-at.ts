import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** More than SQLite adds to a file at once. */
const PROBE_BYTES = 64 * 1024;

/**
 * Why the system refuses to write to the file at a path, or to a new file beside it: "ENOSPC"; null if it does not. For SQLite's
 * errors, which carry no errno.
 */
export function errnoAt(path: string): string | null {
  return errnoOf(() => closeSync(openSync(path, 'r+')), 'ENOENT') ?? errnoOf(() => writeBeside(path));
}

function writeBeside(path: string): void {
  const probe = join(dirname(path), `.probe-${randomBytes(6).toString('hex')}`);
  const file = openSync(probe, 'wx', 0o600);
  try {
    // The system may take a part, and refuse the rest.
    for (let written = 0; written < PROBE_BYTES;) written += writeSync(file, Buffer.alloc(PROBE_BYTES - written));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(probe, { force: true });
  }
}

function errnoOf(work: () => void, expected?: string): string | null {
  try {
    work();
    return null;
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
    return code === expected ? null : code;
  }
}
