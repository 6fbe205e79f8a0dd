import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
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
        // Before it looks at the user's token, Akahu looks for the app's.
        explain: ({ status, text }) =>
          status === 400 && /X-Akahu-Id/i.test(text) ? new PennyrowError(problem('akahu_app_token', {})) : null,
        signal,
      });
      return akahuProtocol(service);
    },
  });
}
