import { driveFault, rpcFault, type GoogleFault } from './google-error.ts';

export type CallKind = 'read' | 'write';

const MINUTE = 60_000;
/** Google's limits per minute, for a project and for one user of it. */
const SHEETS_LIMITS: Readonly<Record<CallKind, { readonly project: number; readonly user: number }>> = {
  read: { project: 300, user: 60 },
  write: { project: 300, user: 60 },
};
const DRIVE_LIMIT = 12_000;

/** Counts the calls of the last minute, including rejected ones, and rejects calls above the limit. */
export class Quota {
  readonly #clock: { now(): number };
  readonly #calls = new Map<string, number[]>();

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  take(api: 'sheets' | 'drive', kind: CallKind, project: string, email: string): void {
    if (api === 'drive') {
      if (this.#count(`drive ${project}`) > DRIVE_LIMIT)
        throw driveFault(403, 'rateLimitExceeded', 'Rate Limit Exceeded', { domain: 'usageLimits' });
      return;
    }
    const limits = SHEETS_LIMITS[kind];
    const byUser = this.#count(`${kind} ${project} ${email}`);
    const byProject = this.#count(`${kind} ${project}`);
    if (byUser > limits.user) throw exceeded(kind, ' per user', limits.user);
    if (byProject > limits.project) throw exceeded(kind, '', limits.project);
  }

  #count(key: string): number {
    const now = this.#clock.now();
    const calls = (this.#calls.get(key) ?? []).filter((at) => at > now - MINUTE && at <= now);
    calls.push(now);
    this.#calls.set(key, calls);
    return calls.length;
  }
}

function exceeded(kind: CallKind, user: string, limit: number): Error {
  return quotaFault(kind === 'read' ? 'Read' : 'Write', user, limit);
}

/** The Sheets response above the quota. It has no Retry-After header unless a test requests one. */
export function quotaFault(
  kind: 'Read' | 'Write',
  user: string,
  limit: number,
  headers?: Readonly<Record<string, string>>,
): GoogleFault {
  const metadata = {
    quota_limit: `${kind}RequestsPerMinutePer${user === '' ? 'Project' : 'User'}`,
    quota_limit_value: String(limit),
    quota_location: 'global',
    quota_metric: `sheets.googleapis.com/${kind.toLowerCase()}_requests`,
    service: 'sheets.googleapis.com',
    consumer: 'projects/123456789',
  };
  return rpcFault(
    429,
    `Quota exceeded for quota metric '${kind} requests' and limit '${kind} requests per minute${user}' of service 'sheets.googleapis.com' for consumer 'project_number:123456789'.`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMIT_EXCEEDED',
        domain: 'googleapis.com',
        metadata,
      },
    ],
    headers,
  );
}
