/**
 * The thread of the desktop's service, with a mistake in it: asked for `test.die`, it throws where nobody catches, and
 * with the input `{ at: 'writing' }` it does so when the next run comes to that stage.
 */
import { parentPort } from 'node:worker_threads';
import type { FromService, ToService } from '../../src/desktop/service-host/messages.ts';

const port = parentPort;
if (port === null) throw new Error('This is for a thread of the tests.');

let dyingAt: unknown = null;

function die(): void {
  setImmediate(() => {
    throw new TypeError('a mistake that nobody foresaw');
  });
}

port.on('message', (message: ToService) => {
  if (message.do !== 'call' || message.name !== 'test.die') return;
  dyingAt = (message.input as { readonly at?: string }).at ?? null;
  if (dyingAt === null) die();
});

const { postMessage } = port;
port.postMessage = (message: FromService) => {
  if (message.tell === 'event' && message.event.type === 'progress' && message.event.progress.stage === dyingAt) die();
  postMessage.call(port, message);
};

await import('../../src/desktop/service-host/worker.ts');
