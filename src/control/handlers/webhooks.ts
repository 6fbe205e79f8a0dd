import type {
  DeliveryView,
  NewWebhook,
  TestedWebhook,
  webhookProcedures,
  WebhookView,
} from '../../contract/control/webhooks.ts';
import type { Input } from '../../contract/control/index.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';

/** Methods that take a webhook's id throw `webhook_unknown`. */
export interface WebhookManager {
  /** Those of one account, or all. */
  list(accountId: string | null): readonly WebhookView[];
  /** Throws `webhook_address`, `webhook_shape`. */
  add(webhook: Input<'webhook.add'>, signal: AbortSignal): Promise<NewWebhook>;
  /** Throws the reason why the receiver did not accept the event. */
  test(webhookId: string, signal: AbortSignal): Promise<TestedWebhook>;
  deliveries(page: Input<'webhook.deliveries'>): readonly DeliveryView[];
  /** Returns the number of events that are sent again. */
  resend(webhookId: string, eventIds: readonly string[] | null): number;
  /** Throws `webhook_unsigned`. */
  rotate(webhookId: string): Promise<{ readonly secret: string; readonly oldUntil: string }>;
  enable(webhookId: string): WebhookView;
  remove(webhookId: string): void;
  onChange(changed: (accountId: string) => void): void;
}

export interface WebhookCollaborators extends Pick<Collaborators, 'store'> {
  readonly webhooks: WebhookManager;
}

export function webhookHandlers(
  { store, webhooks }: WebhookCollaborators,
  announce: Announce,
): Handlers<keyof typeof webhookProcedures> {
  return {
    'webhook.list': ({ accountId }) => webhooks.list(accountId === null ? null : requireAccount(store, accountId).id),
    'webhook.add': async (webhook, signal) => {
      requireAccount(store, webhook.accountId);
      const added = await webhooks.add(webhook, signal);
      announce('webhooks', added.accountId);
      return added;
    },
    'webhook.test': ({ webhookId }, signal) => webhooks.test(webhookId, signal),
    'webhook.deliveries': (page) => webhooks.deliveries(page),
    'webhook.resend': ({ webhookId, eventIds = null }) => {
      const count = webhooks.resend(webhookId, eventIds);
      announce('webhooks', null);
      return { count };
    },
    'webhook.rotate': ({ webhookId }) => webhooks.rotate(webhookId),
    'webhook.enable': ({ webhookId }) => {
      const enabled = webhooks.enable(webhookId);
      announce('webhooks', enabled.accountId);
      return enabled;
    },
    'webhook.remove': ({ webhookId }) => {
      webhooks.remove(webhookId);
      announce('webhooks', null);
      return null;
    },
  };
}
