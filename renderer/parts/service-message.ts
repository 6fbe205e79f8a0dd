import type { Report } from '../../src/messages/parameters.ts';
import { problemOf } from '../../src/messages/problem.ts';
import type { PageI18n } from '../base/texts.ts';

export interface LocalizedMessage {
  readonly what: string;
  readonly remedy: string | null;
  /** Set if an earlier version recorded only the English sentence of the message, and the page is in another language. */
  readonly lang: 'en' | undefined;
}

export function localize(message: Report, i18n: PageI18n): LocalizedMessage {
  return {
    ...i18n.localize(problemOf(message), 'app'),
    lang: message.params === undefined && i18n.language !== 'en' ? 'en' : undefined,
  };
}
