import { startService } from '../../src/desktop/host/start-service.ts';
import type { StartService } from '../../src/desktop/desktop.ts';
import { packFields, toResult, unpackFields, unwrap } from '../../src/platform/thread-result.ts';
import type { Log } from '../../src/platform/log.ts';
import { hostBuilt } from './hosted-service.ts';

/** If true, all desktop tests run the service in a thread, as the released app does. */
const WANTS_THREADS = process.env['PENNYROW_OWN_PROCESS'] === '1';

/**
 * Runs the desktop's service in this process, for tests that are not about its thread: starting a thread takes twenty
 * times as long, because it has to load the modules. Requests and answers are cloned, as between threads.
 */
export const startHere: StartService = async (config, surroundings) => {
  if (WANTS_THREADS) return hostBuilt(config, surroundings);
  const { vaultKey } = surroundings;
  // A thread receives a copy of its configuration.
  const service = await startService(structuredClone({ ...config }), { vaultKey });
  const { control, log } = service;
  return {
    control: {
      call: async (name, input, signal, caller) => {
        signal.throwIfAborted();
        const given: unknown = structuredClone(input);
        return unwrap(structuredClone(await toResult(() => control.call(name, given, signal, caller))));
      },
      receive: (name, content, signal) => control.receive(name, content, signal),
      allowPath: (path) => control.allowPath(path),
      subscribe: (listener) => control.subscribe((event) => listener(structuredClone(event))),
    },
    log: { debug: write(log, 'debug'), info: write(log, 'info'), warn: write(log, 'warn'), error: write(log, 'error') },
    wake: () => service.wake(),
    close: () => service.close(),
  };
};

function write(log: Log, level: keyof Log): Log[keyof Log] {
  return (fields, message) => log[level](unpackFields(structuredClone(packFields(fields))), message);
}
