import { type RunMessage, isFileQuestion } from '../core/run.ts';
import { problem, problemOf, reportWithin } from '../messages/problem.ts';
import { toPennyrowError, reportOf } from '../platform/errors.ts';
import type { StatementReader } from '../sources/source-kind.ts';
import { listAccounts } from '../store/accounts.ts';
import { listConnections, type Connection, findConnection, noteProblem } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';
import { findImportedFile } from '../store/statement-files.ts';
import type { SyncDependencies } from './runs/dependencies.ts';
import type { SyncService } from './create-sync.ts';

interface WatchedFoldersDependencies
  extends Pick<SyncDependencies, 'log' | 'watchedFolder'>, Pick<StatementReader, 'watch' | 'contentHash' | 'fileAway'> {
  readonly store: Writer;
  readonly sync: SyncService;
  readonly changed: (accountId: string) => void;
  /** Never rejects. */
  readonly canRead: (accountId: string, path: string) => Promise<boolean>;
}

export type WatchedFolders = ReturnType<typeof createWatchedFolders>;

/** Imports statement files that appear in the folders of connections, each content once. */
export function createWatchedFolders(deps: WatchedFoldersDependencies) {
  const watchers = new Map<string, Promise<{ close(): Promise<void> }>>();
  const refused = createRefusedFiles(deps.store);
  const retries = new Set<NodeJS.Timeout>();
  let work: Promise<void> = Promise.resolve();

  /** Imports one file at a time, so that the second of two copies is recognized as already imported. */
  function enqueue(connection: Connection, path: string): void {
    work = work
      .then(() => handle(connection, path))
      .catch((thrown: unknown) => {
        deps.log.warn(
          { connection: connection.id, err: toPennyrowError(thrown) },
          'a file of a watched folder could not be imported',
        );
      });
  }

  async function handle(connection: Connection, path: string): Promise<void> {
    const isImported = findImportedFile(deps.store, connection.accountId, await deps.contentHash(path)) !== null;
    if (isImported) {
      if (deps.watchedFolder(connection)?.afterwards === 'move') await deps.fileAway(path);
      return;
    }
    const runId = deps.sync.importFiles(connection.accountId, [path], { trigger: 'file', connectionId: connection.id });
    const run = await deps.sync.wait(runId);
    const problem =
      run?.status === 'failed' ? run.messages.find(({ code }) => code.startsWith('statement_')) : undefined;
    if (problem === undefined) refused.remove(connection, path);
    else refused.add(connection, path, problem);
    await refused.note(connection, (other) => isOver(connection.accountId, other));
    deps.changed(connection.accountId);
  }

  async function isOver(accountId: string, path: string): Promise<boolean> {
    const hash = await deps.contentHash(path).catch(() => null);
    return hash === null || findImportedFile(deps.store, accountId, hash) !== null;
  }

  function watchedOnes(accountId: string): RefusedFile[] {
    const watched = new Set([...configuredFolders(deps).values()].map(({ connection }) => connection.id));
    return refused.of(accountId).filter(({ connection }) => watched.has(connection.id));
  }

  function retry(accountId: string): void {
    for (const { connection, path } of watchedOnes(accountId).filter(({ isAnswerable }) => isAnswerable)) {
      work = work.then(async () => {
        await Promise.all(deps.sync.active(accountId).map(({ id }) => deps.sync.wait(id)));
        if (await isOver(accountId, path)) refused.remove(connection, path);
        // The user's answer may be about another bank. This file is then still unreadable.
        else if (await deps.canRead(accountId, path)) enqueue(connection, path);
      });
    }
  }

  async function stop(key: string): Promise<void> {
    const watcher = watchers.get(key);
    watchers.delete(key);
    await watcher?.then((open) => open.close());
  }

  return {
    /** Starts and stops watchers. Call this at the start and after a connection has changed. */
    refresh: async (): Promise<void> => {
      const folders = configuredFolders(deps);
      for (const key of watchers.keys()) if (!folders.has(key)) await stop(key);
      for (const [key, { connection, folder }] of folders) {
        if (!watchers.has(key))
          watchers.set(key, deps.watch({ folder, onFile: (path) => enqueue(connection, path), log: deps.log }));
      }
      await Promise.all(watchers.values());
    },
    /** Retries refused files. Call this after the user has answered how to read files of a bank. */
    answered: (accountId: string): void => {
      const timer = setTimeout(() => {
        retries.delete(timer);
        retry(accountId);
      }, ANSWERED_MS);
      retries.add(timer);
    },
    /** Files that could not be read, still exist and have not been imported since. */
    waiting: async (accountId: string): Promise<readonly RefusedFile[]> => {
      const ones: RefusedFile[] = [];
      for (const one of watchedOnes(accountId)) if (!(await isOver(accountId, one.path))) ones.push(one);
      return ones;
    },
    close: async (): Promise<void> => {
      for (const timer of retries) clearTimeout(timer);
      await Promise.all([...watchers.keys()].map(stop));
      await work;
    },
  };
}

/** Refused files are retried this long after an answer, so that the user can first import a file by hand. */
const ANSWERED_MS = 2000;

/** The watched folders by a key that contains all settings of the watcher, so that a changed setting restarts it. */
function configuredFolders({
  store,
  watchedFolder,
}: Pick<WatchedFoldersDependencies, 'store' | 'watchedFolder'>): Map<
  string,
  { connection: Connection; folder: string }
> {
  const folders = new Map<string, { connection: Connection; folder: string }>();
  for (const account of listAccounts(store)) {
    for (const connection of listConnections(store, account.id)) {
      const folder = watchedFolder(connection)?.folder ?? null;
      if (connection.paused || folder === null) continue;
      folders.set(JSON.stringify([connection.id, connection.settings]), { connection, folder });
    }
  }
  return folders;
}

export interface RefusedFile {
  readonly connection: Connection;
  readonly path: string;
  readonly problem: RunMessage;
  /** True if the user can make the file readable by answering how to read files of its bank. */
  readonly isAnswerable: boolean;
}

/** Not stored: after a restart, the watchers report these files again. */
function createRefusedFiles(store: Writer) {
  const refused = new Map<string, RefusedFile>();
  const keyOf = (connection: Connection, path: string): string => JSON.stringify([connection.id, path]);

  return {
    add: (connection: Connection, path: string, problem: RunMessage): void =>
      void refused.set(keyOf(connection, path), {
        connection,
        path,
        problem,
        isAnswerable: isAnswerable(path, problem),
      }),
    remove: (connection: Connection, path: string): void => void refused.delete(keyOf(connection, path)),
    of: (accountId: string): readonly RefusedFile[] =>
      [...refused.values()].filter(({ connection }) => connection.accountId === accountId),
    /** Records the problem of a refused file in its connection again, because a successful import has cleared it. */
    note: async (connection: Connection, isOver: (path: string) => Promise<boolean>): Promise<void> => {
      const mine = [...refused.values()].filter((file) => file.connection.id === connection.id);
      for (const { path } of mine) if (await isOver(path)) refused.delete(keyOf(connection, path));
      const left = mine.filter(({ path }) => refused.has(keyOf(connection, path)));
      const [first] = left;
      if (first === undefined || findConnection(store, connection.id) === null) return;
      const others = left.length - 1;
      const { problem: cause } = first;
      noteProblem(
        store,
        connection.id,
        others === 0
          ? reportOf(cause)
          : reportWithin(cause, problem('statement_others', { cause: problemOf(cause), others })),
      );
    },
  };
}

/** True if the user can solve the problem with another column mapping or date order. */
function isAnswerable(path: string, { code }: RunMessage): boolean {
  return isFileQuestion(code) || (/\.(?:csv|tsv)$/i.test(path) && /^statement_bad_(?:date|amount|row)$/.test(code));
}
