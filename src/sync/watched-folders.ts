import { listAccounts } from '../store/accounts.ts';
import { listConnections, type Connection } from '../store/connections.ts';
import type { Reader } from '../store/database.ts';
import { findImportedFile } from '../store/imported-files.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { SyncLog } from './dependencies.ts';
import { STATEMENTS } from './import.ts';
import { statementFolder } from './statement-folder.ts';
import type { SyncService } from './sync.ts';

export interface WatchedFoldersDependencies {
  readonly store: Reader;
  readonly sync: SyncService;
  readonly log: SyncLog;
  /** Calls `onFile` with each statement file that is there or appears, once it is fully written. */
  readonly watch: (folder: string, onFile: (path: string) => void) => Promise<{ close(): Promise<void> }>;
  readonly contentHash: (path: string) => Promise<string>;
  /** Called for a file that needs no import any more. */
  readonly fileAway: (path: string) => Promise<void>;
}

export interface WatchedFolders {
  /** Watches what the connections say now; to be called at start and when they changed. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Imports statement files as they appear in the folders of the connections, each content once. */
export function createWatchedFolders(deps: WatchedFoldersDependencies): WatchedFolders {
  const watchers = new Map<string, Promise<{ close(): Promise<void> }>>();
  let work: Promise<void> = Promise.resolve();

  /** One file after the other, so that two copies of one statement are not read at once. */
  function enqueue(connection: Connection, path: string): void {
    work = work.then(() => handle(connection, path)).catch((thrown: unknown) => {
      deps.log.warn({ connection: connection.id, err: toPennyrowError(thrown) }, 'a file of a watched folder could not be imported');
    });
  }

  async function handle(connection: Connection, path: string): Promise<void> {
    const known = findImportedFile(deps.store, connection.accountId, await deps.contentHash(path)) !== null;
    if (known) {
      if (statementFolder(connection).afterwards === 'move') await deps.fileAway(path);
      return;
    }
    const runId = deps.sync.importFiles(connection.accountId, [path], { trigger: 'file', connectionId: connection.id });
    await deps.sync.wait(runId);
  }

  async function stop(key: string): Promise<void> {
    const watcher = watchers.get(key);
    watchers.delete(key);
    await watcher?.then((open) => open.close());
  }

  return {
    refresh: async () => {
      const wanted = wantedFolders(deps.store);
      for (const key of watchers.keys()) if (!wanted.has(key)) await stop(key);
      for (const [key, { connection, folder }] of wanted) {
        if (!watchers.has(key)) watchers.set(key, deps.watch(folder, (path) => enqueue(connection, path)));
      }
      await Promise.all(watchers.values());
    },
    close: async () => {
      await Promise.all([...watchers.keys()].map(stop));
      await work;
    },
  };
}

/** By a key that changes with everything that watching depends on. */
function wantedFolders(store: Reader): Map<string, { connection: Connection; folder: string }> {
  const wanted = new Map<string, { connection: Connection; folder: string }>();
  for (const account of listAccounts(store)) {
    for (const connection of listConnections(store, account.id)) {
      const { folder } = statementFolder(connection);
      if (connection.source !== STATEMENTS || connection.paused || folder === null) continue;
      wanted.set(JSON.stringify([connection.id, connection.settings]), { connection, folder });
    }
  }
  return wanted;
}
