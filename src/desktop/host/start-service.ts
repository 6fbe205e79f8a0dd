import type { ServiceConfig } from '../../platform/config.ts';
import { createService, type Overrides, type Service } from '../../service/service.ts';

/** The service, serving. What fails leaves nothing open, so that it can be tried again. */
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
