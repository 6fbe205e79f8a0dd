import type { EventMessage } from '../../contract/webhooks/message.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Notice } from '../notice.ts';

/** How one kind of receiver wants its messages. */
export interface Shape {
  /** Throws `webhook_address` for an address that is none of such a receiver. */
  readonly check: (address: URL) => void;
  /** Where to post, and what. `body` is the event as JSON, as it is signed. */
  readonly message: (
    address: URL,
    event: { readonly body: string; readonly message: EventMessage; readonly notice: Notice },
  ) => { readonly url: URL; readonly body: string };
  /** Whether the signing headers of Standard Webhooks are sent. */
  readonly isSigned: boolean;
}

/** Refuses an address whose path has not this form. */
export function requirePath(
  form: RegExp,
  shape: 'ntfy' | 'slack' | 'discord' | 'telegram' | 'home_assistant',
): (address: URL) => void {
  return ({ pathname }) => {
    if (!form.test(pathname)) throw new PennyrowError(problem('webhook_shape', { shape }));
  };
}

/** Title and text in one, where a receiver has no place for both. */
export function inOne({ title, text }: Notice, maximum: number): string {
  return cut(`${title}\n${text}`.trim(), maximum);
}

export function cut(text: string, maximum: number): string {
  return text.length <= maximum ? text : `${text.slice(0, maximum - 1).toWellFormed()}…`;
}
