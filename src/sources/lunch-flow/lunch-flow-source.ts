import { createService } from '../service/service.ts';
import { createServiceSource } from '../service/service-source.ts';
import { unsealKeys } from '../service/unseal-keys.ts';
import type { Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { lunchFlowProtocol } from './lunch-flow-protocol.ts';

const HOST = 'www.lunchflow.app';

export function createLunchFlowSource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'lunch-flow',
    connect: async ({ signal }) => {
      const { key } = await unsealKeys<{ readonly key: string }>(context, HOST);
      const service = createService({
        ...context,
        root: `https://${HOST}/api/v1`,
        credentials: { 'x-api-key': key },
        secrets: [key],
        access: 'key',
        signal,
      });
      return lunchFlowProtocol(service);
    },
  });
}
