import { describe } from './describe.ts';
import type { Problem, Report } from './parameters.ts';

/** A problem as it is stored, or sent to a client. */
export function report(problem: Problem): Report & { readonly params: object } {
  const { what, remedy } = describe(problem);
  return { code: problem.code, message: what, remedy, params: problem.params };
}

/** Replaces the message of a report by that of another problem, and keeps the report's code. */
export function reportWithin({ code, params }: Report, sentence: Problem): Report {
  const { what, remedy } = describe(sentence);
  const outer = { code, message: what, remedy };
  return params === undefined ? outer : { ...outer, sentence: sentence.code, params: sentence.params };
}
