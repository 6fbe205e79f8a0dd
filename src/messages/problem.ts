import type { Problem, ProblemCode, ProblemParameters, Report } from './parameters.ts';

/** One that is reported and not thrown: `problem('source_gap', { from, until })`. */
export function problem<Code extends ProblemCode>(code: Code, params: ProblemParameters[Code]): Problem<Code> {
  return { code, params };
}

/** A report as data. One with its own sentence keeps it in any language. */
export function problemOf({ code, message, remedy, params, sentence = code as ProblemCode }: Report): Problem {
  if (params === undefined) return problem('internal_message', { message, remedy });
  return { code: sentence, params } as Problem;
}
