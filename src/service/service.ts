import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { report } from '../messages/problem.ts';
import { createControl, type Control } from '../control/control.ts';
import { problemPage } from '../control/session/message-page.ts';
import { readSettings } from '../control/settings.ts';
import type { Instant } from '../core/calendar-date.ts';
import { openSources } from './open-sources.ts';
import { createDailyCopies } from '../store/daily-copies.ts';
import { openStore } from '../store/store.ts';
import { createFirstWorkbook, newWorkbookTexts, openBackups, openWorkbooks } from './open-workbooks.ts';
import { steadyClock, systemClock, type Clock } from '../platform/clock.ts';
import type { ServiceConfig } from '../platform/config.ts';
import {
  openDataFolder,
  type DataFolder,
  type System,
  guardFolder,
  type FolderGuard,
} from '../platform/data-folder.ts';
import { digest, newId } from '../platform/ids.ts';
import { createError, type PennyrowError } from '../platform/errors.ts';
import { fileOpener } from '../platform/open-file.ts';
import { openLog, type Log, type LogOptions } from '../platform/log.ts';
import type { OpenPaths } from '../platform/open-paths.ts';
import { checkMachine } from '../platform/machine-checks.ts';
import { createSecrets, openVault, type VaultKeyProvider, chooseVaultKey, passedInKey } from '../platform/vault.ts';
import { systemSleep, type Sleep } from '../platform/sleep.ts';
import { VERSION } from '../platform/version.ts';
import type { Alarms } from '../schedules/alarms.ts';
import { createSchedules } from '../schedules/create-schedules.ts';
import type { Serving } from './serve.ts';
import type { NetworkOptions } from '../sources/request.ts';
import type { Source } from '../sources/source.ts';
import { listAccounts, saveAccount, saveGrantLost, type Account } from '../store/accounts.ts';
import type { Connection } from '../store/connections.ts';
import { sealedSecrets } from '../store/settings.ts';
import { createSync } from '../sync/create-sync.ts';
import type { SyncEvents } from '../sync/runs/events.ts';
import { createWebhooks } from '../webhooks/create-webhooks.ts';
import type { WebhookNetwork } from '../webhooks/post.ts';
import type { Workbook } from '../workbooks/workbook.ts';

export interface Service {
  readonly control: Control;
  readonly dataFolder: DataFolder;
  readonly folder: FolderGuard;
  readonly log: Log;
  serve(): Promise<Served>;
  wake(): void;
  releaseMemory(): void;
  close(): Promise<void>;
}

export interface Served {
  readonly url: string;
  readonly caPath: string;
}

export interface Overrides {
  readonly clock?: Clock;
  readonly alarms?: Alarms;
  readonly terminal?: LogOptions['terminal'];
  readonly openSource?: (connection: Connection, options: { readonly isPerson: boolean }) => Promise<Source>;
  readonly sourceNetwork?: NetworkOptions;
  readonly openWorkbook?: (account: Account) => Workbook;
  readonly webhookNetwork?: WebhookNetwork;
  readonly onCopyFailed?: (problem: PennyrowError) => void;
  readonly vaultKey?: VaultKeyProvider;
  readonly sleep?: Sleep;
  readonly system?: System;
}

/** Closes everything that it has opened if it throws. */
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
  const { log, close: closeLog } = await openLog({
    level: config.logLevel,
    file: dataFolder.log,
    terminal: overrides.terminal ?? null,
  });
  opened.defer(closeLog);
  const store = openStore({ path: dataFolder.database, backupFolder: dataFolder.backups, clock });
  opened.defer(() => store.close());
  const copies = createDailyCopies({
    store,
    backupFolder: dataFolder.backups,
    clock,
    failed: (cause) => {
      log.warn({ err: cause }, 'The daily copy of the database could not be made');
      overrides.onCopyFailed?.(cause);
    },
  });
  opened.defer(() => copies.close());
  const folder = guardFolder(dataFolder);
  const settings = () => readSettings(store, config.syncLimits);
  let serving: Serving | null = null;

  const syncEvents: SyncEvents = new EventEmitter();
  const vaultKey = overrides.vaultKey ?? chooseVaultKey(dataFolder.vaultKey, passedInKey(process.env));
  const secrets = createSecrets(() => openVault(vaultKey), sealedSecrets(store));
  const workbooks = await openWorkbooks({
    secrets,
    clock,
    steadyClock: overrides.clock ?? steadyClock,
    sleep: overrides.sleep ?? systemSleep,
    environment: config.environment,
    dataFolder,
    documents: config.documents,
    home: config.home,
    page: problemPage,
    newWorkbookTexts: () => newWorkbookTexts(config.language),
    onRetry: (notice) => {
      const waitReport = report(notice);
      log.info({ waits: true }, waitReport.message);
      syncEvents.emit('waiting', { notice: waitReport });
    },
    onGrantLost: (accountId) => {
      saveGrantLost(store, accountId, true);
      log.warn(
        { accountId },
        'The permission for the spreadsheet is taken no more; syncs wait until it is connected again',
      );
      syncEvents.emit('workbook', { accountId });
    },
  });
  opened.defer(() => workbooks.close());
  const openWorkbook = overrides.openWorkbook ?? workbooks.open;
  const sources = openSources({ store, clock, secrets, network: overrides.sourceNetwork });
  const first = createFirstWorkbook(dataFolder, workbooks.files, store);
  const sync = createSync({
    store,
    clock,
    events: syncEvents,
    log,
    digest,
    newId: makeId,
    openWorkbook: folder.guarding(openWorkbook),
    prepareWorkbook: first.prepare,
    discardUnusedWorkbook: (account) => void first.discardUnused(account),
    ...sources.forSync,
    ...(overrides.openSource === undefined ? {} : { openSource: overrides.openSource }),
  });
  opened.defer(() => sync.close());
  const schedules = createSchedules({ store, sync, clock, log });
  opened.defer(() => schedules.close());
  const webhooks = createWebhooks({
    store,
    clock,
    log,
    secrets,
    newId: makeId,
    language: () => config.language,
    network: overrides.webhookNetwork,
  });
  opened.defer(() => webhooks.close());
  const openPaths = openTo(config, dataFolder);
  const control = createControl({
    requireFolder: folder.require,
    store,
    clock,
    sync,
    syncEvents,
    schedules,
    newId: makeId,
    workbooks: { ...workbooks.forControl, open: openWorkbook, discardUnused: first.discardUnused },
    webhooks: webhooks.procedures,
    backups: openBackups({ store, vaultKey, dataFolder, clock }, workbooks.files),
    sources: sources.forControl,
    inspectStatement: (accountId, file, options) => sources.reader.inspect(file, sources.csvMemory(accountId), options),
    lookAtFolder: sources.reader.look,
    openPaths,
    listFolder: async (query) =>
      (await import('../platform/list-folder.ts')).listFolder({ home: config.home, without: openPaths.closed }, query),
    opener: fileOpener(overrides.system ?? process),
    waitingFiles: async (accountId) => (await serving?.waitingFiles(accountId)) ?? [],
    defaults: config,
    about: {
      version: VERSION,
      dataFolder: dataFolder.path,
      database: dataFolder.database,
      logFile: dataFolder.log,
      startedAt,
      url: () => serving?.url ?? null,
    },
    certificate: async () =>
      (await import('./serve.ts')).describeCertificate({
        dataFolder,
        vaultKey,
        store,
        clock,
        log,
        url: serving?.url ?? `https://127.0.0.1:${config.port}`,
      }),
    dashboardLink: () => {
      if (serving === null) throw notServing('other');
      return serving.dashboardLink();
    },
    apiAccess: (accountId, scopes) => {
      if (serving === null) throw notServing('api');
      return serving.apiAccess(accountId, scopes);
    },
    checkMachine: () => checkMachine(dataFolder),
    connectionsChanged: () => void serving?.refreshFolders(),
    report: (failure) => log.error({ err: failure }, 'A procedure failed'),
  });

  webhooks.connect(control);

  if (listAccounts(store).length === 0) {
    const workbook = await first.create();
    const entitlement = { kind: 'personal', endsAt: null } as const;
    const [id, createdAt] = [makeId('account'), startedAt as Instant];
    saveAccount(store, { id, name: 'My money', timeZone: config.timeZone, entitlement, workbook, createdAt });
  }
  for (const account of listAccounts(store)) await first.prepare(account);
  await sync.recover();

  return {
    control,
    dataFolder,
    folder,
    log,
    serve: async () => {
      const { serve } = await import('./serve.ts');
      serving = await serve({
        config,
        alarms: overrides.alarms,
        dataFolder,
        folder,
        vaultKey,
        store,
        clock,
        log,
        sync,
        syncEvents,
        schedules,
        webhooks,
        control,
        sources,
        settings,
      });
      opened.defer(serving.close);
      copies.start();
      return { url: serving.url, caPath: dataFolder.certificate };
    },
    wake: () => schedules.wake(),
    releaseMemory: () => store.releaseMemory(),
    close: () => opened.disposeAsync(),
  };
}

/** Pages cannot open `closed`: the data folder, or only Pennyrow's files in it if it is the home folder or contains the workbooks. */
function openTo({ home, documents }: ServiceConfig, dataFolder: DataFolder): OpenPaths {
  const { path, backups, database, log, vaultKey, certificate } = dataFolder;
  const own = [backups, join(path, 'uploads'), database, `${database}-wal`, `${database}-shm`, vaultKey, certificate];
  return {
    roots: [home, documents ?? path],
    closed: path === home || documents === null ? [...own, log, `${log}.1`] : [path],
  };
}

function notServing(wanted: 'other' | 'api'): PennyrowError {
  return createError('service_not_running', { wanted });
}
