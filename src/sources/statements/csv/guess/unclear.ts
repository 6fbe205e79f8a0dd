import type { Problem, ProblemParameters, Report } from '../../../../messages/parameters.ts';
import { problem } from '../../../../messages/problem.ts';
import { report } from '../../../../messages/report.ts';

type Unclear = ProblemParameters['statement_csv_open'];

/** What is not clear about a file. Its kind decides which of the rest its words are filled in with. */
export type WhatIsUnclear = Pick<Unclear, 'about'> & Partial<Unclear>;

export function unclear(what: WhatIsUnclear): Report {
  return report(problem('statement_csv_open', { ...NOTHING_MORE, ...what }));
}

const NOTHING_MORE = { example: '', first: null, second: null, third: null, column: '', words: [] };

/** Several things that are not clear, as one. */
export function allUnclear([first, ...rest]: readonly Report[]): Problem {
  const one = first as Problem;
  return rest.length === 0 ? one : problem('statement_csv_both_open', { first: one, rest: allUnclear(rest) });
}
