import type {
  CsvAnswers,
  CsvChoice,
  CsvDecided,
  CsvDecision,
  CsvMapping,
  CsvQuestion,
} from '../../../../core/csv-mapping.ts';
import type { ProblemParameters, Problem, Report } from '../../../../messages/parameters.ts';
import { problem } from '../../../../messages/problem.ts';
import { report } from '../../../../messages/report.ts';
import { excerpt, fileError } from '../../statement-error.ts';
import { lookAtColumns, type CsvColumn, type CsvSample } from '../table/csv-columns.ts';
import type { CsvTable } from '../table/csv-table.ts';

/** The state of detection: decisions, and questions to the user. */
export class Findings {
  readonly table: CsvTable;
  readonly sample: CsvSample;
  readonly answers: CsvAnswers;
  /** The mappings of other files of the connection. */
  readonly others: readonly CsvMapping[];
  readonly decisions: CsvDecision[] = [];
  readonly questions: CsvQuestion[] = [];

  constructor(table: CsvTable, answers: CsvAnswers, others: readonly CsvMapping[] = []) {
    this.others = others;
    this.table = table;
    this.answers = answers;
    this.sample = lookAtColumns(table);
  }

  get columns(): readonly CsvColumn[] {
    return this.sample.columns;
  }

  decide(
    about: CsvDecision['about'],
    value: CsvDecided,
    reason: ReasonCode,
    certainty: CsvDecision['certainty'] = 'certain',
    column = '',
  ): void {
    const why = report(problem('statement_csv_reason', { reason, column }));
    this.decisions.push({ about, value, certainty, reason: why });
  }

  given(about: CsvDecision['about'], value: CsvDecided): void {
    this.decide(about, value, 'given', 'given');
  }

  /**
   * @param suggestion only if supported by titles or arithmetic: a wrong one is worse than none.
   */
  ask(
    about: CsvQuestion['about'],
    what: Partial<WhatIsUnclear> = {},
    choices: readonly CsvChoice[] = [],
    suggestion: string | null = null,
  ): void {
    const subject = { about: about as WhatIsUnclear['about'], ...what };
    this.questions.push({ about, unclear: unclear(subject), question: questionOf(subject), choices, suggestion });
  }

  askForColumn(about: 'date' | 'amount' | 'out' | 'direction', columns: readonly CsvColumn[]): void {
    this.ask(about, {}, columns.map(columnChoice));
  }

  /** Finds the column that the user named by title or by number from 1. Throws `statement_csv_column`. */
  column(answer: string): CsvColumn {
    const same = (title: string): boolean => title.toLowerCase() === answer.trim().toLowerCase();
    const found =
      this.columns.find(({ title }) => same(title)) ??
      (/^\d{1,4}$/.test(answer.trim()) ? this.columns[Number(answer) - 1] : undefined);
    if (found !== undefined) return found;
    throw this.noColumn(answer);
  }

  noColumn(answer: string) {
    const columns = this.columns.map(({ title }) => `“${title}”`);
    return fileError('statement_csv_column', this.table.text.name, { text: excerpt(answer), columns });
  }
}

/** As the subject of a decision. */
export function these(...columns: readonly Pick<CsvColumn, 'place'>[]): CsvDecided {
  return { kind: 'columns', columns: columns.map(({ place }) => place) };
}

export type ReasonCode = ProblemParameters['statement_csv_reason']['reason'];

/** A column with an example, so that the user recognizes it. */
function columnChoice({ title, values }: CsvColumn): CsvChoice {
  return choiceOf(title, { choice: 'column', column: title, sample: values[0]?.slice(0, 40) ?? null });
}

type Unclear = ProblemParameters['statement_csv_open'];

/** The parameters of a question. Its kind decides which of them the message uses. */
type WhatIsUnclear = Pick<Unclear, 'about'> & Partial<Unclear>;

export function unclear(what: WhatIsUnclear): Report {
  return report(problem('statement_csv_open', { ...NOTHING_MORE, ...what }));
}

export function questionOf({ about, example = '', column = '', words = [] }: WhatIsUnclear): Report {
  return report(problem('statement_csv_ask', { about, example, column, words }));
}

type Choice = ProblemParameters['statement_csv_choice'];

export function choiceOf(value: string, what: Pick<Choice, 'choice'> & Partial<Choice>): CsvChoice {
  return { value, label: report(problem('statement_csv_choice', { ...NO_CHOICE, ...what })) };
}

const NO_CHOICE = { column: '', sample: null, day: null, order: 'ymd', sum: { amount: '0.00', currency: '' } } as const;

const NOTHING_MORE = { example: '', first: null, second: null, third: null, column: '', words: [] };

/** Combines several unclear points into one problem. */
export function allUnclear([first, ...rest]: readonly Report[]): Problem {
  const one = first as Problem;
  return rest.length === 0 ? one : problem('statement_csv_both_open', { first: one, rest: allUnclear(rest) });
}
