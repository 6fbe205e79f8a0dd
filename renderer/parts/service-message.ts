import type { Report } from '../../src/messages/parameters.ts';
import { problemOf } from '../../src/messages/problem.ts';
import type { PageSpeech } from '../base/texts.ts';

export type ServiceMessage = Report;

export interface LocalizedMessage {
  readonly what: string;
  readonly remedy: string | null;
  /** True for English text on a page in another language: earlier versions recorded only the sentence. */
  readonly isForeign: boolean;
}

export function localize(message: ServiceMessage, speech: PageSpeech): LocalizedMessage {
  return {
    ...speech.tell(problemOf(message), 'app'),
    isForeign: message.params === undefined && speech.language !== 'en',
  };
}
