import type { EventMessage } from '../contract/webhooks/message.ts';
import { problem } from '../messages/problem.ts';
import { loadSpeech, pickLanguage, type Speech } from '../messages/speech.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Secrets } from '../platform/vault.ts';
import type { Webhook } from '../store/webhooks.ts';
import { failureOf, outcomeOf, type Outcome } from './attempt.ts';
import { noticeOf } from './notice.ts';
import { post, type WebhookLine } from './post.ts';
import { readSecret, signedHeaders } from './secrets.ts';
import { shapeOf } from './shapes/shapes.ts';

export interface DeliverOptions {
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** In which messages for people are written: BCP 47, or like de_AT.UTF-8. */
  readonly language: string;
  readonly line?: WebhookLine | undefined;
}

/** One attempt to deliver an event. Never rejects but when the signal has ended. */
export async function deliver(
  { secrets, clock, language, line }: DeliverOptions,
  webhook: Webhook,
  { id, body }: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const host = new URL(webhook.origin).host;
  try {
    const secret = await readSecret(secrets, webhook.id);
    if (secret === null) throw new PennyrowError(problem('webhook_secret', { name: webhook.name }));
    const shape = shapeOf(webhook.shape);
    const message = JSON.parse(body) as EventMessage;
    const notice = noticeOf(message, await speechIn(language));
    const shaped = shape.message(new URL(secret.address), { body, message, notice });
    const posted = await post(
      { url: shaped.url, allowsPrivate: webhook.allowsPrivate },
      {
        headers: shape.isSigned ? signedHeaders(secret, { id, body: shaped.body, nowMs: clock.now() }) : {},
        body: shaped.body,
      },
      { signal, ...(line !== undefined && { line }) },
    );
    return outcomeOf(posted, host);
  } catch (thrown) {
    signal.throwIfAborted();
    return failureOf(thrown, host);
  }
}

function speechIn(tag: string): Promise<Speech<'notices'>> {
  const language = pickLanguage([tag]);
  return loadSpeech(language, language, ['notices']);
}
