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
import { isSpreadsheet } from './read-statement.ts';
import { fileError } from './statement-error.ts';

/** Parses untrusted statement files, slow ones in another thread, which is terminated when it exceeds its limits. */

/** The task of `src/service/statement-worker.ts`. */
export type StatementTask =
  | { readonly load: string; readonly memory: CsvMemory }
  | { readonly inspect: FileToInspect; readonly memory: CsvMemory; readonly options: InspectionOptions };

/**
 * Long lists arrive before the answer, in acknowledged batches: one large message would block the receiving thread. `json`
 * contains an array: parsing is faster than a structured clone, and stores equal short texts, such as currencies, only once.
 */
export type FromStatementWorker =
  | { readonly list: 'transactions' | 'balances'; readonly json: string }
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

/** `quickBytes`: the content of a file that is quick to parse; null if another thread must parse the file. */
async function open(file: FileToInspect): Promise<{ readonly size: number; readonly quickBytes: Buffer | null }> {
  const limits = process.getActiveResourcesInfo().includes('TCPServerWrap') ? WHILE_SERVING : ALONE;
  const size = 'path' in file ? await sizeOf(file.path) : file.bytes.length;
  if (size > limits.bytes) return { size, quickBytes: null };
  const bytes = 'path' in file ? await readFile(file.path) : file.bytes;
  return { size, quickBytes: isQuick(bytes, limits) ? bytes : null };
}

/** Parsing takes less than about 50 ms below these limits: tables are slow with many cells, other formats with many bytes. */
const WHILE_SERVING = { bytes: 128 * 1024, delimiters: 4000, lines: 128 * 1024 };
/** Without waiting clients, parsing may take 2 s here, because a thread would have to load the parsers a second time. */
const ALONE = { bytes: 16 * 2 ** 20, delimiters: 128_000, lines: 1_000_000 };

function isQuick(bytes: Buffer, limits: typeof ALONE): boolean {
  if (bytes.toString('latin1', 0, 2) === 'PK' || isSpreadsheet(bytes)) return false;
  return count(bytes, ',;\t|') <= limits.delimiters && count(bytes, '\n') <= limits.lines;
}

function count(bytes: Buffer, characters: string): number {
  let found = 0;
  for (const character of Buffer.from(characters))
    for (let at = bytes.indexOf(character); at !== -1; at = bytes.indexOf(character, at + 1)) found += 1;
  return found;
}

function isZipName(name: string): boolean {
  return /\.(?:zip|xlsx|xlsm)$/i.test(name);
}

/** Ten times the time that the slowest format takes on a small server, and twice the memory that any format takes. */
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
    // Far above the limit that `checkLimits` enforces, because V8 ends the whole process if an allocation exceeds this option.
    resourceLimits: { maxOldGenerationSizeMb: megabytes + SPARE_MEGABYTES },
  });
  worker.on('message', (message: FromStatementWorker) => {
    if ('answer' in message) return answered.resolve(message.answer);
    (lists[message.list] ??= []).push(...(JSON.parse(message.json) as unknown[]));
    worker.postMessage('next', []);
  });
  worker.on('error', (cause: NodeJS.ErrnoException) => {
    const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    answered.reject(isMemory ? tooCostly(name, 'memory', megabytes, cause) : cause);
  });
  worker.on('exit', () => answered.reject(new Error('The thread of a statement ended before its answer.')));
  const abort = (): void => answered.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const began = performance.now();
  const checkLimits = async (): Promise<void> => {
    try {
      const { used_heap_size: bytes } = await worker.getHeapStatistics();
      if (bytes > megabytes * 2 ** 20) answered.reject(tooCostly(name, 'memory', megabytes));
      const { user, system } = await worker.cpuUsage();
      if (user + system > seconds * 1e6) answered.reject(tooCostly(name, 'seconds', seconds));
    } catch {
      // The thread has just ended, or Node cannot measure its processor time, as before 24.6.
      if (performance.now() - began > seconds * 1000) answered.reject(tooCostly(name, 'seconds', seconds));
    }
  };
  const timer = setInterval(() => void checkLimits(), CHECK_MS);
  try {
    return { ...unwrap(await answered.promise), ...lists };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    void worker.terminate();
  }
}

const CHECK_MS = 100;
const SPARE_MEGABYTES = 1024;

function tooCostly(name: string, reason: 'seconds' | 'memory', limit: number, cause?: unknown) {
  return fileError('statement_too_large', name, { reason, text: String(limit) }, cause);
}

/** Possible paths of the thread's code: next to the built program, above its chunks, or in the source. */
const PROGRAMS = ['./statement-worker.js', '../statement-worker.js', '../../service/statement-worker.ts'].map((path) =>
  join(import.meta.dirname, path),
);

/** Lets the thread use the compile cache. Node appends a folder for its version, so the parent folder is passed. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
