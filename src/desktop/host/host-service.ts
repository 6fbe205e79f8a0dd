import { CHANGES, type ControlEvent } from '../../contract/control/events.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { toPennyrowError, type PennyrowError } from '../../platform/errors.ts';
import type { VaultKeyProvider } from '../../platform/vault.ts';
import type { Service } from '../../service/service.ts';
import {
  logTo,
  startServiceThread,
  type Death,
  type ServiceThread,
  type ServiceThreadOptions,
} from './service-thread.ts';
import type { AskAboutSilence } from './silence.ts';
import type { Control } from '../../control/control.ts';
import { controlClient } from './control-client.ts';
import { logFailure } from './log-failure.ts';

export type DesktopService = Pick<Service, 'control' | 'log' | 'wake' | 'close'>;

export interface ServiceSurroundings {
  readonly vaultKey: VaultKeyProvider;
  readonly startsAgain: (problem: PennyrowError) => Promise<boolean>;
  /** Asks the user to wait for, or to end, a service that does not respond or does not stop. */
  readonly onSilence: AskAboutSilence;
}

/** Runs the service in a worker thread. After a crash, a dialog offers a restart, after which windows reload their data. */
export async function hostService(
  config: ServiceConfig,
  { vaultKey, startsAgain, onSilence }: ServiceSurroundings,
  unusual: Pick<ServiceThreadOptions, 'program' | 'limits' | 'alarm'> = {},
): Promise<DesktopService> {
  const listeners = new Set<(event: ControlEvent) => void>();
  const runs = new Set<string>();
  const onEvent = (event: ControlEvent): void => {
    if (event.type === 'run' && event.run.finishedAt === null) runs.add(event.run.id);
    else if (event.type === 'run') runs.delete(event.run.id);
    for (const listener of listeners) listener(event);
  };
  const options: ServiceThreadOptions = { vaultKey, onEvent, onSilence, ...unusual };
  let thread: ServiceThread = await startServiceThread(config, options);
  let starting: Promise<unknown> | null = null;
  let isClosing = false;
  let logged: Promise<void> | null = null;

  async function startAgain(): Promise<Death | null> {
    try {
      const next = startServiceThread(config, options);
      starting = next;
      thread = await next;
      await sendMissedEvents(thread, [...runs], onEvent);
      return await thread.ended;
    } catch (thrown) {
      return { problem: toPennyrowError(thrown), isExpectedEnd: false };
    } finally {
      starting = null;
    }
  }

  async function follow(): Promise<void> {
    let death = await thread.ended;
    while (death !== null) {
      const { problem, isExpectedEnd } = death;
      logged = logFailure(config, problem, 'The service stopped by itself');
      await logged;
      if (isClosing || !(isExpectedEnd || (await startsAgain(problem))) || isClosing) return;
      death = await startAgain();
    }
  }

  void follow();
  return {
    control: {
      call: (name, input, signal, caller) => thread.call(name, input, signal, caller),
      receive: (name, content, signal) => thread.receive(name, content, signal),
      allowPath: (path) => thread.allowPath(path),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    log: logTo((level, fields, message) => thread.log[level](fields, message)),
    wake: () => thread.wake(),
    close: async () => {
      isClosing = true;
      await starting?.catch(() => undefined);
      await thread.close();
      await logged;
    },
  };
}

/** Sends the events that a crash may have lost: the state of each of these runs, and `changed` for all other data. */
async function sendMissedEvents(
  control: Pick<Control, 'call'>,
  runs: readonly string[],
  send: (event: ControlEvent) => void,
): Promise<void> {
  const client = controlClient(control, new AbortController().signal);
  for (const runId of runs) {
    const run = await client.call('run.get', { runId }).catch(() => null);
    if (run !== null) send({ type: 'run', run });
  }
  for (const what of CHANGES) send({ type: 'changed', what, accountId: null });
}
