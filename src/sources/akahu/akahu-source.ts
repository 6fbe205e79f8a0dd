import { createService } from '../service/service.ts';
import { createServiceSource } from '../service/service-source.ts';
import { unsealKeys } from '../service/unseal-keys.ts';
import type { Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { akahuProtocol } from './akahu-protocol.ts';

const HOST = 'api.akahu.io';

export function createAkahuSource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'akahu',
    connect: async ({ signal }) => {
      const { appToken, userToken } = await unsealKeys<{ readonly appToken: string; readonly userToken: string }>(
        context,
        HOST,
      );
      const service = createService({
        ...context,
        root: `https://${HOST}/v1`,
        credentials: { Authorization: `Bearer ${userToken}`, 'X-Akahu-Id': appToken },
        secrets: [appToken, userToken],
        access: 'key',
        signal,
      });
      return akahuProtocol(service);
    },
  });
}
