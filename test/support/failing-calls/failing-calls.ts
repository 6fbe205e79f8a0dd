import { execFile, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment, ended, type Ended } from '../../cli/pennyrow.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const BIN = join(import.meta.dirname, '../../../bin/pennyrow.js');

/** The fault that a program's n-th file operation returns. */
export interface Fault {
  readonly errno: 'EIO' | 'ENOSPC' | 'EDQUOT';
  /** Starts at 1; 0 for none. */
  readonly at: number;
  /** Simulates a full disk: counts only operations that need space, and all of them fail from the n-th on. */
  readonly isLasting: boolean;
}

/** A file operation and its path below `root`: "pwrite64 /data/pennyrow.db-wal". */
export interface FileOperation {
  readonly text: string;
  readonly needsSpace: boolean;
}

export interface Attempt extends Ended {
  /** The counted operations, in order. */
  readonly operations: readonly FileOperation[];
}

/** Compiles the wrapper of libc's functions. Null without a C compiler, or without Linux and glibc. */
export async function compileWrapper(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const library = join(temporaryFolder(), 'failing-calls.so');
  const source = join(import.meta.dirname, 'failing-calls.c');
  return promisify(execFile)('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl']).then(
    () => library,
    () => null,
  );
}

/** Runs the built program on the data folder `root`/data with the fault. */
export async function runWithFault(
  library: string,
  root: string,
  args: readonly string[],
  { errno, at, isLasting }: Fault,
  environment: Readonly<Record<string, string>> = {},
): Promise<Attempt> {
  const log = join(temporaryFolder(), 'operations');
  const child = spawn(process.execPath, [BIN, '--json', ...args], {
    cwd: root,
    env: {
      ...cleanEnvironment(),
      ...environment,
      PENNYROW_DATA_DIR: join(root, 'data'),
      // With one thread, file operations have the same order in every run.
      UV_THREADPOOL_SIZE: '1',
      LD_PRELOAD: library,
      FAIL_BELOW: root,
      FAIL_LOG: log,
      FAIL_AT: String(at),
      FAIL_WITH: String(constants.errno[errno]),
      FAIL_AFTER: isLasting ? '1' : '0',
      FAIL_KIND: isLasting ? 'space' : 'any',
    },
  });
  child.stdin.end();
  const result = await ended(child);
  const operations = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, kind, ...text] = line.split(' ');
      return { text: text.join(' '), needsSpace: kind === 'space' };
    });
  rmSync(log);
  return { ...result, operations };
}
