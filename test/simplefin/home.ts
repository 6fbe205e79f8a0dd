import type { ConnectionView } from '../../src/contract/control/connections.ts';
import { machineTime } from '../fakes/machine-time.ts';
import { fakeSimplefin, type FakeSimplefin } from '../fakes/simplefin/server.ts';
import { TIMEOUT_MS } from '../support/eventually.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

export interface Home {
  readonly server: FakeSimplefin;
  readonly service: ServiceInUse;
  readonly connectionId: string;
  readonly token: string;
}

/** The service with one connection to a fake server; both have the same clock. */
export async function home(options: { readonly versions?: readonly string[] } = {}): Promise<Home> {
  const time = machineTime(Date.parse('2026-03-10T09:00:00Z'));
  const server = await fakeSimplefin({ now: time.now, ...options });
  const service = await serviceInUse({ sourceNetwork: { ca: server.ca, timeoutMs: TIMEOUT_MS } }, time);
  const token = server.newSetupToken();
  const { id } = await service.client.call('connection.add', {
    accountId: service.accountId,
    kind: 'simplefin',
    secret: { setupToken: token },
  });
  return { server, service, connectionId: id, token };
}

export async function connectionOf({ client, accountId }: ServiceInUse): Promise<ConnectionView> {
  const [connection] = await client.call('connection.list', { accountId });
  return connection as ConnectionView;
}
