import type { CsvAnswers, CsvChoice, CsvDecision, CsvQuestion } from '../../../../core/csv-mapping.ts';
import { fileError } from '../../statement-error.ts';
import { lookAtColumns, type CsvColumn, type CsvSample } from '../table/csv-columns.ts';
import type { CsvTable } from '../table/csv-table.ts';

/** What is being found out about a file: what is decided, and what only a person can tell. */
export class Findings {
  readonly table: CsvTable;
  readonly sample: CsvSample;
  readonly answers: CsvAnswers;
  readonly decisions: CsvDecision[] = [];
  readonly questions: CsvQuestion[] = [];

  constructor(table: CsvTable, answers: CsvAnswers) {
    this.table = table;
    this.answers = answers;
    this.sample = lookAtColumns(table);
  }

  get columns(): readonly CsvColumn[] {
    return this.sample.columns;
  }

  decide(
    about: CsvDecision['about'],
    value: string,
    reason: string,
    certainty: CsvDecision['certainty'] = 'certain',
  ): void {
    this.decisions.push({ about, value, certainty, reason });
  }

  given(about: CsvDecision['about'], value: string): void {
    this.decide(about, value, 'you said so', 'given');
  }

  ask(
    about: CsvQuestion['about'],
    unclear: string,
    question: string,
    choices: readonly CsvChoice[] = [],
    suggestion: string | null = null,
  ): void {
    this.questions.push({ about, unclear, question, choices, suggestion });
  }

  /** The column that a person named by its title, or by its number from 1. Throws `statement_csv_column` when there is none. */
  column(wanted: string): CsvColumn {
    const same = (title: string): boolean => title.toLowerCase() === wanted.trim().toLowerCase();
    const found =
      this.columns.find(({ title }) => same(title)) ??
      (/^\d{1,4}$/.test(wanted.trim()) ? this.columns[Number(wanted) - 1] : undefined);
    if (found !== undefined) return found;
    const there = this.columns.map(({ title }) => `“${title}”`).join(', ');
    throw fileError(
      'statement_csv_column',
      this.table.text.name,
      `there is no column “${wanted}”. There is ${there}.`,
      'Name one of these, or give its number from 1.',
    );
  }
}

/** Choices of columns, with a value of each so that a person recognises it. */
export function columnChoices(columns: readonly CsvColumn[]): CsvChoice[] {
  return columns.map(({ title, values }) => ({
    value: title,
    label: values[0] === undefined ? title : `${title}, such as ${values[0].slice(0, 40)}`,
  }));
}
