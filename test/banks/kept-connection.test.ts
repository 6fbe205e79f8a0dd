import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { toPennyrowError } from '../../src/platform/errors.ts';
import { ask, type Question } from '../../src/sources/request.ts';
import { certificateFor } from '../fakes/simplefin/certificates.ts';

interface ClosingServer {
  ask(how?: Pick<Question, 'method' | 'json'>): Promise<string>;
  /** The received requests, each with the number of its TCP connection. */
  readonly seen: string[];
}

/** Answers the first request on each connection; reads a later request and closes the connection without an answer. */
async function closingServer({ answersNew = true } = {}): Promise<ClosingServer> {
  const identity = await certificateFor('good');
  const connections: unknown[] = [];
  const seen: string[] = [];
  const server = createServer(identity, ({ method, socket }, response) => {
    const isNew = !connections.includes(socket);
    if (isNew) connections.push(socket);
    seen.push(`${method} over ${connections.indexOf(socket) + 1}`);
    if (isNew && (answersNew || connections.length === 1)) response.end('fine');
    else socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    ask: async (how = {}) => {
      const { signal } = new AbortController();
      const url = new URL(`https://localhost:${port}/`);
      try {
        return (await ask({ url, ...how, signal, network: { ca: identity.ca } })).text;
      } catch (thrown) {
        return toPennyrowError(thrown).code;
      }
    },
  };
}

test('a request that is sent just as the server closes the idle connection is repeated on a new connection', async () => {
  const server = await closingServer();
  expect(await server.ask()).toBe('fine');
  expect(await server.ask()).toBe('fine');
  expect(server.seen).toEqual(['GET over 1', 'GET over 1', 'GET over 2']);
});

test('a request is not sent a third time if the server closes the new connection as well', async () => {
  const server = await closingServer({ answersNew: false });
  await server.ask();
  expect(await server.ask()).toBe('source_offline');
  expect(server.seen).toEqual(['GET over 1', 'GET over 1', 'GET over 2']);
});

test('a request with side effects, which is never repeated, always uses a new connection', async () => {
  const server = await closingServer();
  await server.ask();
  expect(await server.ask({ method: 'POST', json: {} })).toBe('fine');
  expect(server.seen).toEqual(['GET over 1', 'POST over 2']);
});
