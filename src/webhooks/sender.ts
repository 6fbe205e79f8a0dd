import { setImmediate as turn } from 'node:timers/promises';
import { toInstant } from '../core/calendar-date.ts';
import { problem, report } from '../messages/problem.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { backOffMs, isRetryDue } from '../platform/retry.ts';
import type { Alarms, CancelAlarm } from '../schedules/alarms.ts';
import {
  type Delivery,
  findEventBody,
  nextDelivery,
  recordDelivered,
  recordNotDelivered,
} from '../store/webhook-events.ts';
import { disableWebhook, findWebhook, listWebhooks, type Webhook } from '../store/webhooks.ts';
import type { Outcome } from './deliver.ts';
import type { HandlerOptions } from './manage.ts';

interface SenderOptions extends Pick<HandlerOptions, 'store' | 'clock' | 'changed'> {
  readonly alarms: Alarms;
  readonly log: Log;
  readonly attempt: (
    webhook: Webhook,
    event: { readonly id: string; readonly body: string },
    signal: AbortSignal,
  ) => Promise<Outcome>;
  readonly disabled: (accountId: string) => void;
}

export type Sender = ReturnType<typeof createSender>;

/** Sends waiting events, oldest first. If Pennyrow crashes before it has recorded a success, it sends the event twice. */
export function createSender({ store, clock, alarms, log, attempt, changed, disabled }: SenderOptions) {
  const closing = new AbortController();
  const busy = new Map<string, Promise<void>>();
  let cancelAlarm: CancelAlarm | null = null;

  const enabled = (): readonly Webhook[] => listWebhooks(store, null).filter((webhook) => webhook.disabled === null);

  function due(webhookId: string): Delivery | null {
    const next = nextDelivery(store, webhookId);
    return next !== null && isRetryDue(next.nextAtMs, clock.now(), LONGEST_WAIT_MS) ? next : null;
  }

  async function sendAll(id: string): Promise<void> {
    for (let webhook = findWebhook(store, id); ; webhook = findWebhook(store, id)) {
      if (webhook === null || webhook.disabled !== null || closing.signal.aborted) return;
      const delivery = due(id);
      const body = delivery === null ? null : findEventBody(store, delivery.sequence);
      if (delivery === null || body === null) return;
      const outcome = await attempt(webhook, { id: delivery.eventId, body }, closing.signal);
      record(webhook, delivery, outcome);
      changed(webhook.accountId);
      await turn();
    }
  }

  function record(webhook: Webhook, delivery: Delivery, outcome: Outcome): void {
    const nowMs = clock.now();
    const at = toInstant(nowMs);
    if (outcome.kind === 'delivered') return recordDelivered(store, delivery, at);
    const { why, retryAfterMs, isGone } = outcome;
    const attempts = delivery.attempts + 1;
    const wait = isGone ? null : retryDelay(attempts, retryAfterMs);
    store.transaction(() => {
      recordNotDelivered(store, delivery, at, { nextAtMs: wait === null ? null : nowMs + wait, why });
      if (wait === null) {
        const reason = isGone ? 'gone' : 'other';
        disableWebhook(
          store,
          webhook.id,
          at,
          report(problem('webhook_disabled', { name: webhook.name, host: webhook.origin, reason })),
        );
      }
    });
    if (wait === null) disabled(webhook.accountId);
    log.warn(
      { webhook: webhook.id, event: delivery.eventId, attempts, gaveUp: wait === null, why: why.message },
      'A webhook event was not delivered',
    );
  }

  function check(): void {
    if (closing.signal.aborted) return;
    const webhooks = enabled();
    for (const { id } of webhooks) {
      if (busy.has(id) || due(id) === null) continue;
      busy.set(
        id,
        sendAll(id).then(
          () => {
            busy.delete(id);
            check();
          },
          (thrown: unknown) => {
            busy.delete(id);
            if (closing.signal.aborted) return;
            log.error(
              { webhook: id, err: toPennyrowError(thrown) },
              'A webhook could not be served; retrying in a minute',
            );
            arm(enabled());
          },
        ),
      );
    }
    arm(webhooks);
  }

  /** Sets the alarm for the next retry. If the machine sleeps at that time, the check every minute sends the event later. */
  function arm(webhooks: readonly Webhook[]): void {
    cancelAlarm?.();
    cancelAlarm = null;
    const times = webhooks.flatMap(({ id }) => {
      const nextAtMs = busy.has(id) ? null : (nextDelivery(store, id)?.nextAtMs ?? null);
      return nextAtMs === null || isRetryDue(nextAtMs, clock.now(), LONGEST_WAIT_MS) ? [] : [nextAtMs];
    });
    if (times.length > 0) cancelAlarm = alarms.at(Math.min(...times), check);
  }

  const stopTicking = alarms.everyMinute(check);
  check();

  return {
    check,
    async close() {
      stopTicking();
      cancelAlarm?.();
      closing.abort();
      await Promise.all(busy.values());
    },
  };
}

const HOUR = 3_600_000;

const BACK_OFF = { firstMs: 5000, longestMs: 6 * HOUR, factor: 4 };
/** The number of retries of an event. With the waits of `retryDelay`, all of them take three days. */
export const RETRIES = 18;
const MAXIMUM_RETRY_AFTER_MS = 24 * HOUR;
const LONGEST_WAIT_MS = MAXIMUM_RETRY_AFTER_MS + BACK_OFF.longestMs;

export function retryDelay(attempts: number, retryAfterMs: number | null): number | null {
  if (attempts > RETRIES) return null;
  return Math.max(backOffMs(attempts, BACK_OFF), Math.min(retryAfterMs ?? 0, MAXIMUM_RETRY_AFTER_MS));
}
