import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../../cli/pennyrow.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Operation } from './operation.ts';
import { parseTrace, TRACED } from './parse-trace.ts';
import type { Contents } from './disk-changes.ts';

const run = promisify(execFile);
const BIN = join(import.meta.dirname, '../../../bin/pennyrow.js');
const MINUTE = 60_000;

/** The reason why this machine cannot record operations; null if it can. As root on Debian, installs a missing strace. */
export async function whyNoRecording(): Promise<string | null> {
  if (process.platform !== 'linux') return 'system calls are recorded by strace, which is for Linux';
  if ((await canTrace()) || ((await installed()) && (await canTrace()))) return null;
  return 'strace is missing, or may not look at programs here';
}

async function canTrace(): Promise<boolean> {
  return run('strace', ['-f', '-o', '/dev/null', 'true'], { timeout: MINUTE }).then(
    () => true,
    () => false,
  );
}

async function installed(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const install = async (): Promise<void> => {
    await run('apt-get', ['update'], { timeout: MINUTE });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'strace'], { timeout: 5 * MINUTE });
  };
  return install().then(
    () => true,
    () => false,
  );
}

/** An empty folder, in memory if possible, because thousands of starts sync thousands of times. */
export function quickFolder(): string {
  try {
    return temporaryFolder('/dev/shm');
  } catch {
    return temporaryFolder();
  }
}

/** Runs the built program on the data folder `root`/data, and returns its operations below `root`. */
export async function record(root: string, args: readonly string[]): Promise<Operation[]> {
  const trace = join(temporaryFolder(), 'trace');
  const options = [
    '-f',
    '-y',
    '-xx',
    '-s',
    String(2 ** 24),
    '-e',
    `trace=${TRACED.map((name) => `?${name}`).join(',')}`,
    '-e',
    'signal=none',
    '-o',
    trace,
  ];
  const child = spawn('strace', [...options, process.execPath, BIN, ...args], {
    cwd: root,
    // strace cannot see operations through io_uring.
    env: { ...cleanEnvironment(), PENNYROW_DATA_DIR: join(root, 'data'), UV_USE_IO_URING: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`pennyrow ${args.join(' ')} ended with ${code}.`);
  return parseTrace(readFileSync(trace, 'utf8'), root);
}

export function readContents(root: string): Contents {
  const contents = new Map<string, Buffer | null>();
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) contents.set(path, null);
    else if (entry.isFile()) contents.set(path, readFileSync(path));
  }
  return new Map([...contents].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Makes the folder contain exactly this content. */
export function writeContents(root: string, contents: Contents): void {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
  for (const [path, bytes] of contents) {
    if (bytes === null) mkdirSync(path, { mode: 0o700 });
    else writeFileSync(path, bytes, { mode: 0o600 });
  }
}
