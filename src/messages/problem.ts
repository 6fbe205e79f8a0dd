import type { Problem, ProblemCode, ProblemParameters } from './parameters.ts';

/** One that is reported and not thrown: `problem('source_gap', { from, until })`. */
export function problem<Code extends ProblemCode>(code: Code, params: ProblemParameters[Code]): Problem<Code> {
  return { code, params };
}
