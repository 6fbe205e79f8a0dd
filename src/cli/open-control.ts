import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ControlEvent } from '../contract/control/events.ts';
import type { ControlClient } from '../contract/control/index.ts';
import type { SocketClient } from '../control/socket/client.ts';
import { readConfig, type ConfigFlags, type ServiceConfig } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { createError, hasCode, PennyrowError, reportOf } from '../platform/errors.ts';
import type { Service } from '../service/service.ts';
import { localize, text } from './locale.ts';

/** A client of the service of a data folder: of the running service, or of one in this process. */
export interface OpenControl extends ControlClient {
  /** False if another process runs the service, which may stop at any time. */
  readonly isInProcess: boolean;
  /** Resolves with a function that unsubscribes. */
  subscribe(listener: (event: ControlEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}

export interface GlobalOptions {
  readonly account?: string;
  readonly dataDir?: string;
  readonly json?: boolean | undefined;
  readonly debug?: boolean;
}

/** The maximum wait for a data folder that another command or a starting service has open. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

export async function openControl({ dataDir, json, debug }: GlobalOptions): Promise<OpenControl> {
  const config = configFrom({ dataDir, debug });
  const { path } = openDataFolder(config.dataFolder);
  for (let waited = 0; ; waited += POLL_MS) {
    const service = await connectService(path);
    if (service !== null) return overSocket(service);
    const app = owningApp();
    if (app !== null) return overSocket(await startOwningApp(app, path, json === true));
    try {
      return inProcess(await openService(config, debug === true));
    } catch (thrown) {
      if (!hasCode(thrown, 'store_in_use') || waited >= TIMEOUT_MS) throw thrown;
      await pause(POLL_MS);
    }
  }
}

export async function usingControl<Outcome>(
  options: GlobalOptions,
  use: (control: OpenControl) => Promise<Outcome>,
): Promise<Outcome> {
  const control = await openControl(options);
  try {
    return await use(control);
  } finally {
    await control.close();
  }
}

/** Connects to the running service; null if there is none. Loads the slow client only if the socket exists. */
async function connectService(dataFolder: string): Promise<SocketClient | null> {
  const { controlAddress } = await import('../control/socket/address.ts');
  const address = controlAddress(dataFolder);
  // On Windows, only an attempt to connect shows if the named pipe exists, because it is not a file.
  if (process.platform !== 'win32' && statSync(address, { throwIfNoEntry: false }) === undefined) return null;
  const { connectSocket } = await import('../control/socket/client.ts');
  return connectSocket(address);
}

export function configFrom({ debug, ...flags }: ConfigFlags & { readonly debug?: boolean | undefined }): ServiceConfig {
  return readConfig(debug === true ? { ...flags, logLevel: 'debug' } : flags);
}

export async function openService(config: ServiceConfig, isShown: boolean): Promise<Service> {
  const { createService } = await import('../service/service.ts');
  return createService(config, { terminal: isShown ? coloredStderr() : null, onCopyFailed: warnCopyFailed });
}

export async function openServiceWhenFree(config: ServiceConfig, isShown: boolean): Promise<Service> {
  for (let waited = 0; ; waited += POLL_MS) {
    try {
      return await openService(config, isShown);
    } catch (thrown) {
      if (!hasCode(thrown, 'store_in_use') || waited >= TIMEOUT_MS) throw thrown;
      if ((await connectService(openDataFolder(config.dataFolder).path)) !== null) throw thrown;
      await pause(POLL_MS);
    }
  }
}

/** Throws `store_damaged` or another problem of the database. A database that a service has open counts as sound. */
export async function requireSoundStore(config: ServiceConfig): Promise<void> {
  try {
    const service = await openService(config, false);
    await service.close();
  } catch (thrown) {
    if (!hasCode(thrown, 'store_in_use')) throw thrown;
  }
}

function warnCopyFailed(error: PennyrowError): void {
  if (process.argv.includes('--json')) return;
  const { message, remedy } = localize(reportOf(error));
  process.stderr.write(`pennyrow: ${text().waiting.copyFailed({ problem: `${message} ${remedy}`.trim() })}\n`);
}

function coloredStderr(): Pick<NodeJS.WriteStream, 'write' | 'isTTY'> {
  const { stderr } = process;
  return { write: stderr.write.bind(stderr), isTTY: stderr.isTTY && stderr.hasColors() };
}

export function inProcess(service: Service): OpenControl {
  const prompt = new AbortController();
  return {
    isInProcess: true,
    call: (name, input) => service.control.call(name, input, prompt.signal, 'trusted') as Promise<never>,
    subscribe: (listener) => Promise.resolve(service.control.subscribe(listener)),
    close: () => {
      prompt.abort();
      return service.close();
    },
  };
}

function overSocket(service: SocketClient): OpenControl {
  return {
    isInProcess: false,
    call: (name, input) =>
      service.call(name, input).catch((thrown: unknown): never => {
        throw thrown instanceof PennyrowError ? thrown : createError('service_gone', {}, { cause: thrown });
      }),
    subscribe: service.subscribe,
    close: () => Promise.resolve(),
  };
}

/** The desktop app that contains this command line. Commands then use the app's service instead of one in this process. */
export interface OwningApp {
  /** False if this process cannot read standard input, as on Windows. */
  readonly hasInput: boolean;
  /** Starts the app without a window. Resolves with its exit code; null if unknown. */
  start(dataFolder: string): Promise<number | null>;
}

let app: OwningApp | null = null;

export function setOwningApp(owner: OwningApp | null): void {
  app = owner;
}

export function owningApp(): OwningApp | null {
  return app;
}

export function requireInput(): void {
  if (app?.hasInput === false) throw createError('command_no_input', {});
}

/** Long, because the app may wait until the user unlocks the keychain. */
const APP_START_TIMEOUT_MS = 60_000;

/** Starts the app and connects to its service. Throws `command_app_failed` or `command_app_silent`. */
async function startOwningApp(owner: OwningApp, dataFolder: string, isQuiet: boolean): Promise<SocketClient> {
  if (!isQuiet) process.stderr.write(`${text().waiting.startingApp}\n`);
  let exitCode: number | null = null;
  void owner.start(dataFolder).then(
    (code) => (exitCode = code),
    () => (exitCode = 1),
  );
  for (let waited = 0; waited < APP_START_TIMEOUT_MS; waited += POLL_MS) {
    const service = await connectService(dataFolder);
    if (service !== null) return service;
    // Waits after exit code 0, with which the app exits if another instance is starting.
    if (exitCode !== null && exitCode !== 0) throw createError('command_app_failed', { code: String(exitCode) });
    await pause(POLL_MS);
  }
  throw createError('command_app_silent', {});
}
