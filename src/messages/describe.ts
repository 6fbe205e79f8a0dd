import type { Problem, Told } from './parameters.ts';

/** What is said to nobody in particular. */
interface English {
  readonly describe: (problem: Problem) => Told;
  readonly nameOfKind: (id: string) => string;
}

let english: English | null = null;

/** What errors, logs and the API say from now on. */
export function speakBy(words: English): void {
  english = words;
}

/** In English, for logs and the API; by code and values as long as no program has loaded the catalogue. */
export function describe(problem: Problem): Told {
  return english?.describe(problem) ?? { what: `${problem.code} ${JSON.stringify(problem.params)}`, remedy: null };
}

/** What a kind of source is called in English, and a new connection of it in any language. */
export function nameOfKind(id: string): string {
  return english?.nameOfKind(id) ?? id;
}
