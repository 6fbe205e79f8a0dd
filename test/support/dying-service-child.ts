/**
 * The thread of the desktop's service, in which a test can cause faults. `test.die` throws an uncaught error, or with
 * `{ how: 'hang' }` loops forever; with `{ at: 'writing' }`, only when a run reaches that stage. After `test.deaf`, the
 * thread neither ends nor reports when it is closed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceConfig } from '../../src/platform/config.ts';
import type { FromService, ToService } from '../../src/desktop/host/messages.ts';

const port = parentPort;
if (port === null) throw new Error('This is for a thread of the tests.');

let dyingAt: unknown = null;
let isHanging = false;
let isDeaf = false;

function die(): void {
  if (isHanging) hang();
  setImmediate(() => {
    throw new TypeError('a mistake that nobody foresaw');
  });
}

/** The file shows the test that the thread hangs from now on. */
function hang(): never {
  writeFileSync(join((workerData as ServiceConfig).dataFolder, 'hanging'), '');
  for (;;);
}

port.on('message', (message: ToService) => {
  if (message.type !== 'call') return;
  if (message.name === 'test.deaf') {
    isDeaf = true;
    setInterval(() => undefined, 60_000);
  }
  if (message.name !== 'test.die') return;
  const { at = null, how } = message.input as { readonly at?: string; readonly how?: 'hang' };
  dyingAt = at;
  isHanging = how === 'hang';
  if (dyingAt === null) die();
});

const { postMessage } = port;
port.postMessage = (message: FromService) => {
  if (message.type === 'event' && message.event.type === 'progress' && message.event.progress.stage === dyingAt) die();
  if (!isDeaf || message.type !== 'closed') postMessage.call(port, message);
};

// The built version, which Node loads in a fraction of the time of its source.
await import(join(import.meta.dirname, '../../dist/service-worker.js'));
