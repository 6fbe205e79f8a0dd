import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Line } from '../ask.ts';
import { createService, type Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import { apiToken } from './api-token.ts';
import { explain } from './explain.ts';
import { HOST } from './host.ts';

export interface ApiOptions {
  readonly applicationId: string;
  readonly privateKey: KeyObject;
  /** Hidden wherever it comes back. */
  readonly sessionId?: string;
  /** What is sent beside the token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the bank is to send the browser. */
  readonly redirectUrl?: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly line?: Line;
  readonly archive?: SourceContext['archive'];
}

/** Enable Banking for one fetch or one question; requests are not counted here, since banks count otherwise. */
export function openApi(options: ApiOptions): Service {
  const {
    applicationId,
    privateKey,
    sessionId,
    headers = {},
    redirectUrl = '',
    clock,
    signal,
    line,
    archive,
  } = options;
  const token = apiToken(applicationId, privateKey, clock.now());
  return createService({
    root: `https://${HOST}`,
    credentials: { Authorization: `Bearer ${token}`, ...headers },
    secrets: [token, ...(sessionId === undefined ? [] : [sessionId])],
    access: 'other',
    explain: (raw) => explain(raw, clock.now(), redirectUrl),
    budget: { take: () => null },
    archive: archive ?? { find: () => null, keep: () => undefined },
    clock,
    signal,
    ...(line === undefined ? {} : { line }),
  });
}
