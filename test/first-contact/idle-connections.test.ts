import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { pennyrow, startService } from '../cli/pennyrow.ts';
import { WRITE_STATEMENT, type Booking } from '../support/statement-writers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** More connections than the service accepts at a time. */
const CROWD = 600;
/** A response with these rows is larger than the buffers of a connection, so it waits for its reader. */
const ROWS = 8000;
const AT_ONCE = 50;

test('idle connections are closed for a script’s request, and no pending response is interrupted', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'long.ofx'),
    WRITE_STATEMENT.ofx(
      Array.from({ length: ROWS }, (_, number) => booking(number)),
      1,
    ),
  );
  const imported = await pennyrow(folder, 'import', join(folder, 'long.ofx'), '--json');
  expect(imported.json<{ counts: unknown }>().counts).toMatchObject({ added: ROWS });
  const { token } = (await pennyrow(folder, 'token', 'create', '--name', 'script', '--json')).json<{
    readonly token: string;
  }>();
  const ready = JSON.parse((await startService(folder, '--json')).firstLine) as {
    readonly url: string;
    readonly ca: string;
  };
  const { port } = new URL(ready.url);
  const ca = readFileSync(ready.ca);
  const script = (agent: https.Agent | false, path = '/api/v2/categories') =>
    once(
      https.get({ host: '127.0.0.1', port, ca, agent, path, headers: { Authorization: `Bearer ${token}` } }),
      'response',
    ) as Promise<[IncomingMessage]>;
  const statusOf = async (agent: https.Agent | false): Promise<number | undefined> => {
    const [response] = await script(agent);
    await text(response);
    return response.statusCode;
  };

  const keeper = new https.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => keeper.destroy());
  expect(await statusOf(keeper)).toBe(200);
  const portKept = (): number | undefined => Object.values(keeper.freeSockets).flat()[0]?.localPort;
  const before = portKept();
  const [download] = await script(false, '/api/v2/transactions?start_date=2016-01-01&end_date=2026-12-31');
  download.pause();

  for (const [what, connect] of crowdsAt(Number(port))) {
    const crowd = await gather(connect);
    expect([what, await statusOf(false)]).toEqual([what, 200]);
    expect([what, await statusOf(keeper)]).toEqual([what, 200]);
    expect([what, portKept()]).toEqual([what, before]);
    for (const socket of crowd) socket.destroy();
  }
  const { count } = JSON.parse(await text(download)) as { readonly count: number };
  expect(count).toBe(ROWS);
});

type Connect = (number: number) => Promise<Socket>;

const crowdsAt = (port: number): readonly (readonly [string, Connect])[] => [
  ['connections that never say anything', async () => opened(net.connect(port, '127.0.0.1'), 'connect')],
  [
    'TLS connections that never ask anything, or begin to and stop',
    async (number) => {
      const socket = await opened(tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }), 'secureConnect');
      if (number % 2 === 0)
        socket.write('POST /api/v2/sync_transactions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n');
      return socket;
    },
  ],
];

async function opened<Kind extends Socket>(socket: Kind, event: string): Promise<Kind> {
  socket.on('error', () => undefined).resume();
  // Does not wait forever if the service closes the connection at once.
  await Promise.race([once(socket, event), once(socket, 'close')]);
  return socket;
}

async function gather(connect: Connect): Promise<Socket[]> {
  const all: Socket[] = [];
  while (all.length < CROWD)
    all.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => connect(number)))));
  return all;
}

function booking(number: number): Booking {
  const on = new Date(Date.UTC(2016, 0, 1 + (number % 3650))).toISOString().slice(0, 10);
  return {
    on,
    amount: `-${1 + (number % 400)}.25`,
    who: `Shop ${number % 500}`,
    what: `Card payment ${number} ${'at the corner of a very long street, '.repeat(10)}`,
  };
}
