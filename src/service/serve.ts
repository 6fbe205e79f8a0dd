import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { refuse } from '../api/answer.ts';
import { createApi } from '../api/app.ts';
import { isStillGranted, TOKEN_ENDED, createPasses } from '../api/authenticate.ts';
import { createConnectionLimit, mostConnections } from '../api/connections.ts';
import type { AttentionNote } from '../api/events/events-since.ts';
import { createEventFeed } from '../api/events/feed.ts';
import { listen } from '../api/one-port.ts';
import { createCertificates, type Certificates } from '../api/tls/certificates.ts';
import type { WaitingFile } from '../contract/control/connections.ts';
import type { ApiAccess, CertificateView, Settings, StatusView } from '../contract/control/service.ts';
import type { OwnControl } from '../control/control.ts';
import { answerConsent, CONSENT_PATH } from '../control/session/message-page.ts';
import { createSession, isForDashboard } from '../control/session/session.ts';
import { controlAddress } from '../control/socket/address.ts';
import { serveSocket } from '../control/socket/server.ts';
import type { AgentEndpoint } from '../mcp/http.ts';
import type { Sources } from './open-sources.ts';
import type { Clock } from '../platform/clock.ts';
import type { ServiceConfig } from '../platform/config.ts';
import type { DataFolder, FolderGuard } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import { trustGuides } from '../platform/trust-guide.ts';
import { openVault, type VaultKeyProvider } from '../platform/vault.ts';
import type { Alarms } from '../schedules/alarms.ts';
import type { Schedules } from '../schedules/create-schedules.ts';
import { readSealedSecret, saveSealedSecret } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import type { SyncEvents } from '../sync/runs/events.ts';
import { type RefusedFile, createWatchedFolders, type WatchedFolders } from '../sync/watched-folders.ts';
import type { SyncService } from '../sync/create-sync.ts';
import type { Webhooks } from '../webhooks/create-webhooks.ts';

export type Serving = Awaited<ReturnType<typeof serve>>;

export interface ServeOptions {
  readonly config: ServiceConfig;
  readonly alarms: Alarms | undefined;
  readonly dataFolder: DataFolder;
  readonly folder: FolderGuard;
  readonly vaultKey: VaultKeyProvider;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly sync: SyncService;
  readonly syncEvents: SyncEvents;
  readonly schedules: Schedules;
  readonly webhooks: Webhooks;
  readonly control: OwnControl;
  readonly sources: Pick<Sources, 'forSync' | 'reader' | 'csvMemory'>;
  readonly settings: () => Settings;
}

const GRACE_MS = 5000;

/** The response if the data folder is gone. Checked before the token, because that folder has the tokens. */
const FOLDER_GONE = {
  status: 500,
  error:
    'The data folder of Pennyrow was removed or replaced while it was running. Put it back, or start Pennyrow again.',
};

export async function serve(options: ServeOptions) {
  const started = new AsyncDisposableStack();
  try {
    return await start(options, started);
  } catch (thrown) {
    await started.disposeAsync();
    throw thrown;
  }
}

async function start(options: ServeOptions, started: AsyncDisposableStack) {
  const { config, dataFolder, folder, store, clock, log, sync, syncEvents, control } = options;
  const certificates = await openCertificates(options);
  started.defer(() => certificates.close());
  const limit = createConnectionLimit(mostConnections(openFilesLimit()), () =>
    log.warn({}, 'Too many connections are open; those that are idle or unknown give way to new ones'),
  );
  const session = createSession({ control, store, clock, recognized: limit.recognize });
  const passes = createPasses(clock);
  const feed = createEventFeed({
    store,
    sync,
    events: syncEvents,
    attention: (accountId) => attentionOf(control, accountId),
    report: (problem) => log.error({ err: problem }, 'Events could not be published'),
  });
  const failed = (problem: unknown): void => log.error({ err: problem }, 'A request failed');
  // Loaded on first use, because the MCP library loads slowly and most users have no agent.
  let agents: Promise<AgentEndpoint> | null = null;
  const api = createApi({
    ...options,
    passes,
    feed,
    limits: () => {
      const { syncsPerHour: perHour, syncsPerDay: perDay } = options.settings();
      return { perHour, perDay };
    },
    recognized: limit.recognize,
    agents: async ({ request, response, accountId, grant }) => {
      const { tokenId, scopes } = grant;
      agents ??= import('../mcp/http.ts').then(({ createAgentEndpoint }) => createAgentEndpoint(control, failed));
      const isAnswered = await (
        await agents
      ).answer({
        request,
        response,
        accountId,
        tokenId,
        mayWrite: scopes.includes('write'),
        isStillGranted: () => isStillGranted({ store, clock }, grant),
      });
      return isAnswered ? null : TOKEN_ENDED;
    },
    report: failed,
  });
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    if (isForDashboard(request)) session.answer(request, response);
    else if (request.url === CONSENT_PATH || request.url?.startsWith(`${CONSENT_PATH}?`) === true)
      void answerConsent(control, request, response);
    else if (folder.problem() !== null) refuse(response, FOLDER_GONE);
    else api(request, response);
  };
  const port = await listen({ port: config.port, handler, certificates, log, limit });
  started.defer(() => port.close(GRACE_MS));
  // Closes event streams, which would never end, before the port: closing the port waits for all responses.
  started.defer(() => session.close());
  started.defer(() => feed.close());
  started.defer(() => agents?.then((endpoint) => endpoint.close()));
  const socket = await serveSocket(control, controlAddress(dataFolder.path));
  started.defer(() => socket.close());
  const folders = watchFolders(options);
  started.defer(() => folders.close());
  await folders.refresh();
  started.defer(
    control.subscribe((event) => {
      if (event.type === 'changed' && event.what === 'mappings' && event.accountId !== null)
        folders.answered(event.accountId);
    }),
  );
  const scheduling = startSchedules(options, started);
  started.defer(() => scheduling);
  return {
    url: port.url,
    dashboardLink: () => session.link(port.url),
    apiAccess: (accountId: string, scopes: ApiAccess['scopes']): ApiAccess => ({
      url: port.url,
      caPath: dataFolder.certificate,
      token: passes.issue(accountId, scopes),
      scopes,
    }),
    refreshFolders: () => folders.refresh(),
    waitingFiles: async (accountId: string) => (await folders.waiting(accountId)).map(toWaitingFile),
    close: () => started.disposeAsync(),
  };
}

async function attentionOf(control: OwnControl, accountId: string): Promise<AttentionNote[]> {
  const status = (await control.call('service.status', {}, new AbortController().signal, 'trusted')) as StatusView;
  const notes = status.accounts.find(({ id }) => id === accountId)?.notes ?? [];
  return notes.map(({ about, code, message, remedy }) => ({ about, code, message, remedy }));
}

/** The service starts without waiting for this, because the timer library loads slowly. */
async function startSchedules(
  { alarms, schedules, webhooks }: ServeOptions,
  started: AsyncDisposableStack,
): Promise<void> {
  const chosen = alarms ?? (await import('../schedules/alarms.ts')).createAlarms();
  if (started.disposed) return;
  schedules.start(chosen);
  webhooks.start(chosen);
}

function toWaitingFile({ connection, path, problem, isAnswerable }: RefusedFile): WaitingFile {
  const { code, message, remedy } = problem;
  return {
    connectionId: connection.id,
    path,
    name: basename(path),
    problem: { code, message, remedy },
    answerable: isAnswerable,
  };
}

function watchFolders({ store, sync, syncEvents, log, sources }: ServeOptions): WatchedFolders {
  return createWatchedFolders({
    ...sources.reader,
    watchedFolder: sources.forSync.watchedFolder,
    store,
    sync,
    log,
    changed: (accountId) => syncEvents.emit('connections', { accountId }),
    canRead: async (accountId, path) => {
      const found = await sources.reader.inspect({ path }, sources.csvMemory(accountId), {}).catch(() => null);
      return found !== null && found.problem === null && (found.csv === null || found.csv.mapping !== null);
    },
  });
}

type CertificateOptions = Pick<ServeOptions, 'dataFolder' | 'vaultKey' | 'store' | 'clock' | 'log'>;

async function openCertificates(options: CertificateOptions): Promise<Certificates> {
  const { dataFolder, vaultKey, store, clock, log } = options;
  return createCertificates({
    caPath: dataFolder.certificate,
    vault: await openVault(vaultKey),
    secrets: {
      get: (name) => readSealedSecret(store, name),
      set: (name, sealed) => saveSealedSecret(store, name, sealed),
    },
    clock,
    log,
  });
}

export async function describeCertificate(
  options: CertificateOptions & { readonly url: string },
): Promise<CertificateView> {
  const certificates = await openCertificates(options);
  certificates.close();
  const { caPath } = certificates;
  return {
    caPath,
    fingerprint: certificates.fingerprint(),
    guides: trustGuides({ caPath, caPem: certificates.caPem(), url: options.url }),
  };
}

/** The maximum number of open files and sockets of this process; Infinity if unlimited, as on Windows. */
function openFilesLimit(): number {
  // Node has the limit only in its diagnostic report, which looks up the names of all connected hosts without `excludeNetwork`.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
