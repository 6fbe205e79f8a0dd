import { describe } from './describe.ts';
import type { Problem, Report } from './parameters.ts';

/** A problem that is recorded or sent and not thrown. */
export function report(problem: Problem): Report {
  const { what, remedy } = describe(problem);
  return { code: problem.code, message: what, remedy, params: problem.params };
}
