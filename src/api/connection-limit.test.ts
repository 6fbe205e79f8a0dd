import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { newCertificates, openOnePort } from '../../test/support/one-port.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createConnectionLimit } from './connections.ts';

interface Client {
  readonly socket: tls.TLSSocket;
  readonly isCut: () => boolean;
  /** Resolves with the first received data. */
  ask(path: string, token?: string): Promise<string>;
}

async function bench(most: number) {
  let full = 0;
  const responses = new Map<string, ServerResponse>();
  const limit = createConnectionLimit(most, () => (full += 1));
  const handler: RequestListener = (request, response) => {
    if (request.headers.authorization !== undefined) limit.recognize(request);
    if (request.url === '/') response.end('done');
    else {
      responses.set(request.url ?? '', response);
      response.write('begun');
    }
  };
  const { port } = await openOnePort(handler, await newCertificates(temporaryFolder()), { limit });
  const connect = async (): Promise<Client> => {
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    let isCut = false;
    socket.on('error', () => undefined).once('close', () => (isCut = true));
    onTestFinished(() => void socket.destroy());
    await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => undefined);
    const ask: Client['ask'] = async (path, token) => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`,
      );
      return String((await once(socket, 'data'))[0]);
    };
    return { socket, isCut: () => isCut, ask };
  };
  return { connect, responses, timesFull: () => full };
}

const cut = (clients: readonly Client[]): boolean[] => clients.map(({ isCut }) => isCut());

test('the limit drops idle connections first, then unauthenticated ones with a request, then idle authenticated ones', async () => {
  const { connect, timesFull } = await bench(5);
  const [busy, known, waiting, idle, later] = [
    await connect(),
    await connect(),
    await connect(),
    await connect(),
    await connect(),
  ];
  const all = [busy, known, waiting, idle, later];
  await busy.ask('/slow', 'good');
  await known.ask('/', 'good');
  await waiting.ask('/held');
  expect(cut(all)).toEqual([false, false, false, false, false]);
  expect(timesFull()).toBe(0);

  // Each new connection sends a request with a valid token, so that the limit drops an earlier connection.
  const next = async (): Promise<boolean[]> => {
    await (await connect()).ask(`/slow-${Math.random()}`, 'good');
    await expect.poll(() => cut(all).filter(Boolean).length).toBe((before += 1));
    return cut(all);
  };
  let before = 0;
  expect(await next()).toEqual([false, false, false, true, false]);
  expect(await next()).toEqual([false, false, false, true, true]);
  expect(await next()).toEqual([false, false, true, true, true]);
  expect(await next()).toEqual([false, true, true, true, true]);
  // Only connections with an authenticated request remain, so the new connection is dropped.
  const refused = await connect();
  await expect.poll(refused.isCut).toBe(true);
  expect(cut(all)).toEqual([false, true, true, true, true]);
  expect(timesFull()).toBe(1);
});

test('the connection limit drops the authenticated connection that was idle for the longest time', async () => {
  const { connect } = await bench(2);
  const [first, second] = [await connect(), await connect()];
  await first.ask('/', 'good');
  await second.ask('/', 'good');
  await first.ask('/', 'good');
  await (await connect()).ask('/', 'good');
  await expect.poll(second.isCut).toBe(true);
  expect(first.isCut()).toBe(false);
});

test('the connection limit accepts a new connection when an earlier one has closed', async () => {
  const { connect, responses, timesFull } = await bench(1);
  const first = await connect();
  await first.ask('/slow', 'good');
  responses.get('/slow')?.end();
  first.socket.destroy();
  await expect.poll(async () => (await connect()).ask('/', 'good').catch(() => '')).toContain('done');
  expect(timesFull()).toBeLessThanOrEqual(1);
});
