import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createControl, type Control } from './control/control.ts';
import type { ControlDependencies } from './control/dependencies.ts';
import { readSettings } from './control/settings.ts';
import type { Instant } from './core/calendar-date.ts';
import { steadyClock, systemClock, type Clock } from './platform/clock.ts';
import type { ServiceConfig } from './platform/config.ts';
import { openDataFolder, type DataFolder } from './platform/data-folder.ts';
import { digest } from './platform/digest.ts';
import { PennyrowError } from './platform/errors.ts';
import { newId } from './platform/ids.ts';
import { openLog, type Log, type LogOptions } from './platform/log.ts';
import { checkMachine } from './platform/machine-checks.ts';
import { createSecrets } from './platform/secrets.ts';
import { systemSleep, type Sleep } from './platform/sleep.ts';
import { openVault, type VaultKeyProvider } from './platform/vault.ts';
import { chooseVaultKey } from './platform/vault-key.ts';
import { VERSION } from './platform/version.ts';
import type { Alarms } from './schedules/alarms.ts';
import { createSchedules } from './schedules/create-schedules.ts';
import type { Serving } from './serve.ts';
import type { Line } from './sources/simplefin/ask.ts';
import type { SimplefinSource } from './sources/simplefin/simplefin-source.ts';
import type { Source } from './sources/source.ts';
import type { CsvMemory } from './sources/statements/statement.ts';
import { findTimeZone, listAccounts, saveAccount, saveGrantLost, type Account } from './store/accounts.ts';
import { secretOfConnection, type Connection } from './store/connections.ts';
import { listDatabaseBackups } from './store/database-backups.ts';
import type { Reader } from './store/database.ts';
import { findCsvMapping } from './store/csv-mappings.ts';
import { findImportedFile } from './store/imported-files.ts';
import { sealedSecrets } from './store/secrets.ts';
import { sourceKeep } from './store/source-keep.ts';
import { openStore } from './store/store.ts';
import { createSync } from './sync/create-sync.ts';
import { createSyncEvents } from './sync/events.ts';
import { STATEMENTS } from './sync/import.ts';
import { statementFolder } from './sync/statement-folder.ts';
import { endpointsAt, GOOGLE } from './workbooks/google/endpoints.ts';
import { createGoogleDesk, type GoogleDesk } from './workbooks/google/google-desk.ts';
import type { Workbook } from './workbooks/workbook.ts';
import type { NewWorkbookOptions } from './workbooks/xlsx/new-workbook.ts';
import { openXlsxWorkbook } from './workbooks/xlsx/xlsx-workbook.ts';

/** Pennyrow without a face: what the command line, the desktop and the tests start. */
export interface Service {
  readonly control: Control;
  readonly dataFolder: DataFolder;
  readonly log: Log;
  /** Answers scripts and the command line, keeps schedules and watches folders, until `close`. */
  serve(): Promise<Served>;
  /** To be called when the machine wakes up: what was due meanwhile is looked for at once. */
  wake(): void;
  /** Ends what is under way, safely. */
  close(): Promise<void>;
}

export interface Served {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** The certificate that clients must trust. */
  readonly caPath: string;
}

/** What tests and the desktop put in place of the usual. */
export interface Overrides {
  readonly clock?: Clock;
  readonly alarms?: Alarms;
  /** Where log lines for people go; null for nowhere. */
  readonly terminal?: LogOptions['terminal'];
  readonly openSource?: (connection: Connection, asked: { readonly isPerson: boolean }) => Promise<Source>;
  /** How sources on the internet are reached. */
  readonly sourceLine?: Line;
  readonly openWorkbook?: (account: Account) => Workbook;
  /** The key to the stored secrets, where a file of the data folder is not the place for it. */
  readonly vaultKey?: VaultKeyProvider;
  /** How the time between two attempts at Google, or for a person's answer, is waited for. */
  readonly sleep?: Sleep;
}

/**
 * Opens the data folder, settles what the last process left open, and makes the first account when there is
 * none. Throws PennyrowError when the folder or the database cannot be used; then nothing stays open.
 */
export async function createService(config: ServiceConfig, overrides: Overrides = {}): Promise<Service> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(config, overrides, opened);
  } catch (thrown) {
    await opened.disposeAsync();
    throw thrown;
  }
}

async function open(config: ServiceConfig, overrides: Overrides, opened: AsyncDisposableStack): Promise<Service> {
  const clock = overrides.clock ?? systemClock;
  const startedAt = new Date(clock.now()).toISOString();
  const makeId = (kind: string): string => newId(kind, clock);
  const dataFolder = openDataFolder(config.dataFolder);
  const { log, close: closeLog } = await openLog({ level: config.logLevel, file: dataFolder.log, terminal: overrides.terminal ?? null });
  opened.defer(closeLog);
  const store = openStore({ path: dataFolder.database, backupFolder: dataFolder.backups, clock });
  opened.defer(() => store.close());
  const settings = () => readSettings(store, config.syncLimits);
  let serving: Serving | null = null;

  const syncEvents = createSyncEvents();
  const vaultKey = overrides.vaultKey ?? chooseVaultKey(dataFolder.vaultKey, process.env['PENNYROW_VAULT_KEY']);
  const secrets = createSecrets(() => openVault(vaultKey), sealedSecrets(store));
  const google = createGoogleDesk({
    secrets,
    endpoints: config.google.url === null ? GOOGLE : endpointsAt(config.google.url),
    clientFromEnvironment: config.google.client,
    clock,
    steadyClock: overrides.clock ?? steadyClock,
    sleep: overrides.sleep ?? systemSleep,
    onGrantLost: (accountId) => {
      saveGrantLost(store, accountId, true);
      log.warn({ accountId }, 'Google takes the permission for the spreadsheet no more; syncs wait until it is connected again');
      syncEvents.emit('workbook', { accountId });
    },
  });
  opened.defer(() => google.close());
  const line = overrides.sourceLine === undefined ? {} : { line: overrides.sourceLine };
  const openSimplefin = async (connection: Connection, isPerson: boolean): Promise<SimplefinSource> => {
    const { createSimplefinSource, REQUEST_LIMIT } = await import('./sources/simplefin/simplefin-source.ts');
    const keep = sourceKeep(store, connection, { clock, limit: REQUEST_LIMIT, isPerson });
    return createSimplefinSource({ ...keep, accessUrl: () => secrets.read(secretOfConnection(connection)), clock, ...line });
  };
  const workbooks = {
    open: overrides.openWorkbook ?? ((account: Account) => openWorkbook(account, dataFolder, clock, google)),
    create: async (path: string, rules: NewWorkbookOptions['rules'] = []) => (await import('./workbooks/xlsx/new-workbook.ts')).createXlsxWorkbook(path, { rules }),
    defaultPath: (accountName: string) => freePath(dataFolder.path, accountName),
    firstPath: dataFolder.defaultWorkbook,
    suggestedPath: (name: string) => freePath(config.documents !== null && existsSync(config.documents) ? config.documents : dataFolder.path, name),
  };
  const sync = createSync({
    store,
    clock,
    events: syncEvents,
    log,
    digest,
    newId: makeId,
    openWorkbook: workbooks.open,
    isFetchable: (connection) => connection.source !== STATEMENTS || statementFolder(connection).folder !== null,
    openSource: overrides.openSource ?? ((connection, { isPerson }) => (connection.source === 'simplefin' ? openSimplefin(connection, isPerson) : openSource(connection, store))),
    openStatements: async (paths, { accountId, bankAccount }) => (await import('./sources/statements/statement-source.ts')).createStatementSource(paths, csvMemory(store, accountId, bankAccount)),
    fileAway: async (path) => {
      await (await import('./sources/statements/imported-files.ts')).moveToImported(path);
    },
  });
  opened.defer(() => sync.close());
  const schedules = createSchedules({ store, sync, clock, log });
  opened.defer(() => schedules.close());
  const control = createControl({
    store,
    clock,
    sync,
    syncEvents,
    schedules,
    newId: makeId,
    workbooks,
    backups: createBackups(dataFolder),
    google,
    simplefin: {
      authorise: async (connection, pasted, signal) => (await import('./sources/simplefin/authorise.ts')).authorise(pasted, { name: secretOfConnection(connection), secrets, signal, ...line }),
      test: async (connection, signal) => (await openSimplefin(connection, true)).test({ timeZone: findTimeZone(store, connection.accountId) ?? 'UTC', signal }),
    },
    inspectStatement: async (accountId, file, wanted) => (await import('./sources/statements/inspect-statement.ts')).inspectFile(file, csvMemory(store, accountId, null), wanted),
    waitingFiles: async (accountId) => (await serving?.waitingFiles(accountId)) ?? [],
    lookAtFolder: async (typed) => (await import('./sources/statements/look-at-folder.ts')).lookAtFolder(typed),
    defaults: config,
    about: { version: VERSION, dataFolder: dataFolder.path, logFile: dataFolder.log, startedAt, url: () => serving?.url ?? null },
    certificate: async () => (await import('./serve.ts')).describeCertificate({ dataFolder, vaultKey, store, clock, log, url: serving?.url ?? `https://127.0.0.1:${config.port}` }),
    dashboardLink: () => {
      if (serving === null) throw notServing();
      return serving.dashboardLink();
    },
    checkMachine: () => checkMachine(dataFolder),
    connectionsChanged: () => void serving?.refreshFolders(),
    report: (failure) => log.error({ err: failure }, 'A procedure failed'),
  });

  if (listAccounts(store).length === 0) {
    const workbook = await firstWorkbook(dataFolder, workbooks.create);
    saveAccount(store, firstAccount(makeId('account'), config.timeZone, workbook, startedAt as Instant));
  }
  await sync.recover();

  return {
    control,
    dataFolder,
    log,
    serve: async () => {
      const { serve } = await import('./serve.ts');
      serving = await serve({ config, alarms: overrides.alarms, dataFolder, vaultKey, store, clock, log, sync, syncEvents, schedules, control, settings });
      opened.defer(serving.close);
      return { url: serving.url, caPath: dataFolder.certificate };
    },
    wake: () => schedules.wake(),
    close: () => opened.disposeAsync(),
  };
}

/** The data folder's own workbook, which is there already when only the database was lost. */
async function firstWorkbook({ defaultWorkbook }: DataFolder, create: (path: string) => Promise<void>): Promise<string> {
  if (!existsSync(defaultWorkbook)) await create(defaultWorkbook);
  return defaultWorkbook;
}

function firstAccount(id: string, timeZone: string, path: string, createdAt: Instant): Omit<Account, 'layout'> {
  return { id, name: 'My money', timeZone, entitlement: { kind: 'personal', endsAt: null }, workbook: { kind: 'xlsx', path }, createdAt };
}

/** The folder of a workbook's earlier versions. */
function versionsOf({ backups }: DataFolder, accountId: string): string {
  return join(backups, accountId);
}

function createBackups(dataFolder: DataFolder): ControlDependencies['backups'] {
  const folder = (accountId: string): string => versionsOf(dataFolder, accountId);
  const load = () => import('./workbooks/xlsx/versions.ts');
  return {
    workbookFolder: folder,
    ofWorkbook: async (accountId) => (await load()).listVersions(folder(accountId)),
    bringBack: async (accountId, name, path) => (await load()).bringBack({ folder: folder(accountId), name }, path),
    databaseFolder: dataFolder.backups,
    ofDatabase: () => listDatabaseBackups({ path: dataFolder.database, backupFolder: dataFolder.backups }),
  };
}

function openWorkbook({ id, workbook }: Account, dataFolder: DataFolder, clock: Clock, google: GoogleDesk): Workbook {
  if (workbook === null) throw new PennyrowError('workbook_none', 'The account has no workbook.', 'Connect or make one.');
  if (workbook.kind === 'google') return google.open(id, workbook);
  return openXlsxWorkbook(workbook.path, { backupFolder: versionsOf(dataFolder, id), clock });
}

async function openSource(connection: Connection, store: Reader): Promise<Source> {
  switch (connection.source) {
    case 'demo': {
      const { seed } = connection.settings;
      return (await import('./sources/demo/demo-bank.ts')).createDemoBank(typeof seed === 'number' ? { seed } : {});
    }
    case STATEMENTS: {
      const { folder } = statementFolder(connection);
      const { newStatements } = await import('./sources/statements/statement-folder.ts');
      const isNew = (contentHash: string): boolean => findImportedFile(store, connection.accountId, contentHash) === null;
      const paths = folder === null ? [] : await newStatements(folder, isNew);
      return (await import('./sources/statements/statement-source.ts')).createStatementSource(paths, csvMemory(store, connection.accountId, null));
    }
    default:
      throw new PennyrowError('source_unknown', `This Pennyrow knows no source of the kind “${connection.source}”.`, 'Install the newer Pennyrow, or remove the connection.');
  }
}

/** How the account's CSV files were read before. */
function csvMemory(store: Reader, accountId: string, account: string | null): CsvMemory {
  return { find: (fingerprint) => findCsvMapping(store, accountId, fingerprint), account };
}

/** A file in the folder that is not there yet, named after the account. */
function freePath(folder: string, accountName: string): string {
  const stem = accountName.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'Account';
  for (let number = 1; ; number += 1) {
    const candidate = join(folder, `${stem}${number === 1 ? '' : ` ${number}`}.xlsx`);
    if (!existsSync(candidate)) return candidate;
  }
}

function notServing(): PennyrowError {
  return new PennyrowError('service_not_running', 'The service is not running, so there is nothing to sign in to.', 'Start it with `pennyrow serve`, then ask again.');
}
