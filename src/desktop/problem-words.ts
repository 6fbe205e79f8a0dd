import { GERMAN_PROBLEMS } from './german-problems.ts';
import { defineNativeWords, wordsFor } from './native-words.ts';

/** What the service or the start says, in English: the code tells which words another language has for it. */
export interface ToldProblem {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
}

const known = defineNativeWords<(problem: ToldProblem) => readonly [what: string, remedy: string | null] | null>({
  en: () => null,
  de: ({ code }) => (Object.hasOwn(GERMAN_PROBLEMS, code) ? (GERMAN_PROBLEMS[code] ?? null) : null),
});

export interface ReadProblem {
  readonly message: string;
  readonly remedy: string | null;
  /** The English sentence, which names the file, port or line, where `message` is not that one. */
  readonly original: string | null;
}

/** A problem in the language of the locale; as it was told where that language has no words for it. */
export function problemFor(locale: string, problem: ToldProblem): ReadProblem {
  const words = wordsFor(known, locale)(problem);
  return words === null ? { message: problem.message, remedy: problem.remedy, original: null } : { message: words[0], remedy: words[1], original: problem.message };
}
