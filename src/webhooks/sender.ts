import { setImmediate as turn } from 'node:timers/promises';
import { toInstant } from '../core/calendar-date.ts';
import { problem } from '../messages/problem.ts';
import { report } from '../messages/report.ts';
import type { Clock } from '../platform/clock.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Alarms, CancelAlarm } from '../schedules/alarms.ts';
import type { Writer } from '../store/database.ts';
import {
  findEventBody,
  nextDelivery,
  recordDelivered,
  recordNotDelivered,
  type Delivery,
} from '../store/webhook-events.ts';
import { disableWebhook, findWebhook, listWebhooks, type Webhook } from '../store/webhooks.ts';
import type { Outcome } from './attempt.ts';
import { isDue, waitAfter } from './back-off.ts';

export interface SenderOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly log: Log;
  /** One attempt; never rejects but when the signal has ended. */
  readonly attempt: (
    webhook: Webhook,
    event: { readonly id: string; readonly body: string },
    signal: AbortSignal,
  ) => Promise<Outcome>;
  /** Something of an account's webhooks has changed. */
  readonly changed: (accountId: string) => void;
  /** Nothing is sent to one any more. */
  readonly disabled: (accountId: string) => void;
}

export interface Sender {
  /** From now on what is due is sent. */
  start(alarms: Alarms): void;
  /** Something may be due. */
  check(): void;
  close(): Promise<void>;
}

/**
 * Sends to each webhook what waits for it, one event after the other, in the order in which they happened: as long as
 * one could not be delivered, those after it wait. Webhooks do not wait for each other. An attempt is recorded once it
 * has been answered, so that a crash sends the event again, under the same id.
 */
export function createSender({ store, clock, log, attempt, changed, disabled }: SenderOptions): Sender {
  const closing = new AbortController();
  const busy = new Map<string, Promise<void>>();
  let alarms: Alarms | null = null;
  let stopTicking: CancelAlarm | null = null;
  let disarm: CancelAlarm | null = null;

  const enabled = (): readonly Webhook[] => listWebhooks(store, null).filter((webhook) => webhook.disabled === null);

  function due(webhookId: string): Delivery | null {
    const next = nextDelivery(store, webhookId);
    return next !== null && isDue(next.nextAtMs, clock.now()) ? next : null;
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
    const { why, askedMs, isGone } = outcome;
    const attempts = delivery.attempts + 1;
    const wait = isGone ? null : waitAfter(attempts, askedMs);
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
      'A webhook did not take an event',
    );
  }

  function check(): void {
    if (alarms === null) return;
    const webhooks = enabled();
    for (const { id } of webhooks) {
      if (busy.has(id) || due(id) === null) continue;
      busy.set(
        id,
        sendAll(id).then(
          () => {
            busy.delete(id);
            // What came while the last one was on its way.
            check();
          },
          (thrown: unknown) => {
            busy.delete(id);
            if (closing.signal.aborted) return;
            log.error(
              { webhook: id, err: toPennyrowError(thrown) },
              'A webhook could not be served; again in a minute',
            );
            arm(enabled());
          },
        ),
      );
    }
    arm(webhooks);
  }

  /** For the first of those whose time comes; the minute has what an alarm slept through. */
  function arm(webhooks: readonly Webhook[]): void {
    disarm?.();
    disarm = null;
    if (alarms === null || closing.signal.aborted) return;
    const times = webhooks.flatMap(({ id }) => {
      const nextAtMs = busy.has(id) ? null : (nextDelivery(store, id)?.nextAtMs ?? null);
      return nextAtMs === null || isDue(nextAtMs, clock.now()) ? [] : [nextAtMs];
    });
    if (times.length > 0) disarm = alarms.at(Math.min(...times), check);
  }

  return {
    start(given) {
      alarms = given;
      stopTicking = given.everyMinute(check);
      check();
    },
    check,
    async close() {
      stopTicking?.();
      disarm?.();
      closing.abort();
      alarms = null;
      await Promise.all(busy.values());
    },
  };
}
