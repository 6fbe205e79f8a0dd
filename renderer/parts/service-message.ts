import type { Report } from '../../src/messages/parameters.ts';
import { problemOf } from '../../src/messages/problem.ts';
import type { PageSpeech } from '../base/texts.ts';

export interface LocalizedMessage {
  readonly what: string;
  readonly remedy: string | null;
  /** English text on a page in another language: earlier versions recorded only the sentence. */
  readonly lang: 'en' | undefined;
}

export function localize(message: Report, speech: PageSpeech): LocalizedMessage {
  return {
    ...speech.tell(problemOf(message), 'app'),
    lang: message.params === undefined && speech.language !== 'en' ? 'en' : undefined,
  };
}
