import { createService } from '../service/service.ts';
import { createServiceSource } from '../service/service-source.ts';
import { unsealKeys } from '../service/unseal-keys.ts';
import type { Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { upProtocol } from './up-protocol.ts';

const HOST = 'api.up.com.au';

export function createUpSource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'up-bank',
    corrects: context,
    connect: async ({ signal, timeZone }) => {
      const { token } = await unsealKeys<{ readonly token: string }>(context, HOST);
      const service = createService({
        ...context,
        root: `https://${HOST}/api/v1`,
        credentials: { Authorization: `Bearer ${token}` },
        secrets: [token],
        access: 'key',
        signal,
      });
      return upProtocol(service, { timeZone, now: () => context.clock.now() });
    },
  });
}
