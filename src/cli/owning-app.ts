import { setTimeout as pause } from 'node:timers/promises';
import type { SocketClient } from '../control/socket/client.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { text } from './speech.ts';

/** The desktop app, where the command line came with it: then the app is the service, and nothing runs in this process. */
export interface OwningApp {
  /** Whether what is typed or piped reaches this process. */
  readonly hasInput: boolean;
  /**
   * Starts the app on this data folder, without a window. Resolves when the program that was started has ended, which it
   * also does beside one that runs already, with its exit code; null where the system does not tell.
   */
  start(dataFolder: string): Promise<number | null>;
}

let app: OwningApp | null = null;

export function belongTo(owner: OwningApp | null): void {
  app = owner;
}

export function owningApp(): OwningApp | null {
  return app;
}

/** @throws PennyrowError command_no_input, where nothing that is typed or piped arrives */
export function requireInput(): void {
  if (app?.hasInput === false) throw new PennyrowError(problem('command_no_input', {}));
}

/** A person may have to unlock the keychain first. */
const PATIENCE_MS = 60_000;
const STEP_MS = 100;

interface ServiceOfApp {
  readonly dataFolder: string;
  /** Null while nobody serves there. */
  readonly connect: () => Promise<SocketClient | null>;
  /** Says nothing meanwhile. */
  readonly isQuiet: boolean;
}

/**
 * Starts the app and waits for its service.
 *
 * @throws PennyrowError command_app_failed, command_app_silent
 */
export async function serviceOfApp(
  owner: OwningApp,
  { dataFolder, isQuiet, connect }: ServiceOfApp,
): Promise<SocketClient> {
  if (!isQuiet) process.stderr.write(`${text().waiting.startingApp}\n`);
  let exitCode: number | null = null;
  void owner.start(dataFolder).then(
    (code) => (exitCode = code),
    () => (exitCode = 1),
  );
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    const service = await connect();
    if (service !== null) return service;
    // 0: another one is starting already, and this one left it to that.
    if (exitCode !== null && exitCode !== 0)
      throw new PennyrowError(problem('command_app_failed', { code: String(exitCode) }));
    await pause(STEP_MS);
  }
  throw new PennyrowError(problem('command_app_silent', {}));
}
