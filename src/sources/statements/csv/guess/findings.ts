import type {
  CsvAnswers,
  CsvChoice,
  CsvDecided,
  CsvDecision,
  CsvMapping,
  CsvQuestion,
} from '../../../../core/csv-mapping.ts';
import type { ProblemParameters } from '../../../../messages/parameters.ts';
import { problem } from '../../../../messages/problem.ts';
import { report } from '../../../../messages/report.ts';
import { choiceOf, questionOf, unclear, type WhatIsUnclear } from './unclear.ts';
import { excerpt, fileError } from '../../statement-error.ts';
import { lookAtColumns, type CsvColumn, type CsvSample } from '../table/csv-columns.ts';
import type { CsvTable } from '../table/csv-table.ts';

/** What is being found out about a file: what is decided, and what only a person can tell. */
export class Findings {
  readonly table: CsvTable;
  readonly sample: CsvSample;
  readonly answers: CsvAnswers;
  /** How other files of the same connection are read. */
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

  /** @param suggestion only what titles or arithmetic support: a wrong one is worse than none. */
  ask(
    about: CsvQuestion['about'],
    what: Partial<WhatIsUnclear> = {},
    choices: readonly CsvChoice[] = [],
    suggestion: string | null = null,
  ): void {
    const asked = { about: about as WhatIsUnclear['about'], ...what };
    this.questions.push({ about, unclear: unclear(asked), question: questionOf(asked), choices, suggestion });
  }

  askForColumn(about: 'date' | 'amount' | 'direction', columns: readonly CsvColumn[]): void {
    this.ask(about, {}, columns.map(columnChoice));
  }

  /** The column that a person named by its title, or by its number from 1. Throws `statement_csv_column` when there is none. */
  column(wanted: string): CsvColumn {
    const same = (title: string): boolean => title.toLowerCase() === wanted.trim().toLowerCase();
    const found =
      this.columns.find(({ title }) => same(title)) ??
      (/^\d{1,4}$/.test(wanted.trim()) ? this.columns[Number(wanted) - 1] : undefined);
    if (found !== undefined) return found;
    throw this.noColumn(wanted);
  }

  noColumn(wanted: string) {
    const columns = this.columns.map(({ title }) => `“${title}”`);
    return fileError('statement_csv_column', this.table.text.name, { text: excerpt(wanted), columns });
  }
}

/** As what is decided of columns. */
export function these(...columns: readonly Pick<CsvColumn, 'place'>[]): CsvDecided {
  return { kind: 'columns', columns: columns.map(({ place }) => place) };
}

export type ReasonCode = ProblemParameters['statement_csv_reason']['reason'];

/** A column with a value of it, so that a person recognises it. */
function columnChoice({ title, values }: CsvColumn): CsvChoice {
  return choiceOf(title, { choice: 'column', column: title, sample: values[0]?.slice(0, 40) ?? null });
}
