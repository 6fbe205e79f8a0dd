import type { DeliveryView, WebhookView } from '../contract/control/webhooks.ts';
import { eventMessage } from '../contract/webhooks/events.ts';
import { type EventType, usualEvents, type WebhookShape } from '../contract/webhooks/names.ts';
import type { Handlers } from '../control/handler.ts';
import { toInstant } from '../core/calendar-date.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, errorOf } from '../platform/errors.ts';
import type { Secrets } from '../platform/vault.ts';
import { findAccount } from '../store/accounts.ts';
import type { Reader, Writer } from '../store/database.ts';
import { countDeliveries, type Delivery, listDeliveries, resend } from '../store/webhook-events.ts';
import {
  addWebhook,
  enableWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  type Webhook,
} from '../store/webhooks.ts';
import type { WebhookNetwork } from './post.ts';

export interface HandlerOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly newId: (kind: string) => string;
  readonly language: () => string;
  readonly network?: WebhookNetwork | undefined;
  readonly changed: (accountId: string) => void;
  /** Marks the current problems as reported, so that the account's first webhook gets no events for them. */
  readonly markAttentionSeen: (accountId: string) => Promise<void>;
  readonly check: () => void;
  readonly signal: AbortSignal;
}

/** After a secret was replaced, messages have signatures of both secrets for this long, so that the receiver can switch. */
const ROTATION_MS = 24 * 3_600_000;

export function createWebhookHandlers(options: HandlerOptions): Handlers<'webhooks'> {
  const { store, clock, secrets, newId, changed } = options;

  function required(id: string): Webhook {
    const webhook = findWebhook(store, id);
    if (webhook === null) throw createError('webhook_unknown', { webhook: id });
    return webhook;
  }

  return {
    'webhook.list': ({ accountId }) => listWebhooks(store, accountId).map((webhook) => webhookView(store, webhook)),
    'webhook.add': async ({ accountId, name, shape, address, events = usualEvents(shape), allowsPrivate = false }) => {
      const { parseWebhookAddress, requireReachable } = await import('./target.ts');
      const { newSigningSecret, saveSecret } = await import('./secrets.ts');
      const { findShape } = await import('./shapes.ts');
      const url = parseWebhookAddress(address);
      const { check, isSigned } = findShape(shape);
      check(url);
      await requireReachable({ url, allowsPrivate }, options.network?.lookup);
      if (listWebhooks(store, accountId).length === 0) await options.markAttentionSeen(accountId);
      const id = newId('webhook');
      const secret = isSigned === true ? newSigningSecret() : null;
      // Saves the secret first: once the webhook is added, a delivery may read the address from the vault.
      await saveSecret(secrets, id, {
        address: url.href,
        keys: secret === null ? [] : [{ secret, untilMs: null }],
      });
      const createdAt = toInstant(clock.now());
      const origin = url.origin;
      addWebhook(store, { id, accountId, name, shape, origin, events: [...new Set(events)], allowsPrivate, createdAt });
      changed(accountId);
      return { ...webhookView(store, required(id)), secret };
    },
    'webhook.test': async ({ webhookId }, signal) => {
      const webhook = required(webhookId);
      const account = findAccount(store, webhook.accountId);
      if (account === null) throw createError('webhook_unknown', { webhook: webhookId });
      const { deliver } = await import('./deliver.ts');
      const message = eventMessage('webhook.test', toInstant(clock.now()), account, {
        message: 'This is a test from Pennyrow.',
      });
      const event = { id: newId('msg'), body: JSON.stringify(message) };
      const stop = AbortSignal.any([signal, options.signal]);
      const outcome = await deliver({ ...options, language: options.language() }, webhook, event, stop);
      if (outcome.kind === 'failed') throw errorOf(outcome.why);
      return { status: outcome.status };
    },
    'webhook.deliveries': ({ webhookId, limit, before }) =>
      listDeliveries(store, required(webhookId).id, { limit, before }).map(deliveryView),
    'webhook.resend': ({ webhookId, eventIds = null }) => {
      const { id, accountId, disabled, name } = required(webhookId);
      if (disabled !== null) throw createError('webhook_is_disabled', { name });
      const count = resend(store, id, eventIds);
      options.check();
      changed(accountId);
      return { count };
    },
    'webhook.rotate': async ({ webhookId }) => {
      const { id, name } = required(webhookId);
      const { newSigningSecret, readSecret, saveSecret } = await import('./secrets.ts');
      const stored = await readSecret(secrets, id);
      if (stored === null) throw createError('webhook_secret', { name });
      if (stored.keys.length === 0) throw createError('webhook_unsigned', { name });
      const nowMs = clock.now();
      const oldUntilMs = nowMs + ROTATION_MS;
      const secret = newSigningSecret();
      const old = stored.keys
        .filter(({ untilMs }) => untilMs === null || untilMs > nowMs)
        .map((key) => ({ ...key, untilMs: key.untilMs ?? oldUntilMs }));
      await saveSecret(secrets, id, { ...stored, keys: [{ secret, untilMs: null }, ...old] });
      return { secret, oldUntil: toInstant(oldUntilMs) };
    },
    'webhook.enable': ({ webhookId }) => {
      const { id, accountId } = required(webhookId);
      enableWebhook(store, id);
      options.check();
      changed(accountId);
      return webhookView(store, required(id));
    },
    'webhook.remove': ({ webhookId }) => {
      const { id, accountId } = required(webhookId);
      removeWebhook(store, id);
      changed(accountId);
      return null;
    },
  };
}

function webhookView(store: Reader, webhook: Webhook): WebhookView {
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

function deliveryView(delivery: Delivery): DeliveryView {
  const { eventId, sequence, type, at, state, attempts, nextAtMs, lastAt, problem } = delivery;
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
