import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createError } from '../../platform/errors.ts';

export interface Program {
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeLimitMs: number;
  readonly name: string;
  readonly signal: AbortSignal;
  readonly graceMs?: number;
}

export interface EndedProgram {
  readonly output: Buffer;
  readonly errors: string;
  /** `time` or `output`: Pennyrow stopped the program because it exceeded this limit. */
  readonly end: { readonly code: number } | { readonly killedBy: string } | 'time' | 'output';
}

/** The same limit as for a bank's response. */
export const MAXIMUM_BYTES = 32 * 1024 * 1024;
const KEPT_ERRORS = 16 * 1024;
const GRACE_MS = 5000;
/** Time to read the rest of the output if a child of the program keeps the pipe open. */
const DRAIN_MS = 1000;

const IS_WINDOWS = process.platform === 'win32';

/** Returns when all processes of the program have ended. Throws `source_program_start`, or the signal's reason after an abort. */
export async function runProgram(program: Program): Promise<EndedProgram> {
  const { timeLimitMs, signal, graceMs = GRACE_MS } = program;
  signal.throwIfAborted();
  const child = start(program);
  const stopped: { reason: 'time' | 'output' | 'cancelled' | null } = { reason: null };
  let force: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  const gaveUp = new Promise<void>((resolve) => (giveUp = resolve));
  const stop = (reason: NonNullable<typeof stopped.reason>): void => {
    if (stopped.reason !== null) return;
    stopped.reason = reason;
    endGroup(child, 'SIGTERM');
    force = setTimeout(() => {
      endGroup(child, 'SIGKILL');
      // Stops waiting, because SIGKILL does not end a process that waits for a disconnected disk.
      force = setTimeout(() => giveUp?.(), graceMs);
    }, graceMs);
  };
  const output = keepAll(child.stdout, () => stop('output'));
  const errors = keepEnd(child.stderr);
  const limit = setTimeout(() => stop('time'), timeLimitMs);
  const onAbort = (): void => stop('cancelled');
  signal.addEventListener('abort', onAbort, { once: true });
  // Needed only if Pennyrow exits unexpectedly: before a normal exit, it cancels all runs.
  const onExit = (): void => endGroup(child, 'SIGKILL');
  process.once('exit', onExit);
  const closed = once(child, 'close').catch(() => undefined);
  try {
    const [code, killedBy] = await Promise.race([
      once(child, 'exit') as Promise<[number | null, string | null]>,
      gaveUp.then(() => [null, 'SIGKILL'] as [null, string]),
    ]);
    await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })]);
    signal.throwIfAborted();
    const end = stopped.reason ?? (code === null ? { killedBy: killedBy ?? '' } : { code });
    if (end === 'cancelled') throw signal.reason;
    return { output: output(), errors: errors(), end };
  } catch (thrown) {
    signal.throwIfAborted();
    throw notStarted(program.name, thrown);
  } finally {
    clearTimeout(limit);
    clearTimeout(force);
    signal.removeEventListener('abort', onAbort);
    process.off('exit', onExit);
    endGroup(child, 'SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.unref();
  }
}

function start({ command, folder, environment, name }: Program): ChildProcess {
  const [file = '', ...values] = command;
  try {
    const child = spawn(file, values, {
      cwd: folder,
      env: environment,
      shell: false,
      // The program gets its own process group, so that it can be killed as a whole.
      detached: !IS_WINDOWS,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return child.on('error', () => {});
  } catch (thrown) {
    throw notStarted(name, thrown);
  }
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess, how: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  if (IS_WINDOWS) {
    if (exitCode !== null || signalCode !== null) return;
    const taskkill = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
    spawn(taskkill, ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, how);
  } catch {
    // The group has ended.
  }
}

function keepAll(stream: Readable | null, onFlood: () => void): () => Buffer {
  const pieces: Buffer[] = [];
  let bytes = 0;
  stream?.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= MAXIMUM_BYTES) pieces.push(piece);
    else onFlood();
  });
  stream?.on('error', () => {});
  return () => Buffer.concat(pieces);
}

function keepEnd(stream: Readable | null): () => string {
  let lastBytes = Buffer.alloc(0);
  stream?.on('data', (piece: Buffer) => (lastBytes = Buffer.concat([lastBytes, piece]).subarray(-KEPT_ERRORS)));
  stream?.on('error', () => {});
  return () => lastBytes.toString('utf8');
}

function notStarted(name: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('syscall' in thrown) || !String(thrown.syscall).startsWith('spawn'))
    return thrown;
  const code = String((thrown as NodeJS.ErrnoException).code);
  // Callers have their own message for too many open files.
  if (code === 'EMFILE' || code === 'ENFILE') return thrown;
  const reason = code === 'ENOENT' ? 'interpreter' : code === 'ENOEXEC' ? 'format' : 'other';
  return createError('source_program_start', { program: name, reason, detail: code }, { cause: thrown });
}
