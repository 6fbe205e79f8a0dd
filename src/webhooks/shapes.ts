import type { EventMessage } from '../contract/webhooks/events.ts';
import type { WebhookShape } from '../contract/webhooks/names.ts';
import type { Report } from '../messages/parameters.ts';
import { problemOf } from '../messages/problem.ts';
import type { I18n } from '../messages/i18n.ts';
import { createError } from '../platform/errors.ts';

interface Notice {
  readonly title: string;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** States only the number of transactions, because chat services store the messages and must not know details. */
export function describeEvent(event: EventMessage, { texts, localize }: I18n<'notices'>): Notice {
  const say = texts.notices;
  const account = event.account.name;
  const calm = (title: string, text: string): Notice => ({ title, text, isUrgent: false });
  const urgent = (title: string, text: string): Notice => ({ title, text, isUrgent: true });
  const sentence = (report: Report): string => {
    const { what, remedy } = localize(problemOf(report), 'app');
    return remedy === null ? what : `${what} ${remedy}`;
  };
  switch (event.type) {
    case 'run.finished': {
      const { status, added, updated, removed } = event.data;
      const title = say.run({ account, status: statusOf(status) });
      return { title, text: say.runDid({ added, updated, removed }), isUrgent: status === 'failed' };
    }
    case 'transactions.added':
      return calm(say.added({ count: event.data.count }), say.inSpreadsheet({ account }));
    case 'transactions.posted':
      return calm(say.posted({ count: event.data.count }), say.inSpreadsheet({ account }));
    case 'transactions.removed':
      return calm(say.removed({ count: event.data.count }), say.inSpreadsheet({ account }));
    case 'attention.needed':
      return urgent(
        say.needed({ account, connection: event.data.connection?.name ?? null }),
        sentence(event.data as Report),
      );
    case 'attention.resolved':
      return calm(say.resolved({ account }), localize(problemOf(event.data as Report), 'app').what);
    case 'consent.ending':
      return urgent(
        say.consent({ connection: event.data.connection.name, days: event.data.days }),
        say.consentUntil({ until: event.data.ends_at }),
      );
    case 'account.differs':
      return urgent(say.differs({ name: event.data.bank_account_identifier }), sentence(event.data as Report));
    case 'webhook.test':
      return calm(say.test, say.testText({ account }));
  }
}

function statusOf(status: string): 'succeeded' | 'partial' | 'failed' | 'other' {
  return status === 'succeeded' || status === 'partial' || status === 'failed' ? status : 'other';
}

interface Shape {
  readonly check: (address: URL) => void;
  readonly message: (
    address: URL,
    event: { readonly body: string; readonly message: EventMessage; readonly notice: Notice },
  ) => { readonly url: URL; readonly body: string };
  readonly isSigned?: true;
}

function requirePath(
  form: RegExp,
  shape: 'ntfy' | 'slack' | 'discord' | 'telegram' | 'home_assistant',
): (address: URL) => void {
  return ({ pathname }) => {
    if (!form.test(pathname)) throw createError('webhook_shape', { shape });
  };
}

function joinNotice({ title, text }: Notice, maximum: number): string {
  return cut(`${title}\n${text}`.trim(), maximum);
}

function cut(text: string, maximum: number): string {
  return text.length <= maximum ? text : `${text.slice(0, maximum - 1).toWellFormed()}…`;
}

/** See https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (version 1.0.0). */
const standard: Shape = {
  check: () => undefined,
  message: (url, { body }) => ({ url, body }),
  isSigned: true,
};

/** ntfy converts a message of more than 4096 bytes into an attachment, and a character may have 3 bytes. */
const NTFY_CHARACTERS = 1300;

/** Sends JSON to "/" with the topic in a field: see https://docs.ntfy.sh/publish/#publish-as-json. */
const ntfy: Shape = {
  check: requirePath(/^\/[-_A-Za-z0-9]{1,64}\/?$/, 'ntfy'),
  message: (address, { notice }) => {
    const url = new URL(address);
    url.pathname = '/';
    url.search = '';
    return {
      url,
      body: JSON.stringify({
        topic: address.pathname.replaceAll('/', ''),
        title: cut(notice.title, 200),
        message: cut(notice.text, NTFY_CHARACTERS),
        priority: notice.isUrgent ? 4 : 3,
        tags: [notice.isUrgent ? 'warning' : 'heavy_check_mark'],
      }),
    };
  },
};

const SLACK_CHARACTERS = 4000;

/** Escapes `&`, `<` and `>`, so that a text from a bank cannot notify users by mentioning them: https://docs.slack.dev/messaging. */
const slack: Shape = {
  check: requirePath(/^\/[^/]+(?:\/[^/]+)+\/?$/, 'slack'),
  message: (url, { notice }) => ({
    url,
    body: JSON.stringify({
      text: joinNotice(notice, SLACK_CHARACTERS)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;'),
    }),
  }),
};

const DISCORD_CHARACTERS = 2000;

/** `parse: []`, so that a text from a bank cannot notify users: https://docs.discord.com/developers/resources/webhook. */
const discord: Shape = {
  check: requirePath(/^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?$/, 'discord'),
  message: (url, { notice }) => ({
    url,
    body: JSON.stringify({ content: joinNotice(notice, DISCORD_CHARACTERS), allowed_mentions: { parse: [] } }),
  }),
};

const TELEGRAM_CHARACTERS = 4096;
const CHAT = 'chat_id';

const requireMethod = requirePath(/^\/bot\d+:[\w-]+\/sendMessage$/, 'telegram');

/** The query of the address contains the id of the chat: see https://core.telegram.org/bots/api#sendmessage. */
const telegram: Shape = {
  check: (address) => {
    requireMethod(address);
    if (!address.searchParams.get(CHAT)) throw createError('webhook_shape', { shape: 'telegram' });
  },
  message: (address, { notice }) => {
    const url = new URL(address);
    url.search = '';
    return {
      url,
      body: JSON.stringify({
        [CHAT]: address.searchParams.get(CHAT),
        text: joinNotice(notice, TELEGRAM_CHARACTERS),
        link_preview_options: { is_disabled: true },
      }),
    };
  },
};

/** Home Assistant answers 200 even to a wrong address: https://www.home-assistant.io/docs/automation/trigger/#webhook-trigger. */
const homeAssistant: Shape = {
  check: requirePath(/^(?:\/[^/]+)*\/api\/webhook\/[^/]+\/?$/, 'home_assistant'),
  message: (url, { message, notice }) => ({
    url,
    body: JSON.stringify({ title: notice.title, message: notice.text, ...message }),
  }),
};

const SHAPES: Readonly<Record<WebhookShape, Shape>> = {
  standard,
  ntfy,
  slack,
  discord,
  telegram,
  'home-assistant': homeAssistant,
};

export function findShape(name: string): Shape {
  const shape = (SHAPES as Readonly<Record<string, Shape>>)[name];
  if (shape === undefined) throw new TypeError(`There is no shape ${name}.`);
  return shape;
}
