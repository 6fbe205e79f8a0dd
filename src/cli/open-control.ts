import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ControlEvent } from '../contract/control/events.ts';
import type { ControlClient, Input, Output, ProcedureName } from '../contract/control/index.ts';
import { problem } from '../messages/problem.ts';
import type { SocketClient } from '../control/socket/client.ts';
import { readConfig, type ConfigFlags, type ServiceConfig } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';
import type { Service } from '../service/service.ts';
import { owningApp, serviceOfApp } from './owning-app.ts';
import { tell, text } from './speech.ts';

/** Control of the data folder, no matter what carries it out: the service that runs on it, or this process. */
export interface OpenControl extends ControlClient {
  /** Whether this process holds the data folder; else a service does that may end at any time. */
  readonly isInProcess: boolean;
  /** Returns what ends the subscription. */
  subscribe(listener: (event: ControlEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}

/** What every command takes. */
export interface GlobalOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
  readonly debug?: boolean;
}

/** How long a folder that another process holds is waited for: it may be a command at work, or a service that starts. */
const PATIENCE_MS = 10_000;
const STEP_MS = 100;

export async function openControl({ dataDir, json, debug }: GlobalOptions): Promise<OpenControl> {
  const config = configFrom({ dataDir, debug });
  const { controlAddress } = openDataFolder(config.dataFolder);
  for (let waited = 0; ; waited += STEP_MS) {
    const service = await connectService(controlAddress);
    if (service !== null) return overSocket(service);
    const app = owningApp();
    if (app !== null)
      return overSocket(
        await serviceOfApp(app, {
          dataFolder: config.dataFolder,
          connect: () => connectService(controlAddress),
          isQuiet: json === true,
        }),
      );
    try {
      return inProcess(await openService(config, debug === true));
    } catch (thrown) {
      if (!isInUse(thrown) || waited >= PATIENCE_MS) throw thrown;
      await pause(STEP_MS);
    }
  }
}

/**
 * The service that runs on the data folder; null when none does. Where nothing listens, no client is loaded: its first
 * request takes longer than the program does otherwise until here.
 */
async function connectService(address: string): Promise<SocketClient | null> {
  // The pipes of Windows are no files.
  if (process.platform !== 'win32' && statSync(address, { throwIfNoEntry: false }) === undefined) return null;
  const { connectSocket } = await import('../control/socket/client.ts');
  return connectSocket(address);
}

export function configFrom({ debug, ...flags }: ConfigFlags & { readonly debug?: boolean | undefined }): ServiceConfig {
  return readConfig(debug === true ? { ...flags, logLevel: 'debug' } : flags);
}

/** The service in this process. Its log always goes to the log file, and to standard error where it is shown. */
export async function openService(config: ServiceConfig, isShown: boolean): Promise<Service> {
  const { createService } = await import('../service/service.ts');
  return createService(config, {
    terminal: isShown ? colouredStderr() : null,
    onCopyFailed: noteCopyFailed,
  });
}

/**
 * The service that will serve in this process. A command at work, or an agent's question, is over in a moment and waited
 * for; another service is not.
 */
export async function openServiceWhenFree(config: ServiceConfig, isShown: boolean): Promise<Service> {
  for (let waited = 0; ; waited += STEP_MS) {
    try {
      return await openService(config, isShown);
    } catch (thrown) {
      if (!isInUse(thrown) || waited >= PATIENCE_MS) throw thrown;
      if ((await connectService(openDataFolder(config.dataFolder).controlAddress)) !== null) throw thrown;
      await pause(STEP_MS);
    }
  }
}

/** Throws `store_damaged`, and what else keeps the database from being opened; one that a service has open is sound. */
export async function requireSoundStore(config: ServiceConfig): Promise<void> {
  try {
    const service = await openService(config, false);
    await service.close();
  } catch (thrown) {
    if (!isInUse(thrown)) throw thrown;
  }
}

/** A note for people: what was asked for is done all the same. A program that reads JSON finds it in the log and asks `doctor`. */
function noteCopyFailed(error: PennyrowError): void {
  if (process.argv.includes('--json')) return;
  const { message, remedy } = tell(reportOf(error));
  process.stderr.write(`pennyrow: ${text().waiting.copyFailed({ problem: `${message} ${remedy}`.trim() })}\n`);
}

/** Colours follow NO_COLOR and what the terminal can show. */
function colouredStderr(): Pick<NodeJS.WriteStream, 'write' | 'isTTY'> {
  const { stderr } = process;
  return { write: stderr.write.bind(stderr), isTTY: stderr.isTTY && stderr.hasColors() };
}

/** Wraps a service that this process has made, and closes it at the end. */
export function inProcess(service: Service): OpenControl {
  const asker = new AbortController();
  return {
    isInProcess: true,
    call: (name, input) => service.control.call(name, input, asker.signal, 'trusted') as Promise<never>,
    subscribe: (listener) => Promise.resolve(service.control.subscribe(listener)),
    close: () => {
      asker.abort();
      return service.close();
    },
  };
}

function overSocket(service: SocketClient): OpenControl {
  return {
    isInProcess: false,
    call: (name, input) => orGone(service, name, input),
    subscribe: (listener) => service.subscribe(listener),
    close: () => Promise.resolve(),
  };
}

async function orGone<Name extends ProcedureName>(
  service: SocketClient,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  try {
    return await service.call(name, input);
  } catch (thrown) {
    if (thrown instanceof PennyrowError) throw thrown;
    throw new PennyrowError(problem('service_gone', {}), { cause: thrown });
  }
}

function isInUse(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'store_in_use';
}
