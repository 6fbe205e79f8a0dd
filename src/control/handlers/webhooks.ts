import type { webhookProcedures } from '../../contract/control/webhooks.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireAccount } from '../requirements.ts';

export function webhookHandlers(
  { store, webhooks }: ControlDependencies,
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
