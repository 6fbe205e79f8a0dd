import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { loadEnglish } from '../../messages/i18n.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import type { Service } from '../../service/service.ts';
import { startService } from './start-service.ts';
import { toResult, unwrap, unpackFields, type ThreadResult } from '../../platform/thread-result.ts';
import type { FromService, ToService } from './messages.ts';

// Runs the service in a thread, so that windows, menus and the tray in the main thread stay responsive.

function keyRequests(post: (message: FromService) => void) {
  const waiting = new Map<number, (answer: ThreadResult<Uint8Array>) => void>();
  let lastId = 0;
  return {
    provideKey: async () => {
      const id = (lastId += 1);
      const answer = await new Promise<ThreadResult<Uint8Array>>((resolve) => {
        waiting.set(id, resolve);
        post({ type: 'key-wanted', id });
      });
      return Buffer.from(unwrap(answer));
    },
    answered: (id: number, answer: ThreadResult<Uint8Array>) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
}

async function run(port: MessagePort, config: ServiceConfig): Promise<void> {
  await loadEnglish();
  const post = (message: FromService): void => port.postMessage(message);
  const vaultKey = keyRequests(post);
  const starting = toResult(() => startService(config, { vaultKey }));
  port.on('message', (message: ToService) => {
    if (message.type === 'key') vaultKey.answered(message.id, message.answer);
    if (message.type === 'ping') post({ type: 'alive' });
  });
  const started = await starting;
  if ('problem' in started) {
    post({ type: 'started', answer: started });
    port.close();
    return;
  }
  serve(port, post, started.result);
  post({ type: 'started', answer: { result: null } });
}

function serve(port: MessagePort, post: (message: FromService) => void, service: Service): void {
  const { control, log } = service;
  const underWay = new Map<number, AbortController>();

  async function answer(id: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const gone = new AbortController();
    underWay.set(id, gone);
    const answered = await toResult(() => work(gone.signal));
    underWay.delete(id);
    try {
      post({ type: 'answer', id, answer: answered });
    } catch (thrown) {
      // The result could not be cloned, which is a bug. Without an answer, the caller would wait forever.
      post({ type: 'answer', id, answer: await toResult(() => Promise.reject(thrown as Error)) });
    }
  }

  async function close(): Promise<void> {
    const closed = await toResult(() => service.close());
    post({ type: 'closed', answer: 'problem' in closed ? closed : { result: null } });
    port.close();
  }

  control.subscribe((event) => post({ type: 'event', event }));
  port.on('message', (message: ToService) => {
    switch (message.type) {
      case 'call':
        return void answer(message.id, (signal) => control.call(message.name, message.input, signal, message.caller));
      case 'receive':
        return void answer(message.id, (signal) => control.receive(message.name, message.content, signal));
      case 'cancel':
        return underWay.get(message.id)?.abort();
      case 'allow-path':
        return control.allowPath(message.path);
      case 'log':
        return log[message.level](unpackFields(message.fields), message.message);
      case 'wake':
        return service.wake();
      case 'close':
        return void close();
      case 'key':
      case 'ping':
        return undefined;
    }
  });
}

if (parentPort === null) throw new Error('The service must run in a thread that the desktop starts.');
await run(parentPort, workerData as ServiceConfig);
