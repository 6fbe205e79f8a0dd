import { nameOfKind } from '../messages/problem.ts';
import type { DayMonthOrder } from '../core/csv-mapping.ts';
import { listKinds } from '../core/kind-form.ts';
import type { Sources as ControlSources } from '../control/collaborators.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, type PennyrowError } from '../platform/errors.ts';
import type { Secrets } from '../platform/vault.ts';
import type { NetworkOptions } from '../sources/request.ts';
import { consentRequestError, saveTestedAccess } from '../sources/authorize.ts';
import * as KINDS from '../sources/kinds.ts';
import type { AccessTest, Source } from '../sources/source.ts';
import type { CsvMemory, SourceKind, StatementReader } from '../sources/source-kind.ts';
import { findTimeZone } from '../store/accounts.ts';
import { secretOfConnection, type Connection } from '../store/connections.ts';
import { listCsvMappings, findImportedFile } from '../store/statement-files.ts';
import type { Writer } from '../store/database.ts';
import { oldestPendingDay } from '../store/memory.ts';
import { sourceKeep } from '../store/source-keep.ts';
import type { SyncDependencies } from '../sync/runs/dependencies.ts';

export interface SourceOpeners {
  readonly store: Writer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly network: NetworkOptions | undefined;
}

export interface Sources {
  readonly forSync: Pick<
    SyncDependencies,
    'isFetchable' | 'openSource' | 'openStatements' | 'fileAway' | 'fileKind' | 'watchedFolder'
  >;
  readonly forControl: ControlSources;
  readonly reader: StatementReader;
  csvMemory(accountId: string): CsvMemory;
}

const SOURCE_KINDS: readonly SourceKind[] = listKinds(KINDS);

export function openSources({ store, clock, secrets, network = {} }: SourceOpeners): Sources {
  const fileKind = SOURCE_KINDS.find(({ files }) => files !== undefined);
  if (fileKind?.files === undefined) throw new Error('No kind of source reads statement files.');
  const reader = fileKind.files;
  const find = (id: string): SourceKind | null => SOURCE_KINDS.find((kind) => kind.id === id) ?? null;
  const watchedFolder = ({ source, settings }: Connection) => find(source)?.files?.watched(settings) ?? null;
  const isFetchable = (connection: Connection): boolean => watchedFolder(connection)?.folder !== null;
  const csvMemory = (
    accountId: string,
    account: string | null = null,
    dateOrder: DayMonthOrder | null = null,
  ): CsvMemory => ({
    get mappings() {
      return listCsvMappings(store, accountId);
    },
    account,
    dateOrder,
  });

  /** `pasted`: a secret that the user has entered, but that is not stored yet. */
  async function open(connection: Connection, isPerson: boolean, pasted?: string): Promise<Source> {
    const kind = find(connection.source);
    if (kind === null) throw unknownKind(connection);
    const { accountId } = connection;
    return kind.open({
      isPerson,
      hasPendingRows: oldestPendingDay(store, accountId, connection.id) !== null,
      ...sourceKeep(store, connection, { clock, limit: kind.access?.allowance ?? UNLIMITED, isPerson }),
      secret: async () => pasted ?? secrets.read(secretOfConnection(connection)),
      clock,
      network: networkOf(kind),
      statements: {
        isNew: (contentHash) => findImportedFile(store, accountId, contentHash) === null,
        csv: csvMemory(accountId),
      },
    });
  }

  function networkOf({ hosts }: SourceKind): NetworkOptions {
    return hosts === 'named-by-secret' ? network : { ...network, hosts };
  }

  async function test(connection: Connection, signal: AbortSignal, pasted?: string): Promise<AccessTest> {
    const source = await open(connection, true, pasted);
    try {
      if (source.test === undefined) throw new Error(`Sources of the kind ${connection.source} cannot be tested.`);
      return await source.test({ timeZone: findTimeZone(store, connection.accountId) ?? 'UTC', signal });
    } finally {
      await source.close();
    }
  }

  const sealed = (connection: Pick<Connection, 'id' | 'source'>): Promise<string | null> =>
    secrets.read(secretOfConnection(connection)).catch(() => null);

  return {
    reader,
    csvMemory,
    forSync: {
      isFetchable,
      watchedFolder,
      fileKind: { id: fileKind.id, name: nameOfKind(fileKind.id) },
      openSource: (connection, { isPerson }) => open(connection, isPerson),
      openStatements: (paths, { accountId, bankAccount, dateOrder }) =>
        reader.open(paths, csvMemory(accountId, bankAccount, dateOrder)),
      fileAway: reader.fileAway,
    },
    forControl: {
      kinds: SOURCE_KINDS,
      find,
      isFetchable,
      test,
      ask: async (connection, secret) => {
        const kind = find(connection.source);
        if (kind?.access?.ask === undefined) throw unknownKind(connection);
        const signal = AbortSignal.timeout(ASKING_MS);
        const request = { settings: connection.settings, secret, sealed: await sealed(connection) };
        return kind.access.ask(request, { clock, network: networkOf(kind), signal }).catch((thrown: unknown) => {
          throw consentRequestError(thrown);
        });
      },
      banks: async (kind, settings, secret) => {
        const context = { clock, network: networkOf(kind), signal: AbortSignal.timeout(ASKING_MS) };
        return (await kind.access?.banks?.({ settings, secret, sealed: null }, context)) ?? [];
      },
      seal: (connection, secret) => secrets.save(secretOfConnection(connection), secret),
      sealed,
      revoke: async ({ source }, text) => {
        const kind = find(source);
        if (kind?.access?.revoke === undefined) return false;
        const context = { clock, network: networkOf(kind), signal: AbortSignal.timeout(REVOKING_MS) };
        return kind.access.revoke(text, context).then(
          () => true,
          () => false,
        );
      },
      authorize: (connection, given, { anyway, signal }) => {
        const kind = find(connection.source);
        if (kind === null) throw unknownKind(connection);
        return (kind.access?.authorize ?? saveTestedAccess)(given, {
          name: secretOfConnection(connection),
          secrets,
          signal,
          prove: anyway ? null : (secret) => test(connection, signal, secret),
          savesAnyway: kind.access?.savesAnyway === true,
          network: networkOf(kind),
        });
      },
    },
  };
}

const UNLIMITED = { perDay: Number.MAX_SAFE_INTEGER, reserved: 0, past: Number.MAX_SAFE_INTEGER };

const ASKING_MS = 60_000;
const REVOKING_MS = 15_000;

function unknownKind({ source }: Pick<Connection, 'source'>): PennyrowError {
  return createError('kind_unknown', { kind: source });
}
