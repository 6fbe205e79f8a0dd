import type { Problem, Told } from './parameters.ts';

interface English {
  readonly describe: (problem: Problem) => Told;
  readonly nameOfKind: (id: string) => string;
}

let english: English | null = null;

export function speakBy(words: English): void {
  english = words;
}

/** Describes a problem in English, for logs and the API; by code and values as long as no program has loaded the catalogue. */
export function describe(problem: Problem): Told {
  return english?.describe(problem) ?? { what: `${problem.code} ${JSON.stringify(problem.params)}`, remedy: null };
}

/** The English name of a kind of source. New connections have it in any language. */
export function nameOfKind(id: string): string {
  return english?.nameOfKind(id) ?? id;
}
