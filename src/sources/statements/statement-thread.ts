import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StatementInspection } from '../../core/csv-mapping.ts';
import { toPennyrowError } from '../../platform/errors.ts';
import { unwrap, type ThreadResult } from '../../platform/thread-result.ts';
import type { CsvMemory, FileToInspect, InspectionOptions } from '../source-kind.ts';
import { inspectionOf, inspectStatement } from './inspect-statement.ts';
import { loadStatement, sizeOf, type LoadedStatement } from './load-statement.ts';
import { fileError } from './statement-error.ts';

/** Parses untrusted statement files, slow ones in another thread, which is terminated when it exceeds its limits. */

/** The task of `src/service/statement-worker.ts`. */
export type StatementTask =
  | { readonly load: string; readonly memory: CsvMemory }
  | { readonly inspect: FileToInspect; readonly memory: CsvMemory; readonly options: InspectionOptions };

/** Long lists arrive before the answer, in acknowledged batches: one large message would block the receiving thread. */
export type FromStatementWorker =
  | { readonly list: 'transactions' | 'balances'; readonly items: readonly unknown[] }
  | { readonly answer: ThreadResult<object> };

export interface ParsingLimits {
  readonly seconds: number;
  readonly megabytes: number;
}

export async function loadFile(path: string, memory: CsvMemory, signal: AbortSignal): Promise<LoadedStatement> {
  const { size, quickBytes } = await open({ path });
  signal.throwIfAborted();
  if (quickBytes !== null) return loadStatement(path, quickBytes, memory);
  const limits = parsingLimits(size, isZipName(path));
  return (await parseInThread({ load: path, memory }, limits, signal)) as LoadedStatement;
}

/** Detects the format of a file and reads it. Errors in the file become `problem`. Throws system errors. */
export async function inspectFile(
  file: FileToInspect,
  memory: CsvMemory,
  options: InspectionOptions,
): Promise<StatementInspection> {
  const name = 'path' in file ? basename(file.path) : file.name;
  try {
    const { size, quickBytes } = await open(file);
    if (quickBytes !== null) return await inspectStatement({ name, bytes: quickBytes }, memory, options);
    const limits = parsingLimits(size, isZipName(name));
    return (await parseInThread({ inspect: file, memory, options }, limits)) as StatementInspection;
  } catch (thrown) {
    const problem = toPennyrowError(thrown);
    if (!problem.code.startsWith('statement_')) throw thrown;
    return inspectionOf(name, null, problem);
  }
}

/** `quickBytes`: the content of a file that takes less than about 50 ms to parse; null for any other. */
async function open(file: FileToInspect): Promise<{ readonly size: number; readonly quickBytes: Buffer | null }> {
  const size = 'path' in file ? await sizeOf(file.path) : file.bytes.length;
  if (size > QUICK.bytes) return { size, quickBytes: null };
  const bytes = 'path' in file ? await readFile(file.path) : file.bytes;
  return { size, quickBytes: isQuick(bytes) ? bytes : null };
}

/** The cost of a table grows with its cells, that of other formats with its bytes. */
const QUICK = { bytes: 128 * 1024, delimiters: 4000 };

function isQuick(bytes: Buffer): boolean {
  // Zip files and spreadsheets.
  if (bytes.length > QUICK.bytes || /^(?:PK|\u00d0\u00cf)/.test(bytes.toString('latin1', 0, 2))) return false;
  let delimiters = 0;
  for (const byte of bytes) if (byte === COMMA || byte === SEMICOLON || byte === TAB || byte === BAR) delimiters += 1;
  return delimiters <= QUICK.delimiters;
}

const [COMMA, SEMICOLON, TAB, BAR] = Buffer.from(',;\t|');

function isZipName(name: string): boolean {
  return /\.(?:zip|xlsx|xlsm)$/i.test(name);
}

/** Ten times the time of the slowest format on a small server, and twice the memory of the largest. */
function parsingLimits(bytes: number, isZip: boolean): ParsingLimits {
  const megabytes = Math.min(MOST_MEGABYTES, Math.ceil((bytes * (isZip ? ZIP_RATIO : 1)) / 2 ** 20));
  return { seconds: 20 + 3 * megabytes, megabytes: Math.min(4096, 256 + 48 * megabytes) };
}

/** The usual compression ratio of text. */
const ZIP_RATIO = 20;
const MOST_MEGABYTES = 256;

/** Throws the task's error, the reason of `signal`, or `statement_too_large` if a limit is exceeded. */
export async function parseInThread(
  task: StatementTask,
  { seconds, megabytes }: ParsingLimits,
  signal: AbortSignal = new AbortController().signal,
): Promise<object> {
  const file = 'load' in task ? { path: task.load } : task.inspect;
  const name = 'path' in file ? basename(file.path) : file.name;
  const answered = Promise.withResolvers<ThreadResult<object>>();
  const lists: Record<string, unknown[]> = {};
  const worker = new Worker(PROGRAMS.find((path) => existsSync(path)) ?? '', {
    name: 'pennyrow-statement',
    workerData: task,
    env: { ...process.env, ...compileCache() },
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  worker.on('message', (message: FromStatementWorker) => {
    if ('answer' in message) return answered.resolve(message.answer);
    const list = (lists[message.list] ??= []);
    const texts = new Map<string, string>();
    for (const item of message.items) list.push(shareTexts(item, texts));
    worker.postMessage('next', []);
  });
  worker.on('error', (cause: NodeJS.ErrnoException) => {
    const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    answered.reject(isMemory ? tooCostly(name, 'memory', megabytes, cause) : cause);
  });
  worker.on('exit', () => answered.reject(new Error('The thread of a statement ended before its answer.')));
  const abort = (): void => answered.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const checkTime = async (): Promise<void> => {
    // Fails if the thread has just ended.
    const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if (user + system > seconds * 1e6) answered.reject(tooCostly(name, 'seconds', seconds));
  };
  const timer = setInterval(() => void checkTime(), CHECK_MS);
  try {
    return { ...unwrap(await answered.promise), ...lists };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    void worker.terminate();
  }
}

const CHECK_MS = 250;

function tooCostly(name: string, reason: 'seconds' | 'memory', limit: number, cause?: unknown) {
  return fileError('statement_too_large', name, { reason, text: String(limit) }, cause);
}

/** Next to the program, above its chunks, or in the source. Worker threads of Electron can read asar archives. */
const PROGRAMS = ['./statement-worker.js', '../statement-worker.js', '../../service/statement-worker.ts'].map((path) =>
  join(import.meta.dirname, path),
);

/** A compile cache that a program enables covers its main thread only. Node appends a folder for its version. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** Structured cloning copies shared strings, such as days and currencies, once per value. */
function shareTexts(value: unknown, texts: Map<string, string>): unknown {
  if (typeof value === 'string') {
    const shared = texts.get(value);
    if (shared === undefined) texts.set(value, value);
    return shared ?? value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    if (typeof field === 'string' || typeof field === 'object') fields[name] = shareTexts(field, texts);
  }
  return value;
}
