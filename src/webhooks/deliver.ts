import type { EventMessage } from '../contract/webhooks/events.ts';
import { oneLine } from '../core/one-line.ts';
import type { Report } from '../messages/parameters.ts';
import { problem, report } from '../messages/problem.ts';
import { loadI18n, pickLanguage, type I18n } from '../messages/i18n.ts';
import type { Clock } from '../platform/clock.ts';
import { createError, PennyrowError, reportOf } from '../platform/errors.ts';
import { parseRetryAfter } from '../platform/retry.ts';
import type { Secrets } from '../platform/vault.ts';
import type { Webhook } from '../store/webhooks.ts';
import { post, type WebhookResponse, DeliveryTimeout, type WebhookNetwork } from './post.ts';
import { readSecret, signedHeaders } from './secrets.ts';
import { describeEvent, findShape } from './shapes.ts';

interface DeliverOptions {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** The language of the message: a BCP 47 tag or a POSIX locale such as de_AT.UTF-8. */
  readonly language: string;
  readonly network?: WebhookNetwork | undefined;
}

export async function deliver(
  { secrets, clock, language, network }: DeliverOptions,
  webhook: Webhook,
  { id, body }: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const host = new URL(webhook.origin).host;
  try {
    const secret = await readSecret(secrets, webhook.id);
    if (secret === null) throw createError('webhook_secret', { name: webhook.name });
    const shape = findShape(webhook.shape);
    const message = JSON.parse(body) as EventMessage;
    const notice = describeEvent(message, await loadNotices(language));
    const shaped = shape.message(new URL(secret.address), { body, message, notice });
    const posted = await post(
      { url: shaped.url, allowsPrivate: webhook.allowsPrivate },
      {
        headers: shape.isSigned === true ? signedHeaders(secret, { id, body: shaped.body, nowMs: clock.now() }) : {},
        body: shaped.body,
      },
      { signal, ...(network !== undefined && { network }) },
    );
    return responseOutcome(posted, host, clock.now());
  } catch (thrown) {
    signal.throwIfAborted();
    return { kind: 'failed', why: describeFailure(thrown, host), retryAfterMs: null, isGone: false };
  }
}

function loadNotices(tag: string): Promise<I18n<'notices'>> {
  const language = pickLanguage([tag]);
  return loadI18n(language, language, ['notices']);
}

export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly why: Report;
      readonly retryAfterMs: number | null;
      /** True if the receiver answered with status 410 (gone), which disables the webhook. */
      readonly isGone: boolean;
    };

const MAXIMUM_RESPONSE_LENGTH = 200;

function responseOutcome({ status, headers, text }: WebhookResponse, host: string, nowMs: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const answerText = oneLine(text, MAXIMUM_RESPONSE_LENGTH);
  return {
    kind: 'failed',
    why: report(
      problem('webhook_refused', {
        host,
        status: String(status),
        reason: status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirect' : 'other',
        said: answerText === '' ? null : answerText,
      }),
    ),
    retryAfterMs: parseRetryAfter(headers['retry-after'], nowMs) ?? telegramRetryAfter(text),
    isGone: status === 410,
  };
}

function describeFailure(thrown: unknown, host: string): Report {
  if (thrown instanceof PennyrowError) return reportOf(thrown);
  if (thrown instanceof DeliveryTimeout)
    return report(problem('webhook_unreachable', { host, reason: 'time', detail: null }));
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
  return report(problem('webhook_unreachable', { host, reason: reasonOf(code), detail: code }));
}

function reasonOf(code: string | null): 'name' | 'certificate' | 'other' {
  if (code === null) return 'other';
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'].includes(code)) return 'name';
  return /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS|EPROTO/.test(code) ? 'certificate' : 'other';
}

/** The wait in milliseconds from the body of Telegram's response, which has no Retry-After header. */
function telegramRetryAfter(text: string): number | null {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,6})/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
