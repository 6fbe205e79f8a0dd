import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { AccessView } from '../../contract/control/access-view.ts';
import type { connectionProcedures, ConnectionSettings, NewConnection } from '../../contract/control/connections.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { PennyrowError } from '../../platform/errors.ts';
import {
  addConnection,
  listConnections,
  rememberInConnection,
  removeConnection,
  updateConnection,
  type Connection,
} from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { connectionHistory } from '../connection-history.ts';
import { connectionView } from '../connection-view.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount, requireConnection } from '../requirements.ts';
import { firstAnswer } from '../try-access.ts';
import { DEMO_SOURCE, requireNoDemo } from '../welcome/demo-workbook.ts';

const DEFAULT_NAMES: Readonly<Record<NewConnection['source'], string>> = {
  demo: 'Demo bank',
  statements: 'Statement files',
  simplefin: 'SimpleFIN',
};

export function connectionHandlers(
  deps: ControlDependencies,
  announce: Announce,
): Handlers<keyof typeof connectionProcedures> {
  const { store } = deps;

  function changed(accountId: string): void {
    deps.connectionsChanged(accountId);
    announce('connections', accountId);
  }

  /** The connection is there first, so that an access that was just sealed always has its owner. */
  async function authorise(
    connectionId: string,
    { setupToken, anyway }: { readonly setupToken: string; readonly anyway?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<AccessView | null> {
    let proof: AccessView | null;
    try {
      const authorised = await deps.simplefin.authorise(requireConnection(store, connectionId), setupToken, {
        anyway: anyway === true,
        signal,
      });
      rememberInConnection(store, connectionId, { host: authorised.host });
      ({ proof } = authorised);
    } catch (thrown) {
      removeConnection(store, connectionId);
      throw thrown;
    }
    return firstAnswer(deps, requireConnection(store, connectionId), proof, signal);
  }

  return {
    'connection.list': ({ accountId }) =>
      listConnections(store, requireAccount(store, accountId).id).map((connection) => connectionView(deps, connection)),
    'connection.add': async ({ accountId, name, settings: given }, signal) => {
      const account = requireAccount(store, accountId);
      checkSettings(given);
      const { source } = given;
      if (source !== DEMO_SOURCE) requireNoDemo(store, account);
      const id = deps.newId('connection');
      const createdAt = toInstant(deps.clock.now());
      addConnection(store, {
        id,
        accountId,
        source,
        name: name ?? freeName(store, accountId, DEFAULT_NAMES[source]),
        settings: kept(given),
        createdAt,
      });
      const access = given.source === 'simplefin' ? await authorise(id, given, signal) : null;
      changed(accountId);
      return { ...connectionView(deps, requireConnection(store, id)), access };
    },
    'connection.update': ({ connectionId, name, paused, settings }) => {
      const connection = requireConnection(store, connectionId);
      updateConnection(store, {
        id: connectionId,
        name: name ?? connection.name,
        paused: paused ?? connection.paused,
        settings: settings === undefined ? connection.settings : changedSettings(connection, settings),
      });
      changed(connection.accountId);
      return connectionView(deps, requireConnection(store, connectionId));
    },
    'connection.remove': ({ connectionId }) => {
      const { accountId } = requireConnection(store, connectionId);
      removeConnection(store, connectionId);
      changed(accountId);
      return null;
    },
    'connection.history': ({ connectionId }, signal) =>
      connectionHistory(store, requireConnection(store, connectionId), signal),
    'connection.waitingFiles': ({ accountId }) => deps.waitingFiles(requireAccount(store, accountId).id),
    'connection.lookAtFolder': ({ folder }) => deps.lookAtFolder(folder),
  };
}

/** Commands know a connection by its name, so that what Pennyrow chooses must tell them apart. */
function freeName(store: Reader, accountId: string, wanted: string): string {
  const taken = new Set(listConnections(store, accountId).map(({ name }) => name.toLowerCase()));
  for (let number = 2, name = wanted; ; number += 1) {
    if (!taken.has(name.toLowerCase())) return name;
    name = `${wanted} ${number}`;
  }
}

function changedSettings(connection: Connection, { source, ...settings }: ConnectionSettings): Connection['settings'] {
  if (source !== connection.source) {
    throw new PennyrowError(
      'input_source',
      `The connection “${connection.name}” is of the kind ${connection.source}, not ${source}.`,
      'Add a new connection for another kind of source.',
    );
  }
  checkSettings({ source, ...settings } as ConnectionSettings);
  return settings;
}

/** What is stored of it: never a token. */
function kept(settings: NewConnection): Connection['settings'] {
  if (settings.source === 'simplefin') return {};
  const { source: _source, ...rest } = settings;
  return rest;
}

function checkSettings(settings: NewConnection): void {
  if (settings.source !== 'statements' || settings.folder === null) return;
  const { folder } = settings;
  if (!isAbsolute(folder) || statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new PennyrowError(
      'input_folder',
      `There is no folder ${folder}.`,
      'Make the folder first, and give its full path.',
    );
  }
}
