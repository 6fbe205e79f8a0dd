import type { Problem, ProblemCode, ProblemParameters, Report } from './parameters.ts';

/** A problem that is reported rather than thrown: `problem('source_gap', { from, until })`. */
export function problem<Code extends ProblemCode>(code: Code, params: ProblemParameters[Code]): Problem<Code> {
  return { code, params };
}

/** Converts a report back to a problem. */
export function problemOf({ code, message, remedy, params, sentence = code as ProblemCode }: Report): Problem {
  if (params === undefined) return problem('internal_message', { message, remedy });
  return { code: sentence, params } as Problem;
}
