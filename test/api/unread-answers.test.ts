import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendParts } from '../../src/api/answer.ts';
import { whenOver } from '../support/lifetime.ts';
import { newCertificates } from '../support/one-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;
const PARTS = [Buffer.alloc(20 * MEGABYTE, 'a'), 'b', Buffer.alloc(20 * MEGABYTE, 'c')];
const LENGTH = 40 * MEGABYTE + 1;

describe('a large answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('needs less than a megabyte of buffer for a client that does not read it, and still reaches other clients', async () => {
    const { port, connections } = await serve();
    await unreadRequest(port);
    const [unread] = connections;
    expect(unread?.writableLength).toBeGreaterThan(0);
    expect(unread?.writableLength).toBeLessThan(MEGABYTE);
    const [answer] = await once(https.get({ port, rejectUnauthorized: false, agent: false }), 'response');
    const body = await buffer(answer);
    expect(body).toHaveLength(LENGTH);
    expect(body.subarray(20 * MEGABYTE - 1, 20 * MEGABYTE + 2).toString()).toBe('abc');
    expect(unread?.destroyed).toBe(false);
  });

  it('is cut off after a minute for a client that does not read', async () => {
    const { port, connections } = await serve();
    await unreadRequest(port);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(connections[0]?.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(connections[0]?.destroyed).toBe(true);
  });
});

/** Answers each request with `PARTS`. `connections` contains the server's sockets. */
async function serve(): Promise<{ readonly port: number; readonly connections: readonly Socket[] }> {
  const connections: Socket[] = [];
  const certificates = await newCertificates(temporaryFolder());
  const server = https.createServer(certificates.secureContextOptions(), (request, response) => {
    connections.push(request.socket);
    sendParts(response, { parts: PARTS, length: LENGTH }, {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  whenOver(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections };
}

/** Resolves when the answer has begun. */
async function unreadRequest(port: number): Promise<void> {
  const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  whenOver(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'readable');
}
