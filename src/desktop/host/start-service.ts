import type { ServiceConfig } from '../../platform/config.ts';
import { createService, type Overrides, type Service } from '../../service/service.ts';

export async function startService(config: ServiceConfig, overrides: Overrides = {}): Promise<Service> {
  const service = await createService(config, overrides);
  try {
    await service.serve();
    return service;
  } catch (thrown) {
    await service.close();
    throw thrown;
  }
}
