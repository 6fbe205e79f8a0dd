import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { toPennyrowError } from '../../platform/errors.ts';
import type { WatchOptions } from '../source-kind.ts';
import { hasPlainName, isStatementFile, isStatementName, isTemporaryName } from './file-names.ts';
import { contentHash } from './imported-files.ts';

interface WatchFolderOptions extends WatchOptions {
  /** Milliseconds without change after which a file counts as completely written. */
  readonly settleMs?: number;
  /** Milliseconds between checks that the folder exists. */
  readonly recheckMs?: number;
}

/** Ignores subfolders. A missing folder is logged once and watched again when it is back. */
export async function watchFolder(options: WatchFolderOptions): Promise<StatementWatch> {
  const watch = new StatementWatch(options);
  await watch.check();
  return watch;
}

class StatementWatch {
  readonly #options: Required<WatchFolderOptions>;
  readonly #settling = new Map<string, NodeJS.Timeout>();
  readonly #reported = new Map<string, string>();
  #watcher: FSWatcher | null = null;
  #isMissing = false;
  #isClosed = false;
  #recheck: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(options: WatchFolderOptions) {
    this.#options = { settleMs: 2000, recheckMs: 5000, ...options };
  }

  check(): Promise<void> {
    this.#checking = this.#checking.then(() => this.#checkNow());
    return this.#checking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#checking;
    await this.#stop();
  }

  async #checkNow(): Promise<void> {
    if (this.#isClosed) return;
    clearTimeout(this.#recheck);
    const problem = await problemOf(this.#options.folder);
    if (problem !== null) await this.#missing(problem);
    else if (this.#watcher === null) await this.#start();
    this.#recheck = setTimeout(() => void this.check(), this.#options.recheckMs);
  }

  async #start(): Promise<void> {
    const { folder, log } = this.#options;
    if (this.#isMissing) log.info({ folder }, 'The folder of statement files is back and watched again');
    this.#isMissing = false;
    // Imported lazily, because most starts watch no folder.
    const { watch } = await import('chokidar');
    this.#watcher = watch(folder, { depth: 0, alwaysStat: true, ignorePermissionErrors: true })
      .on('add', (path, stats) => this.#noticed(path, stats))
      .on('change', (path, stats) => this.#noticed(path, stats))
      .on('unlinkDir', () => void this.check())
      .on('error', (error) => log.warn({ folder, err: error }, 'Watching the folder of statement files has a problem'));
  }

  async #missing(problem: unknown): Promise<void> {
    const { folder, log } = this.#options;
    if (!this.#isMissing)
      log.warn({ folder, err: toPennyrowError(problem) }, 'The folder of statement files cannot be read');
    this.#isMissing = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#recheck);
    for (const timer of this.#settling.values()) clearTimeout(timer);
    this.#settling.clear();
    const watcher = this.#watcher;
    this.#watcher = null;
    await watcher?.close();
  }

  #noticed(path: string, stats: Stats | undefined): void {
    if (isTemporaryName(path)) return;
    if (isStatementName(path) || hasPlainName(path))
      return this.#settle(path, stats === undefined ? '' : stateOf(stats));
    this.#passOver(path);
  }

  #passOver(path: string): void {
    this.#options.log.info(
      { file: basename(path) },
      'A file in the folder of statement files is none that Pennyrow reads',
    );
  }

  #settle(path: string, state: string): void {
    clearTimeout(this.#settling.get(path));
    this.#settling.set(
      path,
      setTimeout(() => void this.#look(path, state), this.#options.settleMs),
    );
  }

  async #look(path: string, before: string): Promise<void> {
    const waiting = this.#settling.get(path);
    try {
      const stats = await stat(path);
      const isWhole = stateOf(stats) === before && stats.size > 0;
      const isStatement = !isWhole || (await isStatementFile(path));
      const hash = isWhole && isStatement ? await contentHash(path) : null;
      // Another event arrived, or the watch was closed.
      if (this.#settling.get(path) !== waiting) return;
      if (stateOf(stats) !== before) return this.#settle(path, stateOf(stats));
      this.#settling.delete(path);
      if (!isStatement) return this.#passOver(path);
      // Ignores the empty file that a browser creates before it downloads; the content arrives as a change.
      if (hash === null || this.#reported.get(path) === hash) return;
      this.#reported.set(path, hash);
      this.#options.onFile(path);
    } catch (thrown) {
      if (this.#settling.get(path) !== waiting) return;
      this.#settling.delete(path);
      const problem = toPennyrowError(thrown);
      // The user moved or deleted the file.
      if (problem.code === 'data_missing') return;
      this.#options.log.warn({ file: basename(path), err: problem }, 'A statement file cannot be read');
    }
  }
}

function stateOf({ size, mtimeMs }: Stats): string {
  return `${size}/${mtimeMs}`;
}

async function problemOf(folder: string): Promise<unknown> {
  try {
    await (await opendir(folder)).close();
    return null;
  } catch (thrown) {
    return thrown;
  }
}
