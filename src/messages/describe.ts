import type { Problem, Report, Told } from './parameters.ts';

type Describe = (problem: Problem) => Told;

let inEnglish: Describe | null = null;

/** What errors, logs and the API say from now on. */
export function describeBy(describe: Describe): void {
  inEnglish = describe;
}

/** In English, for logs and the API; by code and values as long as no program has loaded the catalogue. */
export function describe(problem: Problem): Told {
  return inEnglish?.(problem) ?? { what: `${problem.code} ${JSON.stringify(problem.params)}`, remedy: null };
}

/** What is recorded, or sent to who shows it. */
export function report(problem: Problem): Report & { readonly params: object } {
  const { what, remedy } = describe(problem);
  return { code: problem.code, message: what, remedy, params: problem.params };
}

/** A problem that is told in another sentence, and keeps its own code. */
export function reportWithin({ code, params }: Report, sentence: Problem): Report {
  const { what, remedy } = describe(sentence);
  const told = { code, message: what, remedy };
  return params === undefined ? told : { ...told, sentence: sentence.code, params: sentence.params };
}
