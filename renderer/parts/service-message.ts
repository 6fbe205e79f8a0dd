import type { Report } from '../../src/messages/parameters.ts';
import { problemOf } from '../../src/messages/problem.ts';
import type { PageI18n } from '../base/texts.ts';

export interface LocalizedMessage {
  readonly what: string;
  readonly remedy: string | null;
  /** Set on a page in another language if the message is English, because an earlier version recorded only its sentence. */
  readonly lang: 'en' | undefined;
}

export function localize(message: Report, i18n: PageI18n): LocalizedMessage {
  return {
    ...i18n.localize(problemOf(message), 'app'),
    lang: message.params === undefined && i18n.language !== 'en' ? 'en' : undefined,
  };
}
