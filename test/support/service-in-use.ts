import { join } from 'node:path';
import type { Scope } from '../../src/store/tokens.ts';
import type { Run } from '../../src/core/run.ts';
import type { Overrides } from '../../src/service/service.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import type { Person } from '../contracts/workbook-session.ts';
import { createClient, type Answer, type Client } from './api-client.ts';
import { makeLighter } from './lighter-workbook.ts';
import { keepFolder, writeCopy, type KeptFolder } from './folder-copy.ts';
import { exceljsPerson, exceljsRows } from './exceljs-person.ts';
import { oncePerRun } from './once-per-run.ts';
import { runningService, type RunningService } from './running-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The whole service with its workbook, and the actions of a script and of a user in the spreadsheet. */
export interface ServiceInUse extends RunningService {
  readonly folder: string;
  /** The workbook of the first account. */
  readonly workbookPath: string;
  readonly time: MachineTime;
  readonly call: Client;
  /** Sends a GET request with a token that has all permissions for the first account. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  token(scopes: readonly Scope[], accountId?: string): Promise<string>;
  /** The token that `get`, `post` and `delete` use. */
  ownToken(): Promise<string>;
  /** Imports statement files and waits for the run. */
  import(...paths: readonly string[]): Promise<Run>;
  /** Syncs and waits for the run. */
  sync(): Promise<Run>;
  /** A user who edits the first account's spreadsheet in another program. */
  readonly person: Person;
  /** The rows of a sheet by header, as another program reads them. */
  rows(sheet?: string): Promise<Record<string, string | number | null>[]>;
  /**
   * Closes this service and starts another one on the same folder, one day later. `samePort` keeps the address for a
   * browser.
   */
  restart(options?: { readonly samePort?: boolean }): Promise<ServiceInUse>;
}

/** In milliseconds; longer than the service caches a read of the workbook. */
const A_WHILE = 3000;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Yesterday at 05:00 UTC. The clocks of these tests start here, since real clients validate the certificate against the
 * system time.
 */
function recentMorning(): number {
  return Math.floor(Date.now() / DAY) * DAY - DAY + 5 * HOUR;
}

export async function serviceInUse(
  overrides: Overrides = {},
  time: MachineTime = machineTime(recentMorning()),
): Promise<ServiceInUse> {
  return open(overrides, time, false);
}

/** The service before any use, without a token. */
export async function newInstall(): Promise<ServiceInUse> {
  return open({}, machineTime(recentMorning()), true);
}

/** A service that starts for the first time. It is slower, so only tests of the first start should use it. */
export async function firstInstall(): Promise<ServiceInUse> {
  return openNew({}, machineTime(recentMorning()), true);
}

/** Parts of the service that do not affect its first start. */
const LATER: ReadonlySet<string> = new Set<keyof Overrides>([
  'openSource',
  'sleep',
  'sourceNetwork',
  'system',
  'webhookNetwork',
]);

/** The result of a first start at this time, created once for each run. */
const started = new Map<number, Promise<KeptFolder>>();

async function firstStart(now: number): Promise<KeptFolder> {
  // A short name, since the address of a socket may have only a hundred characters.
  const folder = await oncePerRun(now.toString(36), async (empty) => {
    const time = machineTime(now);
    const { service } = await runningService({ clock: time, alarms: time }, empty);
    await makeLighter(join(empty, 'Pennyrow.xlsx'));
    await service.close();
  });
  return keepFolder(folder);
}

async function open(overrides: Overrides, time: MachineTime, isNew: boolean): Promise<ServiceInUse> {
  // A first start takes four times as long as a later one, and has separate tests.
  if (!Object.keys(overrides).every((part) => LATER.has(part))) return openNew(overrides, time, isNew);
  return openCopy(await startedAt(time.now()), overrides, time, isNew);
}

function startedAt(now: number): Promise<KeptFolder> {
  const cached = started.get(now) ?? firstStart(now);
  started.set(now, cached);
  return cached;
}

/** A data folder on which a service ran before, for a program that starts there. */
export async function folderInUse(): Promise<string> {
  const folder = temporaryFolder();
  writeCopy(await startedAt(recentMorning()), folder);
  return folder;
}

async function openCopy(
  cached: KeptFolder,
  overrides: Overrides,
  time: MachineTime,
  isNew: boolean,
  ownToken: string | null = null,
): Promise<ServiceInUse> {
  const folder = temporaryFolder();
  writeCopy(cached, folder);
  const running = await runningService({ clock: time, alarms: time, ...overrides }, folder);
  return inUse(running, folder, time, overrides, isNew, ownToken);
}

async function openNew(overrides: Overrides, time: MachineTime, isNew: boolean): Promise<ServiceInUse> {
  const folder = temporaryFolder();
  const running = await runningService({ clock: time, alarms: time, ...overrides }, folder);
  await makeLighter(join(folder, 'Pennyrow.xlsx'));
  return inUse(running, folder, time, overrides, isNew);
}

/** The state of a closed service, which many tests can continue. */
export interface KeptService {
  readonly folder: KeptFolder;
  readonly ownToken: string;
  readonly now: number;
}

/** Closes the service and returns its state. */
export async function keepService({ service, folder, ownToken, time }: ServiceInUse): Promise<KeptService> {
  const token = await ownToken();
  await service.close();
  return { folder: keepFolder(folder), ownToken: token, now: time.now() };
}

/** Starts a service on a copy of another service's state, at that state's time. */
export async function continueService(
  cached: KeptService,
  overrides: Overrides,
  time: MachineTime,
): Promise<ServiceInUse> {
  return openCopy(cached.folder, overrides, time, false, cached.ownToken);
}

async function inUse(
  running: RunningService,
  folder: string,
  time: MachineTime,
  overrides: Overrides,
  isNew = false,
  ownToken: string | null = null,
): Promise<ServiceInUse> {
  const { client, accountId } = running;
  const workbookPath = join(folder, 'Pennyrow.xlsx');
  const call = createClient(running.url, running.ca.toString(), time);
  const ended = async ({ runId }: { readonly runId: string }): Promise<Run> => client.call('run.wait', { runId });
  const token: ServiceInUse['token'] = async (scopes, owner = accountId) =>
    (await client.call('token.create', { accountId: owner, name: 'test', scopes: [...scopes] })).token;
  let made = ownToken === null ? null : Promise.resolve(ownToken);
  const own = (): Promise<string> => (made ??= token(['read', 'write']));
  if (!isNew) await own();
  return {
    ...running,
    folder,
    workbookPath,
    time,
    call,
    token,
    ownToken: own,
    get: async (path, headers = {}) => call('GET', path, { token: await own(), headers }),
    post: async (path, body) => call('POST', path, { token: await own(), body }),
    delete: async (path) => call('DELETE', path, { token: await own() }),
    import: async (...paths) => ended(await client.call('run.import', { accountId, paths: [...paths] })),
    sync: async () => ended(await client.call('run.sync', { accountId })),
    person: exceljsPerson(workbookPath),
    rows: (sheet = 'Transactions') => exceljsRows(workbookPath, sheet),
    restart: async ({ samePort = false } = {}) => {
      await running.service.close();
      const port = samePort ? Number(new URL(running.url).port) : 0;
      const next = await runningService({ clock: time, alarms: time, ...overrides }, folder, port);
      return inUse(next, folder, time, overrides);
    },
  };
}

/** Makes the service read its workbook again at the next request. */
export function later({ time }: Pick<ServiceInUse, 'time'>): void {
  time.pass(A_WHILE);
}
