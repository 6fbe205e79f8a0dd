import { once } from 'node:events';
import { createServer, request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { answerRequest } from './answer-request.ts';
import type { Control } from './control.ts';

interface Answer {
  readonly outgoing: ClientRequest;
  /** Resolves to the signal that the procedure received. */
  readonly signal: Promise<AbortSignal>;
  /** Resolves when the service has sent the response, or the caller has disconnected. */
  readonly over: Promise<void>;
}

/** Sends a request to a service whose only procedure runs `work`. */
async function ask(work: () => Promise<unknown>): Promise<Answer> {
  const { promise: signal, resolve } = Promise.withResolvers<AbortSignal>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const call = (_name: string, _input: unknown, given: AbortSignal): Promise<unknown> => {
    resolve(given);
    return work();
  };
  const server = createServer((incoming, response) => {
    response.once('close', () => end());
    void answerRequest({ call } as Partial<Control> as Control, 'call/run.preview', incoming, response, 'page');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': 2 }, agent: false });
  outgoing.on('error', () => undefined);
  outgoing.end('{}');
  return { outgoing, signal, over };
}

test('a procedure is aborted when its caller disconnects before the response', async () => {
  const { outgoing, signal, over } = await ask(() => new Promise(() => undefined));
  const given = await signal;
  outgoing.destroy();
  await over;
  expect(given.aborted).toBe(true);
});

test('the signal of a procedure does not abort after a complete response', async () => {
  const { outgoing, signal, over } = await ask(async () => 1);
  const [response] = (await once(outgoing, 'response')) as [Parameters<typeof text>[0]];
  expect(await text(response)).toBe('{"result":1}');
  await over;
  expect((await signal).aborted).toBe(false);
});
