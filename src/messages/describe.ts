import type { Problem, Told } from './parameters.ts';

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
