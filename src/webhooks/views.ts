import type { DeliveryView, WebhookView } from '../contract/control/webhooks.ts';
import type { EventType, WebhookShape } from '../contract/webhooks/names.ts';
import { toInstant } from '../core/calendar-date.ts';
import type { Reader } from '../store/database.ts';
import { countDeliveries, listDeliveries, type Delivery } from '../store/webhook-events.ts';
import type { Webhook } from '../store/webhooks.ts';

export function webhookView(store: Reader, webhook: Webhook): WebhookView {
  const { shape, events, ...rest } = webhook;
  const [last] = listDeliveries(store, webhook.id, { limit: 1, triedOnly: true });
  return {
    ...rest,
    shape: shape as WebhookShape,
    events: events as readonly EventType[],
    waiting: countDeliveries(store, webhook.id, 'waiting'),
    failed: countDeliveries(store, webhook.id, 'failed'),
    lastDelivery: last === undefined ? null : deliveryView(last),
  };
}

export function deliveryView({
  eventId,
  sequence,
  type,
  at,
  state,
  attempts,
  nextAtMs,
  lastAt,
  problem,
}: Delivery): DeliveryView {
  return {
    eventId,
    sequence,
    type: type as EventType,
    at,
    state,
    attempts,
    nextAt: nextAtMs === null ? null : toInstant(nextAtMs),
    lastAt,
    problem,
  };
}
