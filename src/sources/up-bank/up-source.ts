import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { createService } from '../service/service.ts';
import { createServiceSource } from '../service/service-source.ts';
import type { Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { upProtocol } from './up-protocol.ts';

const HOST = 'api.up.com.au';

export function createUpSource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'up-bank',
    connect: async ({ signal, timeZone }) => {
      const secret = await context.secret();
      if (secret === null) throw new PennyrowError(problem('source_no_key', { host: HOST }));
      const { token } = JSON.parse(secret) as { readonly token: string };
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
