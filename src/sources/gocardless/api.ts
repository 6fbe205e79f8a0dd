import type { Clock } from '../../platform/clock.ts';
import type { Line } from '../ask.ts';
import { textField } from '../json.ts';
import { createService, type Service, type Trade } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import { explain, isTokenOver } from './explain.ts';
import { HOST } from './host.ts';

export interface ApiOptions {
  readonly secretId: string;
  readonly secretKey: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly line?: Line;
  readonly archive?: SourceContext['archive'];
}

/** GoCardless for one fetch or one question; requests are not counted here, since banks count otherwise. */
export function openApi({ secretId, secretKey, clock, signal, line, archive }: ApiOptions): Service {
  return createService({
    root: `https://${HOST}/api/v2`,
    credentials: tradeFor(secretId, secretKey),
    secrets: [secretId, secretKey],
    access: 'key',
    explain: (raw) => explain(raw, clock.now()),
    budget: { take: () => null },
    archive: archive ?? { find: () => null, keep: () => undefined },
    clock,
    signal,
    ...(line === undefined ? {} : { line }),
  });
}

/** An access token lives for a day. The refresh token that comes with it is not kept: the secret does the same. */
function tradeFor(secretId: string, secretKey: string): Trade {
  return {
    path: 'token/new/',
    json: { secret_id: secretId, secret_key: secretKey },
    read: (answer) => {
      const token = textField(answer, 'access');
      if (token === null) return null;
      const refresh = textField(answer, 'refresh');
      return {
        headers: { Authorization: `Bearer ${token}` },
        secrets: [token, ...(refresh === null ? [] : [refresh])],
      };
    },
    isOver: isTokenOver,
  };
}
