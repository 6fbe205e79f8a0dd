import { bankWorld, type BankWorld, type FakeService, type ServiceAnswer } from './banks/bank-world.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * Fake chat and automation services under their real host names. They reject messages that the documentation of the
 * real services forbids.
 */
export interface Chats extends BankWorld {
  /** The accepted messages. */
  readonly accepted: readonly {
    readonly at: string;
    readonly body: Body;
    readonly authorization: string | undefined;
  }[];
}

/** Null if the body is not a JSON object. */
function objectIn(body: string): Body | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
  } catch {
    return null;
  }
}

/** https://docs.ntfy.sh/publish/#publish-as-json, with the codes of its server/errors.go. */
function ntfy(path: string, body: Body): ServiceAnswer {
  const refused = (code: number, error: string): ServiceAnswer => ({ status: 400, body: { code, http: 400, error } });
  if (path !== '/') return refused(40017, 'invalid request: JSON goes to the root, not to a topic');
  if (typeof body['topic'] !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(body['topic']))
    return refused(40009, 'invalid request: topic invalid');
  const { message = '', priority = 3, tags = [] } = body;
  if (typeof message !== 'string' || Buffer.byteLength(message) > 4096)
    return refused(40014, 'attachments not allowed');
  if (![1, 2, 3, 4, 5].includes(priority as number)) return refused(40007, 'invalid priority parameter');
  if (!Array.isArray(tags)) return refused(40024, 'request body must be valid JSON');
  return { status: 200, body: { id: 'x', event: 'message', topic: body['topic'] } };
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
function slack(path: string, body: Body): ServiceAnswer {
  if (path !== '/services/T0/B0/secret') return { status: 404, body: 'no_service' };
  const { text } = body;
  if (typeof text !== 'string' || text === '') return { status: 400, body: 'no_text' };
  // Slack would read unescaped angle brackets and ampersands as mentions or links.
  if (/<[^>]*>|&(?!amp;|lt;|gt;)/.test(text)) return { status: 400, body: 'invalid_payload' };
  return { status: 200, body: 'ok' };
}

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
function discord(path: string, body: Body): ServiceAnswer {
  if (path !== '/api/webhooks/123/secret') return { status: 404, body: { message: 'Unknown Webhook', code: 10015 } };
  const { content } = body;
  if (typeof content !== 'string' || content === '')
    return { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } };
  if (content.length > 2000) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } };
  return { status: 204 };
}

/** https://core.telegram.org/bots/api#making-requests */
function telegram(path: string, body: Body): ServiceAnswer {
  const refused = (error_code: number, description: string): ServiceAnswer => ({
    status: error_code,
    body: { ok: false, error_code, description },
  });
  if (path !== '/bot123:secret/sendMessage') return refused(404, 'Not Found');
  if (String(body['chat_id']) !== '42') return refused(400, 'Bad Request: chat not found');
  const { text } = body;
  if (typeof text !== 'string' || text === '') return refused(400, 'Bad Request: message text is empty');
  return text.length > 4096 ? refused(400, 'Bad Request: message is too long') : { status: 200, body: { ok: true } };
}

/** Home Assistant answers 200 whether or not the webhook exists: homeassistant/components/webhook. */
function homeAssistant(): ServiceAnswer {
  return { status: 200 };
}

const SERVICES: Readonly<Record<string, (path: string, body: Body) => ServiceAnswer>> = {
  'ntfy.sh': ntfy,
  'hooks.slack.com': slack,
  'discord.com': discord,
  'api.telegram.org': telegram,
  'ha.example.com': homeAssistant,
};

export async function webhookChats(): Promise<Chats> {
  const accepted: { at: string; body: Body; authorization: string | undefined }[] = [];
  const services = Object.entries(SERVICES).map(([host, service]): [string, FakeService] => [
    host,
    ({ method, url, headers, body }) => {
      const json = objectIn(body);
      if (method !== 'POST') return { status: 405 };
      if (json === null || headers['content-type'] !== 'application/json')
        return { status: 400, body: 'invalid_payload' };
      const answer = service(`${url.pathname}${url.search}`, json);
      if (answer.status < 300) accepted.push({ at: host, body: json, authorization: headers.authorization });
      return answer;
    },
  ]);
  return Object.assign(await bankWorld(Object.fromEntries(services)), { accepted });
}
