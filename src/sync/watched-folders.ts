import { listAccounts } from '../store/accounts.ts';
import { listConnections, type Connection } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';
import { findImportedFile } from '../store/statement-files.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { StatementReader } from '../sources/source-kind.ts';
import type { SyncDependencies } from './dependencies.ts';
import { createRefusedFiles, type RefusedFile } from './refused-files.ts';
import type { SyncService } from './sync.ts';

export interface WatchedFoldersDependencies
  extends Pick<SyncDependencies, 'log' | 'watchedFolder'>, Pick<StatementReader, 'watch' | 'contentHash' | 'fileAway'> {
  readonly store: Writer;
  readonly sync: SyncService;
  /** Is told once it is known which files of an account wait. */
  readonly changed: (accountId: string) => void;
  /** Whether a file would be read by what is remembered of the account's files. Never rejects. */
  readonly canRead: (accountId: string, path: string) => Promise<boolean>;
}

export interface WatchedFolders {
  /** Watches what the connections say now; to be called at start and when they changed. */
  refresh(): Promise<void>;
  /** To be called when a person said how files of a bank are read: those that waited for it are tried again. */
  answered(accountId: string): void;
  /** Files that could not be read, are still there, and are not imported since. */
  waiting(accountId: string): Promise<readonly RefusedFile[]>;
  close(): Promise<void>;
}

/** Imports statement files as they appear in the folders of the connections, each content once. */
export function createWatchedFolders(deps: WatchedFoldersDependencies): WatchedFolders {
  const watchers = new Map<string, Promise<{ close(): Promise<void> }>>();
  const refused = createRefusedFiles(deps.store);
  const retries = new Set<NodeJS.Timeout>();
  let work: Promise<void> = Promise.resolve();

  /** One file after the other, so that two copies of one statement are not read at once. */
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
    const known = findImportedFile(deps.store, connection.accountId, await deps.contentHash(path)) !== null;
    if (known) {
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
    const watched = new Set([...wantedFolders(deps).values()].map(({ connection }) => connection.id));
    return refused.of(accountId).filter(({ connection }) => watched.has(connection.id));
  }

  function retry(accountId: string): void {
    for (const { connection, path } of watchedOnes(accountId).filter(({ isAnswerable }) => isAnswerable)) {
      work = work.then(async () => {
        await Promise.all(deps.sync.active(accountId).map(({ id }) => deps.sync.wait(id)));
        if (await isOver(accountId, path)) refused.remove(connection, path);
        // Files of other banks still wait for answers of their own.
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
    refresh: async () => {
      const wanted = wantedFolders(deps);
      for (const key of watchers.keys()) if (!wanted.has(key)) await stop(key);
      for (const [key, { connection, folder }] of wanted) {
        if (!watchers.has(key))
          watchers.set(key, deps.watch({ folder, onFile: (path) => enqueue(connection, path), log: deps.log }));
      }
      await Promise.all(watchers.values());
    },
    answered: (accountId) => {
      const timer = setTimeout(() => {
        retries.delete(timer);
        retry(accountId);
      }, ANSWERED_MS);
      retries.add(timer);
    },
    waiting: async (accountId) => {
      const ones: RefusedFile[] = [];
      for (const one of watchedOnes(accountId)) if (!(await isOver(accountId, one.path))) ones.push(one);
      return ones;
    },
    close: async () => {
      for (const timer of retries) clearTimeout(timer);
      await Promise.all([...watchers.keys()].map(stop));
      await work;
    },
  };
}

/** How long after an answer its files are looked at again: anyone who answered may import one by hand at once. */
const ANSWERED_MS = 2000;

/** By a key that changes with everything that watching depends on. */
function wantedFolders({
  store,
  watchedFolder,
}: Pick<WatchedFoldersDependencies, 'store' | 'watchedFolder'>): Map<
  string,
  { connection: Connection; folder: string }
> {
  const wanted = new Map<string, { connection: Connection; folder: string }>();
  for (const account of listAccounts(store)) {
    for (const connection of listConnections(store, account.id)) {
      const folder = watchedFolder(connection)?.folder ?? null;
      if (connection.paused || folder === null) continue;
      wanted.set(JSON.stringify([connection.id, connection.settings]), { connection, folder });
    }
  }
  return wanted;
}
