import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ControlClient } from '../../src/contract/control/index.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import { controlClient } from '../../src/desktop/host/control-client.ts';
import { hostService, type DesktopService, type ServiceSurroundings } from '../../src/desktop/host/host-service.ts';
import { readConfig, type ServiceConfig } from '../../src/platform/config.ts';
import { chooseVaultKey } from '../../src/platform/vault-key.ts';
import { startedFolder } from './started-folder.ts';

/** Path of a thread’s program that can be told to die. */
export const DYING = join(import.meta.dirname, 'dying-service-child.ts');

/** The thread's program as it is built, which Node reads in a quarter of the time that its source takes. */
const BUILT = join(import.meta.dirname, '../../dist/service-worker.js');

/** `hostService` with the thread that is built. */
export async function hostBuilt(
  config: ServiceConfig,
  around: ServiceSurroundings,
  unusual: Parameters<typeof hostService>[2] = {},
): Promise<DesktopService> {
  return hostService(config, around, { program: BUILT, ...unusual });
}

export interface HostedService {
  readonly service: DesktopService;
  readonly client: ControlClient;
  readonly accountId: string;
  readonly folder: string;
  readonly events: readonly ControlEvent[];
}

export function hostedConfig(folder: string): ServiceConfig {
  return { ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), port: 0, home: folder };
}

/** With the same key at each question, nobody who starts it again, and all the patience in the world. */
export function surroundings(given: Partial<ServiceSurroundings> = {}): ServiceSurroundings {
  const key = randomBytes(32);
  return {
    vaultKey: { provideKey: async () => key },
    startsAgain: async () => false,
    onSilence: async () => 'wait',
    ...given,
  };
}

/** The service in a thread of its own, as the desktop runs it; by default on a folder on which one ran before. */
export async function hostedService(
  given: Partial<ServiceSurroundings> = {},
  { folder: own, ...unusual }: { readonly folder?: string; readonly program?: string } = {},
): Promise<HostedService> {
  const folder = own ?? (await startedFolder());
  const key = own === undefined ? { vaultKey: chooseVaultKey(join(folder, 'vault.key'), undefined) } : {};
  const service = await hostBuilt(hostedConfig(folder), surroundings({ ...key, ...given }), unusual);
  onTestFinished(() => service.close().catch(() => undefined));
  const events: ControlEvent[] = [];
  service.control.subscribe((event) => events.push(event));
  const client = controlClient(service.control, new AbortController().signal);
  const [account] = await client.call('account.list', {});
  return { service, client, accountId: account?.id ?? '', folder, events };
}
