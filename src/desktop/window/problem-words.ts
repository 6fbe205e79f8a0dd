import type { Problem, Report } from '../../messages/parameters.ts';
import { loadSpeech, pickLanguage } from '../../messages/speech.ts';
import { defineNativeWords, wordsFor } from '../native-words.ts';

/** What the service or the start says, in English: the code tells which words another language has for it. */
export type ToldProblem = Report;

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
export async function problemReader(locale: string): Promise<ProblemReader> {
  const [read, speech] = await Promise.all([
    wordsFor(readers, locale)(),
    loadSpeech(pickLanguage([locale]), locale, []),
  ]);
  return (told) => {
    if (told.params === undefined) return read(told);
    const { what, remedy } = speech.tell({ code: told.code, params: told.params } as Problem, 'app');
    return { message: what, remedy, original: null };
  };
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
