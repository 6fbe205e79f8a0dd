import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ControlClient } from '../../src/contract/control/index.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import { controlClient } from '../../src/desktop/host/control-client.ts';
import { hostService, type DesktopService, type ServiceSurroundings } from '../../src/desktop/host/host-service.ts';
import { readConfig, type ServiceConfig } from '../../src/platform/config.ts';
import { chooseVaultKey } from '../../src/platform/vault.ts';
import { startedFolder } from './started-folder.ts';

/** The path of a thread’s program in which a test can inject faults. */
export const DYING = join(import.meta.dirname, 'dying-service-child.ts');

/** The built program of the thread, which Node loads in a quarter of the time of its source. */
const BUILT = join(import.meta.dirname, '../../dist/service-worker.js');

/** Calls `hostService` with the built thread. */
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

/** The surroundings of a service that always gets the same key, is never restarted, and is waited for without a timeout. */
export function surroundings(given: Partial<ServiceSurroundings> = {}): ServiceSurroundings {
  const key = randomBytes(32);
  return {
    vaultKey: { provideKey: async () => key },
    startsAgain: async () => false,
    onSilence: async () => 'wait',
    ...given,
  };
}

/** The service in a separate thread, as the desktop app runs it. The default folder is one on which a service ran before. */
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
