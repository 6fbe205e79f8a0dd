import type { endpoints } from '../../contract/v2/endpoints.ts';
import type { SyncResponse } from '../../contract/v2/sync.ts';
import type { Clock } from '../../platform/clock.ts';
import { findAccount, isEntitled } from '../../store/accounts.ts';
import type { Writer } from '../../store/database.ts';
import { takeSyncSlot, type SyncLimits } from '../../store/limits.ts';
import type { Sync } from '../../sync/sync.ts';
import { sendJson, type Refusal } from '../answer.ts';
import type { Handler } from '../guard.ts';

export interface TriggerOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly sync: Pick<Sync, 'request'>;
  readonly limits: SyncLimits;
}

/** POST /api/v2/sync-transactions: every call takes a slot of the limit, whatever becomes of it. */
export function syncTransactions({
  store,
  clock,
  sync,
  limits,
}: TriggerOptions): Handler<typeof endpoints.syncTransactions> {
  return ({ response, accountId }) => {
    const now = clock.now();
    const account = findAccount(store, accountId);
    if (account === null || !isEntitled(account.entitlement, now)) return INACTIVE;
    const wait = takeSyncSlot(store, accountId, now, limits);
    if (wait !== null) return limitReached(wait.retryAfterSeconds, limits);

    const requested = sync.request(accountId, 'api');
    const answer: SyncResponse = { success: requested.outcome !== 'nothing-to-sync', message: requested.message };
    sendJson(response, answer);
    return null;
  };
}

const INACTIVE: Refusal = {
  status: 403,
  error: 'The trial or subscription of this account is not active. Renew it to sync again; reading goes on working.',
};

function limitReached(seconds: number, { perHour, perDay }: SyncLimits): Refusal {
  return {
    status: 429,
    error: `The sync limit has been reached: ${perHour} an hour and ${perDay} a day. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  };
}
