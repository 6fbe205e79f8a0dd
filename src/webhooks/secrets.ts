import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Secrets } from '../platform/vault.ts';
import { secretOfWebhook } from '../store/webhooks.ts';

export interface WebhookSecret {
  readonly address: string;
  /** Newest first; `secret` begins with "whsec_". `untilMs`: a replaced key signs until this time, in epoch milliseconds. */
  readonly keys: readonly { readonly secret: string; readonly untilMs: number | null }[];
}

/** Returns 32 random bytes; the specification Standard Webhooks requires 24 to 64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export async function readSecret(secrets: Secrets, id: string): Promise<WebhookSecret | null> {
  const sealed = await secrets.read(secretOfWebhook(id));
  return sealed === null ? null : (JSON.parse(sealed) as WebhookSecret);
}

export async function saveSecret(secrets: Secrets, id: string, secret: WebhookSecret): Promise<void> {
  await secrets.save(secretOfWebhook(id), JSON.stringify(secret));
}

export function signedHeaders(
  { keys }: WebhookSecret,
  { id, body, nowMs }: { readonly id: string; readonly body: string; readonly nowMs: number },
): Readonly<Record<string, string>> {
  const valid = keys.filter(({ untilMs }) => untilMs === null || untilMs > nowMs);
  const at = new Date(nowMs);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': valid.map(({ secret }) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
