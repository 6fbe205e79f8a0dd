import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { controlAddress } from '../../src/control/socket/address.ts';
import { connectSocket, type SocketClient } from '../../src/control/socket/client.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService, type Overrides, type Service } from '../../src/service/service.ts';
import { whenOver } from './lifetime.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The whole service, serving on free ports from a new data folder. */
export interface RunningService {
  readonly service: Service;
  readonly url: string;
  readonly ca: Buffer;
  /** Connected over the local socket. */
  readonly client: SocketClient;
  readonly accountId: string;
}

export async function runningService(
  overrides: Overrides = {},
  folder: string = temporaryFolder(),
  port = 0,
): Promise<RunningService> {
  const service = await createService(
    { ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), port, documents: folder, home: folder },
    // Simulates a machine without a screen, so that results do not depend on the test environment.
    { system: { platform: 'linux', env: {} }, ...overrides },
  );
  whenOver(() => service.close());
  const { url, caPath } = await service.serve();
  const client = await connectSocket(controlAddress(service.dataFolder.path));
  if (client === null) throw new Error('nobody answers the socket');
  const [account] = await client.call('account.list', {});
  return { service, url, ca: readFileSync(caPath), client, accountId: account?.id ?? '' };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends one https request. Does not follow redirects, and trusts only the service's authority. */
export function ask(
  { ca }: Pick<RunningService, 'ca'>,
  url: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        ca,
        method,
        agent: false,
        servername: 'localhost',
        headers: { ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }), ...headers },
      },
      (incoming) => {
        text(incoming).then(
          (answer) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: answer }),
          reject,
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
