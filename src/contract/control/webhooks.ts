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
  readonly allowsPrivate: boolean;
  readonly createdAt: string;
  readonly disabled: { readonly at: string; readonly why: Report } | null;
  readonly waiting: number;
  readonly failed: number;
  readonly lastDelivery: DeliveryView | null;
}

export interface NewWebhook extends WebhookView {
  readonly secret: string | null;
}

export interface DeliveryView {
  readonly eventId: string;
  readonly sequence: number;
  readonly type: EventType;
  readonly at: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  readonly problem: Report | null;
}

export const webhookProcedures = {
  'webhook.list': procedure<readonly WebhookView[]>()({ accountId: z.nullable(accountId) }),
  'webhook.add': procedure<NewWebhook>()({
    accountId,
    name,
    shape: z.enum(WEBHOOK_SHAPES),
    address: z.string().check(z.minLength(1), z.maxLength(2000)),
    events: z.optional(events),
    allowsPrivate: z.optional(z.boolean()),
  }),
  'webhook.test': procedure<{ readonly status: number }>()({ webhookId }),
  'webhook.deliveries': procedure<readonly DeliveryView[]>()({
    webhookId,
    limit: z.int().check(z.gte(1), z.lte(200)),
    before: z.optional(z.nullable(z.int())),
  }),
  'webhook.resend': procedure<{ readonly count: number }>()({
    webhookId,
    eventIds: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(200))),
  }),
  /** Creates a new signing secret. For one day, messages are signed with both the old and the new secret. */
  'webhook.rotate': procedure<{ readonly secret: string; readonly oldUntil: string }>()({ webhookId }),
  'webhook.enable': procedure<WebhookView>()({ webhookId }),
  'webhook.remove': procedure<null>()({ webhookId }),
};
