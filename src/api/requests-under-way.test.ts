import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerTo, newCertificates, openOnePort } from '../../test/support/one-port.ts';
import type { Certificates } from './tls/certificates.ts';

const ignore = () => {};

let certificates: Certificates;
let ca: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennyrow-port-'));
  certificates = await newCertificates(folder);
  ca = certificates.caPem();
  return () => rmSync(folder, { recursive: true });
});

const open = (handler: RequestListener) => openOnePort(handler, certificates);
const echo: RequestListener = (request, response) => void response.end(`${request.method} ${request.url}`);

describe('closing the port', () => {
  it('ends connections without a request, and accepts no new connections', async () => {
    const onePort = await open(echo);
    const agent = new https.Agent({ keepAlive: true, ca });
    await answerTo(https.get({ host: 'localhost', port: onePort.port, agent }));
    const silent = net.connect(onePort.port, '127.0.0.1').on('error', ignore);
    await once(silent, 'connect');
    await onePort.close(1_000_000);
    await expect(once(net.connect(onePort.port, '127.0.0.1'), 'connect')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    agent.destroy();
  });

  it('ends idle connections while it waits for a running request', async () => {
    const reached = Promise.withResolvers<ServerResponse>();
    const onePort = await open((request, response) =>
      request.url === '/slow' ? reached.resolve(response) : echo(request, response),
    );
    const idle = tls.connect({ host: '127.0.0.1', port: onePort.port, ca });
    idle.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(idle, 'data');
    const slow = answerTo(https.get({ host: 'localhost', port: onePort.port, ca, path: '/slow', agent: false }));
    const response = await reached.promise;
    const closed = onePort.close(1_000_000);
    await once(idle, 'end');
    response.end('done');
    expect(await slow).toMatchObject({ body: 'done' });
    await closed;
  });

  it('waits until a slow client has read a large answer', async () => {
    const size = 20_000_000;
    const onePort = await open((_request, response) => void response.end(Buffer.alloc(size)));
    const agent = new https.Agent({ keepAlive: true, ca });
    const [response] = (await once(https.get({ host: 'localhost', port: onePort.port, agent }), 'response')) as [
      IncomingMessage,
    ];
    const closed = onePort.close(1_000_000);
    let received = 0;
    for await (const chunk of response) received += (chunk as Buffer).length;
    await closed;
    expect(received).toBe(size);
    agent.destroy();
  });

  it('waits for a request in progress, and tells its client to close the connection', async () => {
    const reached = Promise.withResolvers<ServerResponse>();
    const onePort = await open((_request, response) => reached.resolve(response));
    const agent = new https.Agent({ keepAlive: true, ca });
    const answered = answerTo(https.get({ host: 'localhost', port: onePort.port, agent }));
    const response = await reached.promise;
    const closed = onePort.close(1_000_000);
    response.end('done');
    expect(await answered).toMatchObject({ status: 200, body: 'done', headers: { connection: 'close' } });
    await closed;
    agent.destroy();
  });

  it('ends a request that exceeds the grace period, and may be called twice', async () => {
    const reached = Promise.withResolvers<void>();
    const onePort = await open(() => reached.resolve());
    const failure = once(https.get({ host: 'localhost', port: onePort.port, ca, agent: false }), 'error');
    await reached.promise;
    await Promise.all([onePort.close(10), onePort.close(10)]);
    expect(await failure).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  });
});
