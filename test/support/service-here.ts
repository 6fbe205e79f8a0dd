import { startService } from '../../src/desktop/host/start-service.ts';
import type { StartService } from '../../src/desktop/host/until-started.ts';
import { packFields, toResult, unpackFields, unwrap } from '../../src/platform/thread-result.ts';
import type { Log } from '../../src/platform/log.ts';
import { hostBuilt } from './hosted-service.ts';

/** All desktops have their service in a thread, as a person's has. */
const WANTS_THREADS = process.env['PENNYROW_OWN_THREAD'] === '1';

/**
 * The desktop's service, for tests that are not about its thread: to start one costs twenty times what a start costs in a process
 * that has the modules already. What is asked and answered is cloned, as it would be on its way to a thread and back.
 */
export const startHere: StartService = async (config, surroundings) => {
  if (WANTS_THREADS) return hostBuilt(config, surroundings);
  const { vaultKey } = surroundings;
  // A thread takes its own copy of what it is configured by.
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
