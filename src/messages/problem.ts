import type { Problem, ProblemCode, ProblemParameters, Report, LocalizedMessage } from './parameters.ts';

/** A problem that is reported rather than thrown: `problem('source_gap', { from, until })`. */
export function problem<Code extends ProblemCode>(code: Code, params: ProblemParameters[Code]): Problem<Code> {
  return { code, params };
}

export function problemOf({ code, message, remedy, params, sentence = code as ProblemCode }: Report): Problem {
  if (params === undefined) return problem('internal_message', { message, remedy });
  return { code: sentence, params } as Problem;
}

interface English {
  readonly describe: (problem: Problem) => LocalizedMessage;
  readonly nameOfKind: (id: string) => string;
}

let english: English | null = null;

export function setMessages(words: English): void {
  english = words;
}

/** Describes a problem in English, for logs and the API. Returns only code and values until the catalogue is loaded. */
export function describe(problem: Problem): LocalizedMessage {
  return english?.describe(problem) ?? { what: `${problem.code} ${JSON.stringify(problem.params)}`, remedy: null };
}

/** The English name of a kind of source. New connections get this name in every language. */
export function nameOfKind(id: string): string {
  return english?.nameOfKind(id) ?? id;
}

export function report(problem: Problem): Report & { readonly params: object } {
  const { what, remedy } = describe(problem);
  return { code: problem.code, message: what, remedy, params: problem.params };
}

/** Keeps the code of a report, but replaces its message with that of `sentence`, which is an enclosing problem. */
export function reportWithin({ code, params }: Report, sentence: Problem): Report {
  const { what, remedy } = describe(sentence);
  const outer = { code, message: what, remedy };
  return params === undefined ? outer : { ...outer, sentence: sentence.code, params: sentence.params };
}
