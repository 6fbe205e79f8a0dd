import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { EVENT_TYPES, WEBHOOK_SHAPES, type EventType, type WebhookShape } from '../webhooks/names.ts';
import { accountId, name } from './accounts.ts';
import { procedure } from './procedure.ts';

const webhookId = z.string().check(z.minLength(1));
const events = z.array(z.enum(EVENT_TYPES)).check(z.minLength(1));

export interface WebhookView {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly shape: WebhookShape;
  /** The public part of the address: "https://ntfy.sh". */
  readonly origin: string;
  readonly events: readonly EventType[];
  /** It may be at an address of the local network. */
  readonly allowsPrivate: boolean;
  readonly createdAt: string;
  /** Why nothing is sent to it any more; null as long as it is. */
  readonly disabled: { readonly at: string; readonly why: Report } | null;
  /** How many events wait for it, and how many were given up. */
  readonly waiting: number;
  readonly failed: number;
  readonly lastDelivery: DeliveryView | null;
}

/** The only time that the signing secret is shown; null for shapes that are not signed. */
export interface NewWebhook extends WebhookView {
  readonly secret: string | null;
}

/** Outcome of sending an event to a webhook. */
export interface DeliveryView {
  /** The `webhook-id` of the message. */
  readonly eventId: string;
  /** Cursor of the next page. */
  readonly sequence: number;
  readonly type: EventType;
  readonly at: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** When it is tried again; null for one whose turn has not come, and for one that is over. */
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  readonly problem: Report | null;
}

/** The answer of a receiver to a test. */
export interface TestedWebhook {
  readonly status: number;
}

export const webhookProcedures = {
  'webhook.list': procedure<readonly WebhookView[]>()(z.strictObject({ accountId: z.nullable(accountId) })),
  'webhook.add': procedure<NewWebhook>()(
    z.strictObject({
      accountId,
      name,
      shape: z.enum(WEBHOOK_SHAPES),
      /** May contain secrets, so it is stored in the vault. */
      address: z.string().check(z.minLength(1), z.maxLength(2000)),
      events: z.optional(events),
      allowsPrivate: z.optional(z.boolean()),
    }),
  ),
  /** Sends a test at once. Throws why it was not taken. */
  'webhook.test': procedure<TestedWebhook>()(z.strictObject({ webhookId })),
  /** Newest first. */
  'webhook.deliveries': procedure<readonly DeliveryView[]>()(
    z.strictObject({
      webhookId,
      limit: z.int().check(z.gte(1), z.lte(200)),
      before: z.optional(z.nullable(z.int())),
    }),
  ),
  /** Without ids all that failed. Returns how many are sent again. */
  'webhook.resend': procedure<{ readonly count: number }>()(
    z.strictObject({ webhookId, eventIds: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(200))) }),
  ),
  /** A new signing secret; for a day messages are signed with the one before as well. */
  'webhook.rotate': procedure<{ readonly secret: string; readonly oldUntil: string }>()(z.strictObject({ webhookId })),
  'webhook.enable': procedure<WebhookView>()(z.strictObject({ webhookId })),
  'webhook.remove': procedure<null>()(z.strictObject({ webhookId })),
};
