import { oneLine } from '../core/one-line.ts';
import { problem } from '../messages/problem.ts';
import { report } from '../messages/report.ts';
import type { Report } from '../messages/parameters.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';
import { TimedOut, type Posted } from './post.ts';

/** What an attempt came to. */
export type Outcome =
  | { readonly kind: 'delivered'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly why: Report;
      /** How long the receiver wants to be left alone. */
      readonly askedMs: number | null;
      /** Nothing is wanted there any more. */
      readonly isGone: boolean;
    };

/** Long enough for what a receiver says of a failure, and no more. */
const SAID_LENGTH = 200;

export function outcomeOf({ status, headers, text }: Posted, host: string): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const said = oneLine(text, SAID_LENGTH);
  return {
    kind: 'failed',
    why: report(
      problem('webhook_refused', {
        host,
        status: String(status),
        reason: status === 410 ? 'gone' : status >= 300 && status < 400 ? 'redirect' : 'other',
        said: said === '' ? null : said,
      }),
    ),
    askedMs: askedWait(headers['retry-after'], text),
    isGone: status === 410,
  };
}

/** Nobody answered. */
export function failureOf(thrown: unknown, host: string): Outcome {
  return { kind: 'failed', why: whyUnreachable(thrown, host), askedMs: null, isGone: false };
}

function whyUnreachable(thrown: unknown, host: string): Report {
  if (thrown instanceof PennyrowError) return reportOf(thrown);
  if (thrown instanceof TimedOut) return report(problem('webhook_unreachable', { host, reason: 'time', detail: null }));
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
  return report(problem('webhook_unreachable', { host, reason: reasonOf(code), detail: code }));
}

function reasonOf(code: string | null): 'name' | 'certificate' | 'other' {
  if (code === null) return 'other';
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'].includes(code)) return 'name';
  return /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS|EPROTO/.test(code) ? 'certificate' : 'other';
}

/** In seconds, as all of them send it; Telegram has it in the body alone. Another form asks for nothing. */
function askedWait(header: string | undefined, text: string): number | null {
  const [, seconds] =
    /^\s*(\d{1,6})(?:\.\d+)?\s*$/.exec(header ?? '') ?? /"retry_after"\s*:\s*(\d{1,6})/.exec(text) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
