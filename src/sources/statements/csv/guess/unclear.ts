import type { CsvChoice } from '../../../../core/csv-mapping.ts';
import type { Problem, ProblemParameters, Report } from '../../../../messages/parameters.ts';
import { problem } from '../../../../messages/problem.ts';
import { report } from '../../../../messages/report.ts';

type Unclear = ProblemParameters['statement_csv_open'];

/** What is not clear about a file. Its kind decides which of the rest its words are filled in with. */
export type WhatIsUnclear = Pick<Unclear, 'about'> & Partial<Unclear>;

export function unclear(what: WhatIsUnclear): Report {
  return report(problem('statement_csv_open', { ...NOTHING_MORE, ...what }));
}

/** The question about it. */
export function questionOf({ about, example = '', column = '', words = [] }: WhatIsUnclear): Report {
  return report(problem('statement_csv_ask', { about, example, column, words }));
}

type Choice = ProblemParameters['statement_csv_choice'];

/** One of the answers to a question. */
export function choiceOf(value: string, what: Pick<Choice, 'choice'> & Partial<Choice>): CsvChoice {
  return { value, label: report(problem('statement_csv_choice', { ...NO_CHOICE, ...what })) };
}

const NO_CHOICE = { column: '', sample: null, day: null, order: 'ymd', sum: { amount: '0.00', currency: '' } } as const;

const NOTHING_MORE = { example: '', first: null, second: null, third: null, column: '', words: [] };

/** Several things that are not clear, as one. */
export function allUnclear([first, ...rest]: readonly Report[]): Problem {
  const one = first as Problem;
  return rest.length === 0 ? one : problem('statement_csv_both_open', { first: one, rest: allUnclear(rest) });
}
