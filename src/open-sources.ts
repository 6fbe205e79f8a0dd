import type { ControlDependencies } from './control/dependencies.ts';
import type { Clock } from './platform/clock.ts';
import { PennyrowError } from './platform/errors.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Line } from './sources/simplefin/ask.ts';
import type { AccessTest, SimplefinSource } from './sources/simplefin/simplefin-source.ts';
import type { Source } from './sources/source.ts';
import type { CsvMemory } from './sources/statements/statement.ts';
import { findTimeZone } from './store/accounts.ts';
import { secretOfConnection, type Connection } from './store/connections.ts';
import { findCsvMapping } from './store/csv-mappings.ts';
import type { Reader, Writer } from './store/database.ts';
import { findImportedFile } from './store/imported-files.ts';
import { sourceKeep } from './store/source-keep.ts';
import type { SyncDependencies } from './sync/dependencies.ts';
import { STATEMENTS } from './sync/import.ts';
import { statementFolder } from './sync/statement-folder.ts';

export interface SourceOpeners {
  readonly store: Writer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** How sources on the internet are reached, when otherwise than usual. */
  readonly line: Line | undefined;
}

/** Which adapter serves which connection; each is loaded when it is first wanted. */
export interface Sources {
  readonly forSync: Pick<SyncDependencies, 'isFetchable' | 'openSource' | 'openStatements' | 'fileAway'>;
  readonly forControl: Pick<ControlDependencies, 'simplefin' | 'inspectStatement' | 'lookAtFolder'>;
}

export function openSources({ store, clock, secrets, line: chosenLine }: SourceOpeners): Sources {
  const line = chosenLine === undefined ? {} : { line: chosenLine };
  const openSimplefin = async (
    connection: Connection,
    isPerson: boolean,
    pasted?: string,
  ): Promise<SimplefinSource> => {
    const { createSimplefinSource, REQUEST_LIMIT } = await import('./sources/simplefin/simplefin-source.ts');
    const keep = sourceKeep(store, connection, { clock, limit: REQUEST_LIMIT, isPerson });
    return createSimplefinSource({
      ...keep,
      accessUrl: async () => pasted ?? secrets.read(secretOfConnection(connection)),
      clock,
      ...line,
    });
  };
  const testSimplefin = async (connection: Connection, signal: AbortSignal, pasted?: string): Promise<AccessTest> =>
    (await openSimplefin(connection, true, pasted)).test({
      timeZone: findTimeZone(store, connection.accountId) ?? 'UTC',
      signal,
    });
  return {
    forSync: {
      isFetchable: (connection) => connection.source !== STATEMENTS || statementFolder(connection).folder !== null,
      openSource: (connection, { isPerson }) =>
        connection.source === 'simplefin' ? openSimplefin(connection, isPerson) : openLocal(connection, store),
      openStatements: async (paths, { accountId, bankAccount }) =>
        (await import('./sources/statements/statement-source.ts')).createStatementSource(
          paths,
          csvMemory(store, accountId, bankAccount),
        ),
      fileAway: async (path) => {
        await (await import('./sources/statements/imported-files.ts')).moveToImported(path);
      },
    },
    forControl: {
      simplefin: {
        authorise: async (connection, pasted, { anyway, signal }) => {
          const { authorise } = await import('./sources/simplefin/authorise.ts');
          const prove = (accessUrl: string): Promise<AccessTest> => testSimplefin(connection, signal, accessUrl);
          return authorise(pasted, {
            name: secretOfConnection(connection),
            secrets,
            signal,
            prove: anyway ? null : prove,
            ...line,
          });
        },
        test: (connection, signal) => testSimplefin(connection, signal),
      },
      inspectStatement: async (accountId, file, wanted) =>
        (await import('./sources/statements/inspect-statement.ts')).inspectFile(
          file,
          csvMemory(store, accountId, null),
          wanted,
        ),
      lookAtFolder: async (typed) => (await import('./sources/statements/look-at-folder.ts')).lookAtFolder(typed),
    },
  };
}

async function openLocal(connection: Connection, store: Reader): Promise<Source> {
  switch (connection.source) {
    case 'demo': {
      const { seed } = connection.settings;
      return (await import('./sources/demo/demo-bank.ts')).createDemoBank(typeof seed === 'number' ? { seed } : {});
    }
    case STATEMENTS: {
      const { folder } = statementFolder(connection);
      const { newStatements } = await import('./sources/statements/statement-folder.ts');
      const isNew = (contentHash: string): boolean =>
        findImportedFile(store, connection.accountId, contentHash) === null;
      const paths = folder === null ? [] : await newStatements(folder, isNew);
      return (await import('./sources/statements/statement-source.ts')).createStatementSource(
        paths,
        csvMemory(store, connection.accountId, null),
      );
    }
    default:
      throw new PennyrowError(
        'source_unknown',
        `This Pennyrow knows no source of the kind “${connection.source}”.`,
        'Install the newer Pennyrow, or remove the connection.',
      );
  }
}

/** How the account's CSV files were read before. */
function csvMemory(store: Reader, accountId: string, account: string | null): CsvMemory {
  return { find: (fingerprint) => findCsvMapping(store, accountId, fingerprint), account };
}
