import type { ConnectionView } from '../contract/control/connections.ts';
import type { AccountNeeds, Need } from '../contract/control/service.ts';
import { eventMessage, type EventMessage } from '../contract/webhooks/events.ts';
import { consentDaysLeft } from '../control/connections/view.ts';
import type { Control } from '../control/control.ts';
import { type Instant, toInstant } from '../core/calendar-date.ts';
import { report } from '../messages/problem.ts';
import { type Account, findAccount } from '../store/accounts.ts';
import { listReportedNeeds, listWebhooks, removeReportedNeed, saveReportedNeed } from '../store/webhooks.ts';
import { differsProblem, listFindings, openDifferences, type AccountFinding } from '../sync/mirror/findings.ts';
import type { HandlerOptions } from './manage.ts';
import { recordEvent, reportData } from './run-events.ts';

export interface AttentionOptions extends Pick<HandlerOptions, 'store' | 'clock' | 'newId' | 'signal'> {
  readonly control: Pick<Control, 'call'>;
}

interface Condition {
  readonly key: string;
  readonly needed: EventMessage;
  readonly resolved: EventMessage | null;
}

type ReportedCondition = Pick<Condition, 'resolved'>;

/** Records events for new and resolved problems. For `firstWebhookOf`, only marks the current problems as reported. */
export async function recordAttentionEvents(
  options: AttentionOptions,
  firstWebhookOf: string | null = null,
): Promise<void> {
  const { store, control, signal } = options;
  if (firstWebhookOf === null && listWebhooks(store, null).length === 0) return;
  const accounts = (await control.call('service.needs', {}, signal, 'trusted')) as readonly AccountNeeds[];
  for (const { accountId, running, needs, connections } of accounts) {
    const isSilent = accountId === firstWebhookOf;
    // Skips an account during a sync, which may change its problems: the caller checks again when the sync ends.
    if (!isSilent && (running || listWebhooks(store, accountId).length === 0)) continue;
    const account = findAccount(store, accountId);
    if (signal.aborted || account === null) return;
    recordChanges(options, account, conditionsOf(options, account, needs, connections), isSilent);
  }
}

function recordChanges(
  { store, newId, clock }: AttentionOptions,
  account: Account,
  now: readonly Condition[],
  isSilent: boolean,
): void {
  store.transaction(() => {
    const reported = listReportedNeeds<ReportedCondition>(store, account.id);
    const keys = new Set(now.map(({ key }) => key));
    for (const { key, needed, resolved } of now) {
      if (reported.has(key)) continue;
      if (!isSilent) recordEvent(store, newId, needed);
      saveReportedNeed(store, account.id, key, { resolved } satisfies ReportedCondition);
    }
    for (const [key, { resolved }] of reported) {
      if (keys.has(key)) continue;
      if (resolved !== null && !isSilent) recordEvent(store, newId, { ...resolved, timestamp: toInstant(clock.now()) });
      removeReportedNeed(store, account.id, key);
    }
  });
}

function conditionsOf(
  { store, clock }: AttentionOptions,
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
  const data = { key, about, connection, ...reportData(told) };
  return {
    key,
    needed: eventMessage('attention.needed', at, account, data),
    resolved: eventMessage('attention.resolved', at, account, data),
  };
}

/** The key contains the end date, so that a renewed consent causes a new event before its end. */
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

function differs(account: Account, found: AccountFinding, at: Instant): Condition[] {
  const { bankAccountId, name, currency } = found;
  const open = openDifferences(found);
  if (open === null) return [];
  return [
    {
      key: `${account.id} differs ${bankAccountId} ${currency}`,
      needed: eventMessage('account.differs', at, account, {
        bank_account_identifier: name,
        currency,
        since: open.since,
        difference: open.by,
        ...reportData(report(differsProblem({ name, currency }, open))),
      }),
      resolved: null,
    },
  ];
}
