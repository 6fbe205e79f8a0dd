import type { Report } from '../../src/messages/parameters.ts';
import { problemOf } from '../../src/messages/problem.ts';
import type { PageSpeech } from '../base/texts.ts';

/** What the service says, be it an error, a message of a run or a note. */
export type Told = Report;

/** The same on a page. */
export interface Telling {
  readonly what: string;
  readonly remedy: string | null;
  /** Whether it is English on a page of another language: an earlier version recorded a sentence, not what it is made of. */
  readonly isForeign: boolean;
}

export function tell(told: Told, speech: PageSpeech): Telling {
  return {
    ...speech.tell(problemOf(told), 'app'),
    isForeign: told.params === undefined && speech.language !== 'en',
  };
}
