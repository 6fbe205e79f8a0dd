import { nameOfKind } from '../../messages/describe.ts';
import * as z from 'zod/mini';
import type { AccessView } from '../../contract/control/access-view.ts';
import type { connectionProcedures, FolderView, WaitingFile } from '../../contract/control/connections.ts';
import type { Input } from '../../contract/control/index.ts';
import type { FormValues } from '../../contract/control/kinds.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import {
  addConnection,
  listConnections,
  rememberInConnection,
  removeConnection,
  updateConnection,
  type Connection,
} from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { revokeAccess } from '../connecting/revoke-access.ts';
import type { SourceConsents } from '../connecting/source-consents.ts';
import { connectionHistory } from '../connection-history.ts';
import { checkInput } from '../check-input.ts';
import { connectionView, type ConnectionCollaborators } from '../connection-view.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce, Caller, Handlers } from '../handler.ts';
import { requireAccount, requireConnection } from '../requirements.ts';
import { firstAnswer } from '../try-access.ts';
import { requireNoDemo } from '../welcome/demo-workbook.ts';

export interface ConnectionHandlerCollaborators
  extends ConnectionCollaborators, Pick<Collaborators, 'newId' | 'connectionsChanged'> {
  /** Files of watched folders that could not be read; empty while no folder is watched. */
  waitingFiles(accountId: string): Promise<readonly WaitingFile[]>;
  /** Describes the folder at a path that a user is typing. */
  lookAtFolder(typed: string): Promise<FolderView>;
}

export function connectionHandlers(
  deps: ConnectionHandlerCollaborators,
  announce: Announce,
  consents: SourceConsents,
): Handlers<keyof typeof connectionProcedures> {
  const { store } = deps;

  function changed(accountId: string): void {
    deps.connectionsChanged(accountId);
    announce('connections', accountId);
  }

  /** The connection is there first, so that an access that was just sealed always has its owner. */
  async function authorise(
    connectionId: string,
    given: FormValues,
    anyway: boolean,
    signal: AbortSignal,
  ): Promise<AccessView | null> {
    let proof: AccessView | null;
    try {
      const authorised = await deps.sources.authorise(requireConnection(store, connectionId), given, {
        anyway,
        signal,
      });
      rememberInConnection(store, connectionId, authorised.news);
      ({ proof } = authorised);
    } catch (thrown) {
      removeConnection(store, connectionId);
      throw thrown;
    }
    return firstAnswer(deps, requireConnection(store, connectionId), proof, signal);
  }

  /** What a person filled in, checked; nothing is stored yet. */
  function filledIn({
    accountId,
    name,
    kind: kindId,
    settings = {},
    secret = {},
  }: Omit<Input<'connection.add'>, 'anyway'>) {
    const account = requireAccount(store, accountId);
    const kind = requireKind(deps, kindId);
    const given = checkInput('connection.add', kind.access?.secret ?? NO_SECRET, secret);
    const checked = checkSettings(kind, settings);
    if (kind.group !== 'trial') requireNoDemo(store, account);
    const connection = {
      id: deps.newId('connection'),
      accountId,
      source: kindId,
      name: name ?? freeName(store, accountId, nameOfKind(kindId)),
      settings: checked,
      createdAt: toInstant(deps.clock.now()),
    };
    return { connection, kind, given };
  }

  return {
    'connection.list': ({ accountId }) =>
      listConnections(store, requireAccount(store, accountId).id).map((connection) => connectionView(deps, connection)),
    'connection.add': async ({ anyway = false, ...filled }, signal, caller) => {
      requireMaySet(requireKind(deps, filled.kind), caller);
      const { connection, kind, given } = filledIn(filled);
      const { id, accountId } = connection;
      if (kind.access?.ask !== undefined) throw asksInBrowser(connection);
      addConnection(store, connection);
      const answer = kind.access === null ? null : await authorise(id, given, anyway, signal);
      changed(accountId);
      return { ...connectionView(deps, requireConnection(store, id)), access: answer };
    },
    'connection.begin': (filled, _signal, caller) => {
      requireMaySet(requireKind(deps, filled.kind), caller);
      const { connection, kind, given } = filledIn(filled);
      // A bank of its own is what tells this connection from the next one of its kind.
      return consents.add(connection, given, (news) => {
        const bank = news[kind.form.find(({ isListed }) => isListed)?.id ?? ''];
        return filled.name === undefined && typeof bank === 'string'
          ? freeName(store, filled.accountId, bank)
          : connection.name;
      });
    },
    'connection.banks': async ({ kind: kindId, settings = {}, secret = {} }, _signal, caller) => {
      const kind = requireKind(deps, kindId);
      requireMaySet(kind, caller);
      const listed = kind.form.find(({ isListed }) => isListed);
      if (listed === undefined) return [];
      // What is asked for cannot be told yet.
      const told = checkSettings(kind, { ...settings, [listed.id]: '*' });
      const given = checkInput('connection.banks', kind.access?.secret ?? NO_SECRET, secret);
      return deps.sources.banks(kind, told, given);
    },
    'connection.renew': ({ connectionId, secret }) => {
      const connection = requireConnection(store, connectionId);
      const { access } = requireKind(deps, connection.source);
      const given = secret === undefined ? null : checkInput('connection.renew', access?.secret ?? NO_SECRET, secret);
      return consents.renew(connection, given);
    },
    'connection.wait': ({ consentId }, signal) => consents.wait(consentId, signal),
    'connection.update': ({ connectionId, name, paused, settings }, _signal, caller) => {
      const connection = requireConnection(store, connectionId);
      if (settings !== undefined) requireMaySet(requireKind(deps, connection.source), caller);
      updateConnection(store, {
        id: connectionId,
        name: name ?? connection.name,
        paused: paused ?? connection.paused,
        settings: {
          ...connection.settings,
          ...(settings === undefined
            ? {}
            : changedSettings(requireKind(deps, connection.source), connection, settings)),
        },
      });
      changed(connection.accountId);
      return connectionView(deps, requireConnection(store, connectionId));
    },
    'connection.remove': async ({ connectionId }) => {
      const connection = requireConnection(store, connectionId);
      const revoked = await revokeAccess(deps, connection);
      removeConnection(store, connectionId);
      changed(connection.accountId);
      return { revoked };
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

function asksInBrowser({ name, source: kind }: Pick<Connection, 'name' | 'source'>): PennyrowError {
  return new PennyrowError(problem('input_source', { reason: 'browser', name, kind, kinds: [] }));
}

const NO_SECRET = z.strictObject({});

function requireKind({ sources }: ConnectionCollaborators, id: string): SourceKind {
  const kind = sources.find(id);
  if (kind !== null) return kind;
  throw new PennyrowError(
    problem('input_source', { reason: 'other', name: '', kind: id, kinds: sources.kinds.map((known) => known.id) }),
  );
}

/** A page may be in the hands of somebody else, who would choose what this machine runs. */
function requireMaySet({ isSetInTerminal = false, examples: [command] }: SourceKind, caller: Caller): void {
  if (isSetInTerminal && caller !== 'trusted')
    throw new PennyrowError(problem('input_terminal', { command, wanted: 'other' }));
}

type Settings = Connection['settings'];

/** Throws PennyrowError for settings that the kind cannot use. */
function checkSettings(kind: SourceKind, given: Settings): Settings {
  const settings = checkInput('connection', kind.settings, given);
  kind.check?.(settings);
  return settings;
}

/**
 * The settings of a connection with those that a person changes. What a person allowed at a service was allowed for the rest of
 * them: that takes another connection.
 *
 * @throws PennyrowError input_setting_fixed, and what `checkSettings` throws
 */
function changedSettings(kind: SourceKind, { name, settings: before }: Connection, given: Settings): Settings {
  const set = Object.fromEntries(
    kind.form.flatMap(({ id, isSecret }) => (isSecret === true || before[id] === undefined ? [] : [[id, before[id]]])),
  );
  const after = checkSettings(kind, { ...set, ...given });
  const fixed = kind.access?.ask === undefined ? [] : kind.form.filter(({ isChangeable }) => isChangeable !== true);
  const changed = fixed.find(({ id }) => after[id] !== before[id]);
  if (changed === undefined) return after;
  throw new PennyrowError(problem('input_setting_fixed', { name, setting: changed.id }));
}
