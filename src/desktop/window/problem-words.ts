import { defineNativeWords, wordsFor } from '../native-words.ts';

/** What the service or the start says, in English: the code tells which words another language has for it. */
export interface ToldProblem {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
}

export interface ReadProblem {
  readonly message: string;
  readonly remedy: string | null;
  /** The English sentence, which names the file, port or line, where `message` is not that one. */
  readonly original: string | null;
}

/** A problem in a person's language; as it was told where that language has no words for it. */
export type ProblemReader = (problem: ToldProblem) => ReadProblem;

export const asTold: ProblemReader = ({ message, remedy }) => ({ message, remedy, original: null });

const readers = defineNativeWords<() => Promise<ProblemReader>>({ en: async () => asTold, de: readGerman });

/** By the locale of the app (BCP 47). To be asked once there is a problem: the words are fetched then, and kept. */
export function problemReader(locale: string): Promise<ProblemReader> {
  return wordsFor(readers, locale)();
}

export async function problemFor(locale: string, problem: ToldProblem): Promise<ReadProblem> {
  return (await problemReader(locale))(problem);
}

async function readGerman(): Promise<ProblemReader> {
  try {
    const [{ GERMAN_WORDS }, { WITHOUT_A_PAGE }] = await Promise.all([
      import('../../contract/problems/german.ts'),
      import('../german-problems.ts'),
    ]);
    const words = { ...GERMAN_WORDS, ...WITHOUT_A_PAGE };
    return (problem) => {
      const known = Object.hasOwn(words, problem.code) ? words[problem.code] : undefined;
      return known === undefined ? asTold(problem) : { message: known[0], remedy: known[1], original: problem.message };
    };
  } catch {
    // As while an update takes the program's place: a problem is told all the same.
    return asTold;
  }
}
