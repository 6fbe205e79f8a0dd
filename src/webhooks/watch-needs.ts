import type { ConnectionView } from '../contract/control/connections.ts';
import type { AccountNeeds, Need } from '../contract/control/service.ts';
import { eventMessage, type EventMessage } from '../contract/webhooks/message.ts';
import { toInstant, type Instant } from '../core/calendar-date.ts';
import type { Control } from '../control/control.ts';
import { consentDaysLeft } from '../control/consent-days.ts';
import { report } from '../messages/report.ts';
import type { Clock } from '../platform/clock.ts';
import { findAccount, type Account } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import { listReportedNeeds, listWebhooks, removeReportedNeed, saveReportedNeed } from '../store/webhooks.ts';
import { listFindings } from '../sync/balances/findings.ts';
import { differsProblem } from '../sync/balances/describe-finding.ts';
import { recordEvent } from './record-runs.ts';
import { toTold } from './told.ts';

export interface WatchOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly newId: (kind: string) => string;
  readonly control: Pick<Control, 'call'>;
  readonly signal: AbortSignal;
}

/** Something that holds until it does not, with the events of its beginning and its end. */
interface Condition {
  readonly key: string;
  readonly needed: EventMessage;
  /** Null where nobody is told that it is over. */
  readonly resolved: EventMessage | null;
}

/** What is remembered of one that was told. */
type Told = Pick<Condition, 'resolved'>;

/**
 * Compares what needs attention with what the webhooks were told of last, and tells the difference: both change in one
 * transaction, so that whatever a crash left untold is found at the next look. `countsAsTold`: an account that is about to
 * get its first webhook, which is not told of what was there before it.
 */
export async function watchNeeds(options: WatchOptions, countsAsTold: string | null = null): Promise<void> {
  const { store, control, signal } = options;
  if (countsAsTold === null && listWebhooks(store, null).length === 0) return;
  const accounts = (await control.call('service.needs', {}, signal, 'trusted')) as readonly AccountNeeds[];
  for (const { accountId, running, needs, connections } of accounts) {
    // While a run is under way its connections are in between; its end tells.
    const isQuiet = accountId === countsAsTold;
    if (!isQuiet && (running || listWebhooks(store, accountId).length === 0)) continue;
    const account = findAccount(store, accountId);
    if (signal.aborted || account === null) return;
    tell(options, account, conditionsOf(options, account, needs, connections), isQuiet);
  }
}

function tell(
  { store, newId, clock }: WatchOptions,
  account: Account,
  now: readonly Condition[],
  isQuiet: boolean,
): void {
  store.transaction(() => {
    const told = listReportedNeeds<Told>(store, account.id);
    const keys = new Set(now.map(({ key }) => key));
    for (const { key, needed, resolved } of now) {
      if (told.has(key)) continue;
      if (!isQuiet) recordEvent(store, newId, needed);
      saveReportedNeed(store, account.id, key, { resolved } satisfies Told);
    }
    for (const [key, { resolved }] of told) {
      if (keys.has(key)) continue;
      if (resolved !== null && !isQuiet) recordEvent(store, newId, { ...resolved, timestamp: toInstant(clock.now()) });
      removeReportedNeed(store, account.id, key);
    }
  });
}

function conditionsOf(
  { store, clock }: WatchOptions,
  account: Account,
  needs: readonly Need[],
  connections: readonly ConnectionView[],
): Condition[] {
  const at = toInstant(clock.now());
  return [
    ...needs.map((need) => attention(account, need, at)),
    ...connections.flatMap((connection) => consent(account, connection, clock.now())),
    ...listFindings(store, account.id).flatMap((found) => differs(account, found, at)),
  ];
}

function attention(account: Account, { key, about, connection, told }: Need, at: Instant): Condition {
  const data = { key, about, connection, ...toTold(told) };
  return {
    key,
    needed: eventMessage('attention.needed', at, account, data),
    resolved: eventMessage('attention.resolved', at, account, data),
  };
}

/** Extending it moves its end, which is another consent then. */
function consent(account: Account, { id, name, consentEndsAt }: ConnectionView, nowMs: number): Condition[] {
  const days = consentDaysLeft(consentEndsAt, account.timeZone, nowMs);
  if (consentEndsAt === null || days === null) return [];
  return [
    {
      key: `${account.id} consent ${id} ${consentEndsAt}`,
      needed: eventMessage('consent.ending', toInstant(nowMs), account, {
        connection: { id, name },
        ends_at: consentEndsAt,
        days,
      }),
      resolved: null,
    },
  ];
}

function differs(
  account: Account,
  { bankAccountId, name, currency, finding }: ReturnType<typeof listFindings>[number],
  at: Instant,
): Condition[] {
  if (finding?.status !== 'differs') return [];
  return [
    {
      key: `${account.id} differs ${bankAccountId} ${currency}`,
      needed: eventMessage('account.differs', at, account, {
        bank_account_identifier: name,
        currency,
        since: finding.since,
        difference: finding.by,
        ...toTold(report(differsProblem({ name, currency }, finding))),
      }),
      resolved: null,
    },
  ];
}
