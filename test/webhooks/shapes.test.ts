import { describe, expect, it } from 'vitest';
import { eventMessage, type EventMessage } from '../../src/contract/webhooks/events.ts';
import { EVENT_TYPES, type WebhookShape } from '../../src/contract/webhooks/names.ts';
import { createSecrets, openVault } from '../../src/platform/vault.ts';
import type { Webhook } from '../../src/store/webhooks.ts';
import { deliver, type Outcome } from '../../src/webhooks/deliver.ts';
import { saveSecret } from '../../src/webhooks/secrets.ts';
import { type Chats, webhookChats } from '../fakes/webhook-chats.ts';
import { manualClock } from '../support/manual-clock.ts';
import { AT } from '../support/store-with-account.ts';
import { EVENTS } from '../support/webhook-messages.ts';

const ADDRESSES: Readonly<Record<Exclude<WebhookShape, 'standard'>, string>> = {
  ntfy: 'https://ntfy.sh/my_topic',
  slack: 'https://hooks.slack.com/services/T0/B0/secret',
  discord: 'https://discord.com/api/webhooks/123/secret',
  telegram: 'https://api.telegram.org/bot123:secret/sendMessage?chat_id=42',
  'home-assistant': 'https://ha.example.com/api/webhook/secret',
};
const SHAPES = Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[];

async function send(
  chats: Chats,
  shape: WebhookShape,
  address: string,
  message: EventMessage,
  language = 'en',
): Promise<Outcome> {
  const sealed = new Map<string, Buffer>();
  const secrets = createSecrets(() => openVault({ provideKey: async () => Buffer.alloc(32, 1) }), {
    read: (name) => sealed.get(name) ?? null,
    save: (name, secret) => void sealed.set(name, secret),
    remove: (name) => void sealed.delete(name),
  });
  const webhook: Webhook = {
    id: 'w',
    accountId: 'a',
    name: 'Chat',
    shape,
    origin: new URL(address).origin,
    events: [...EVENT_TYPES],
    allowsPrivate: false,
    createdAt: AT,
    disabled: null,
  };
  await saveSecret(secrets, 'w', { address, keys: [] });
  const network = { ca: chats.ca, standInPort: chats.port };
  return deliver(
    { secrets, clock: manualClock(), language, network },
    webhook,
    { id: 'msg_1', body: JSON.stringify(message) },
    new AbortController().signal,
  );
}

describe('every event', () => {
  it.each(SHAPES)('is accepted by %s, with any content', async (shape) => {
    const chats = await webhookChats();
    expect(new Set(EVENTS.map(({ type }) => type))).toEqual(new Set([...EVENT_TYPES, 'webhook.test']));
    for (const event of EVENTS)
      expect(await send(chats, shape, ADDRESSES[shape], event)).toMatchObject({ kind: 'delivered' });
    expect(chats.accepted).toHaveLength(EVENTS.length);
  });

  it('fails with the message of the receiver if the receiver does not know the URL', async () => {
    const chats = await webhookChats();
    const [event] = EVENTS;
    if (event === undefined) throw new Error('there is no event');
    const rejectionOf = async (shape: WebhookShape, address: string): Promise<string> => {
      const outcome = await send(chats, shape, address, event);
      return outcome.kind === 'failed' ? outcome.why.message : 'delivered';
    };
    expect(await rejectionOf('slack', 'https://hooks.slack.com/services/T0/B0/other')).toBe(
      'hooks.slack.com answered with status 404: “no_service”.',
    );
    expect(await rejectionOf('telegram', ADDRESSES.telegram.replace('=42', '=43'))).toContain('chat not found');
    expect(await rejectionOf('discord', 'https://discord.com/api/webhooks/123/other')).toContain('Unknown Webhook');
  });
});

describe('a chat service', () => {
  const calm = eventMessage(
    'transactions.added',
    AT,
    { id: 'a', name: 'Home' },
    { run_id: 'r', count: 3, transactions: [] },
  );

  it('receives the number of transactions, but no data of them', async () => {
    const chats = await webhookChats();
    for (const shape of SHAPES) await send(chats, shape, ADDRESSES[shape], calm);
    expect(chats.accepted.map(({ body }) => body)).toEqual([
      {
        topic: 'my_topic',
        title: '3 new transactions',
        message: 'In the spreadsheet of “Home”.',
        priority: 3,
        tags: ['heavy_check_mark'],
      },
      { text: '3 new transactions\nIn the spreadsheet of “Home”.' },
      { content: '3 new transactions\nIn the spreadsheet of “Home”.', allowed_mentions: { parse: [] } },
      {
        chat_id: '42',
        text: '3 new transactions\nIn the spreadsheet of “Home”.',
        link_preview_options: { is_disabled: true },
      },
      { title: '3 new transactions', message: 'In the spreadsheet of “Home”.', ...calm },
    ]);
  });

  it('receives texts in the language of the machine', async () => {
    const chats = await webhookChats();
    await send(chats, 'slack', ADDRESSES.slack, calm, 'de_AT.UTF-8');
    expect(chats.accepted[0]?.body).toEqual({ text: '3 neue Umsätze\nIn der Tabelle von „Home“.' });
  });

  it('receives the user and password of its URL as HTTP basic authentication', async () => {
    const chats = await webhookChats();
    await send(chats, 'ntfy', 'https://:tk_secret@ntfy.sh/my_topic', calm);
    expect(chats.accepted[0]?.authorization).toBe(`Basic ${Buffer.from(':tk_secret').toString('base64')}`);
  });

  it('is retried only after the delay in its response body', async () => {
    const chats = await webhookChats();
    chats.always = {
      status: 429,
      body: JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after: 300 } }),
    };
    expect(await send(chats, 'telegram', ADDRESSES.telegram, calm)).toMatchObject({ retryAfterMs: 300_000 });
  });
});
