import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { RawAnswer } from '../ask.ts';
import { asObject, parseJson, textField } from '../json.ts';
import { createService, type Trade } from '../service/service.ts';
import { createServiceSource } from '../service/service-source.ts';
import { unsealKeys } from '../service/unseal-keys.ts';
import type { Source } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { pluggyProtocol } from './pluggy-protocol.ts';

const HOST = 'api.pluggy.ai';

export function createPluggySource(context: SourceContext): Source {
  return createServiceSource({
    kind: 'pluggy',
    connect: async ({ signal }) => {
      const { clientSecret } = await unsealKeys<{ readonly clientSecret: string }>(context, HOST);
      const { item, clientId } = context.settings as { readonly item: string; readonly clientId: string };
      const service = createService({
        ...context,
        root: `https://${HOST}`,
        credentials: tradeFor(clientId, clientSecret),
        secrets: [clientSecret],
        access: 'key',
        explain,
        signal,
      });
      return pluggyProtocol(service, { item, now: () => context.clock.now() });
    },
  });
}

/** Only an item is asked for by a name that may be no more. */
function explain({ status, text }: RawAnswer): PennyrowError | null {
  const code = textField(asObject(parseJson(text)), 'codeDescription');
  return status === 404 && code === 'ITEM_NOT_FOUND' ? new PennyrowError(problem('pluggy_item', {})) : null;
}

/** An API key lives for two hours; a refused one is told as 401 or 403. */
function tradeFor(clientId: string, clientSecret: string): Trade {
  return {
    path: 'auth',
    json: { clientId, clientSecret },
    read: (answer) => {
      const key = textField(answer, 'apiKey');
      return key === null ? null : { headers: { 'X-API-KEY': key }, secrets: [key] };
    },
    isOver: ({ status }) => status === 401 || status === 403,
  };
}
