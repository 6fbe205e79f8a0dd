import type { ConsentView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import type { PennyrowError } from '../../platform/errors.ts';

/** A person is asked on a page of a service. */
export interface AskedQuestion {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  receive(address: string): void;
  end(): void;
}

/** Questions under way, at most one for each `about`, and what became of the last one of each. */
export interface Questions<Result> {
  /** Takes the place of the last question about the same. `finish`: from the answer to the result. */
  begin(about: string, question: AskedQuestion, finish: (signal: AbortSignal) => Promise<Result>): ConsentView;
  has(consentId: string): boolean;
  wait(consentId: string, signal: AbortSignal): Promise<Result>;
  receive(consentId: string, address: string): void;
  /** To the question that it answers; false when none of these does. */
  redirected(address: string): boolean;
  /** False when it had ended before. */
  cancel(consentId: string): boolean;
}

interface Entry<Result> {
  readonly consentId: string;
  readonly question: AskedQuestion;
  readonly finishing: AbortController;
  readonly result: Promise<Result>;
  hasEnded: boolean;
}

export interface QuestionOptions {
  readonly newId: (kind: string) => string;
  /** Thrown for a question that is not known any more. */
  readonly over: () => PennyrowError;
}

export function createQuestions<Result>({ newId, over }: QuestionOptions): Questions<Result> {
  // The last of each stays, so that anyone who asks late still learns what became of it.
  const entries = new Map<string, Entry<Result>>();
  const find = (consentId: string): Entry<Result> | undefined =>
    [...entries.values()].find((each) => each.consentId === consentId);

  function need(consentId: string): Entry<Result> {
    const entry = find(consentId);
    if (entry === undefined) throw over();
    return entry;
  }

  function stop(entry: Entry<Result> | undefined): boolean {
    if (entry === undefined || entry.hasEnded) return false;
    entry.finishing.abort();
    entry.question.end();
    return true;
  }

  return {
    begin: (about, question, finish) => {
      stop(entries.get(about));
      const finishing = new AbortController();
      const entry: Entry<Result> = {
        consentId: newId('consent'),
        question,
        finishing,
        result: finish(finishing.signal),
        hasEnded: false,
      };
      const ended = (): void => {
        entry.hasEnded = true;
        // Only now: a second redirect meanwhile is answered politely.
        question.end();
      };
      entry.result.then(ended, ended);
      entries.set(about, entry);
      return { consentId: entry.consentId, url: question.url, expiresAt: toInstant(question.expiresAt) };
    },
    has: (consentId) => find(consentId) !== undefined,
    wait: async (consentId, signal) => {
      const result = await need(consentId).result;
      signal.throwIfAborted();
      return result;
    },
    receive: (consentId, address) => need(consentId).question.receive(address),
    redirected: (address) => {
      for (const { question, hasEnded } of entries.values()) {
        if (hasEnded) continue;
        try {
          question.receive(address);
          return true;
        } catch {
          // Another one's, or none.
        }
      }
      return false;
    },
    cancel: (consentId) => stop(need(consentId)),
  };
}
