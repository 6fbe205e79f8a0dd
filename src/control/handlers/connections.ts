import { nameOfKind } from '../../messages/problem.ts';
import * as z from 'zod/mini';
import type { AccessView, WaitingFile } from '../../contract/control/connections.ts';
import type { Input } from '../../contract/control/index.ts';
import type { FormValues } from '../../contract/control/kinds.ts';
import { toInstant } from '../../core/calendar-date.ts';
import type { FolderLook } from '../../core/kind-form.ts';
import { createError } from '../../platform/errors.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import {
  addConnection,
  listConnections,
  rememberInConnection,
  requireConnection,
  removeConnection,
  updateConnection,
  type Connection,
} from '../../store/connections.ts';
import type { Reader } from '../../store/database.ts';
import { revokeAccess, firstAnswer } from '../connections/access.ts';
import type { SourceConsents } from '../connections/source-consents.ts';
import { connectionView } from '../connections/view.ts';
import { type Caller, checkInput, type Handlers } from '../handler.ts';
import type { Collaborators } from '../collaborators.ts';
import { requireNoDemo } from '../workbook/demo-workbook.ts';
import { requireAccount } from '../../store/accounts.ts';

export interface ConnectionHandlerCollaborators extends Collaborators {
  waitingFiles(accountId: string): Promise<readonly WaitingFile[]>;
  lookAtFolder(typed: string): Promise<FolderLook>;
}

export function connectionHandlers(
  deps: ConnectionHandlerCollaborators,
  consents: SourceConsents,
): Handlers<'connections'> {
  const { store } = deps;

  function changed(accountId: string): void {
    deps.connectionsChanged(accountId);
    deps.announce('connections', accountId);
  }

  /** Stores the credentials of a new connection and tests them. Removes the connection if the service rejects them. */
  async function authorize(
    connectionId: string,
    given: FormValues,
    anyway: boolean,
    signal: AbortSignal,
  ): Promise<AccessView | null> {
    let proof: AccessView | null;
    try {
      const authorized = await deps.sources.authorize(requireConnection(store, connectionId), given, {
        anyway,
        signal,
      });
      rememberInConnection(store, connectionId, authorized.news);
      ({ proof } = authorized);
    } catch (thrown) {
      removeConnection(store, connectionId);
      throw thrown;
    }
    return firstAnswer(deps, requireConnection(store, connectionId), proof, signal);
  }

  function filledIn({
    accountId,
    name,
    kind: kindId,
    settings = {},
    secret = {},
  }: Omit<Input<'connection.add'>, 'anyway'>) {
    const account = requireAccount(store, accountId);
    const kind = requireKind(deps, kindId);
    const input = checkInput('connection.add', kind.access?.secret ?? NO_SECRET, secret);
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
    return { connection, kind, given: input };
  }

  return {
    'connection.list': ({ accountId }) =>
      listConnections(store, accountId).map((connection) => connectionView(deps, connection)),
    'connection.add': async ({ anyway = false, ...filled }, signal, caller) => {
      requireMaySet(requireKind(deps, filled.kind), caller);
      const { connection, kind, given } = filledIn(filled);
      const { id, accountId, name } = connection;
      if (kind.access?.ask !== undefined)
        throw createError('input_source', { reason: 'browser', name, kind: kind.id, kinds: [] });
      addConnection(store, connection);
      const answer = kind.access === null ? null : await authorize(id, given, anyway, signal);
      changed(accountId);
      return { ...connectionView(deps, requireConnection(store, id)), access: answer };
    },
    'connection.begin': (filled, _signal, caller) => {
      requireMaySet(requireKind(deps, filled.kind), caller);
      const { connection, kind, given } = filledIn(filled);
      // Without a name from the user, names the connection after the bank that the user chose.
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
      // Replaces the required bank by a placeholder, because the user has not chosen it yet.
      const checked = checkSettings(kind, { ...settings, [listed.id]: '*' });
      const input = checkInput('connection.banks', kind.access?.secret ?? NO_SECRET, secret);
      return deps.sources.banks(kind, checked, input);
    },
    'connection.renew': ({ connectionId, secret }) => {
      const connection = requireConnection(store, connectionId);
      const { access } = requireKind(deps, connection.source);
      const input = secret === undefined ? null : checkInput('connection.renew', access?.secret ?? NO_SECRET, secret);
      return consents.renew(connection, input);
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
    'connection.waitingFiles': ({ accountId }) => deps.waitingFiles(accountId),
    'connection.lookAtFolder': ({ folder }) => deps.lookAtFolder(folder),
  };
}

function freeName(store: Reader, accountId: string, proposedName: string): string {
  const usedNames = new Set(listConnections(store, accountId).map(({ name }) => name.toLowerCase()));
  for (let number = 2, name = proposedName; ; number += 1) {
    if (!usedNames.has(name.toLowerCase())) return name;
    name = `${proposedName} ${number}`;
  }
}

const NO_SECRET = z.strictObject({});

function requireKind({ sources }: Collaborators, id: string): SourceKind {
  const kind = sources.find(id);
  if (kind !== null) return kind;
  throw createError('input_source', {
    reason: 'other',
    name: '',
    kind: id,
    kinds: sources.kinds.map((known) => known.id),
  });
}

/** If settings of this kind contain a command that this machine runs, throws unless the caller is the command line. */
function requireMaySet({ isSetInTerminal = false, examples: [command] }: SourceKind, caller: Caller): void {
  if (isSetInTerminal && caller !== 'trusted') throw createError('input_terminal', { command, wanted: 'other' });
}

type Settings = Connection['settings'];

function checkSettings(kind: SourceKind, given: Settings): Settings {
  const settings = checkInput('connection', kind.settings, given);
  kind.check?.(settings);
  return settings;
}

/** Throws `input_setting_fixed` if a changed setting is part of the consent, because that change needs a new connection. */
function changedSettings(kind: SourceKind, { name, settings: before }: Connection, given: Settings): Settings {
  const set = Object.fromEntries(
    kind.form.flatMap(({ id, isSecret }) => (isSecret === true || before[id] === undefined ? [] : [[id, before[id]]])),
  );
  const after = checkSettings(kind, { ...set, ...given });
  const fixed = kind.access?.ask === undefined ? [] : kind.form.filter(({ isChangeable }) => isChangeable !== true);
  const changed = fixed.find(({ id }) => after[id] !== before[id]);
  if (changed === undefined) return after;
  throw createError('input_setting_fixed', { name, setting: changed.id });
}
