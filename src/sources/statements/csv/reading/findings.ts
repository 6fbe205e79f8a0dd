import type {
  CsvAnswers,
  CsvChoice,
  CsvDecided,
  CsvDecision,
  CsvMapping,
  CsvQuestion,
} from '../../../../core/csv-mapping.ts';
import type { Problem, ProblemParameters } from '../../../../messages/parameters.ts';
import { problem, report } from '../../../../messages/problem.ts';
import { excerpt, fileError } from '../../statement-error.ts';
import { lookAtColumns, type CsvColumn } from '../table/csv-columns.ts';
import type { CsvTable } from '../table/csv-table.ts';

export type About = keyof CsvAnswers;
export type ReasonCode = ProblemParameters['statement_csv_reason']['reason'];

export class Findings {
  readonly table: CsvTable;
  readonly sample: ReturnType<typeof lookAtColumns>;
  readonly columns: readonly CsvColumn[];
  readonly answers: CsvAnswers;
  /** The mappings of other files of the connection. */
  readonly others: readonly CsvMapping[];
  /** The column of days that gives the order of lines for the check of the balance. */
  date: number | null = null;
  readonly reasons = new Map<About, { readonly code: ReasonCode; readonly column: string }>();
  readonly questions: CsvQuestion[] = [];

  constructor(table: CsvTable, answers: CsvAnswers, others: readonly CsvMapping[] = []) {
    this.others = others;
    this.table = table;
    this.answers = answers;
    this.sample = lookAtColumns(table);
    this.columns = this.sample.columns;
  }

  because(about: About, code: ReasonCode, column = ''): void {
    this.reasons.set(about, { code, column });
  }

  decide<Value>(about: About, code: ReasonCode, value: Value): Value {
    this.because(about, code);
    return value;
  }

  /** @param suggestion only if supported by titles or arithmetic: a wrong one is worse than none. */
  ask(
    about: About,
    what: Partial<Ask> = {},
    choices: readonly CsvChoice[] = [],
    suggestion: string | null = null,
  ): null {
    const params = { about: about as Ask['about'], example: '', column: '', words: [], ...what };
    this.questions.push({ about, question: report(problem('statement_csv_ask', params)), choices, suggestion });
    return null;
  }

  askForColumn(about: 'date' | 'amount' | 'out', columns: readonly CsvColumn[]): null {
    const choices = columns.map(({ title, values }) =>
      choiceOf(title, { choice: 'column', column: title, sample: values[0]?.slice(0, 40) ?? null }),
    );
    return this.ask(about, {}, choices);
  }

  /** The column that the user named by title or by number from 1, if any. Throws `statement_csv_column`. */
  answered(about: 'date' | 'amount' | 'out' | 'in' | 'direction' | 'fee' | 'id' | 'status' | 'accountColumn') {
    const answer = this.answers[about];
    if (answer === undefined || answer === 'none') return null;
    this.because(about, 'given');
    return this.column(answer);
  }

  column(answer: string): CsvColumn {
    const found = this.columns.filter((column) => isNamed(column, answer));
    const titled = found.find(({ title }) => title.toLowerCase() === answer.trim().toLowerCase()) ?? found[0];
    if (titled !== undefined) return titled;
    throw this.noColumn(answer);
  }

  noColumn(answer: string) {
    const columns = this.columns.map(({ title }) => `“${title}”`);
    return fileError('statement_csv_column', this.table.text.name, { text: excerpt(answer), columns });
  }
}

export function isNamed({ title, place }: CsvColumn, answer: string): boolean {
  return title.toLowerCase() === answer.trim().toLowerCase() || String(place + 1) === answer.trim();
}

type Ask = ProblemParameters['statement_csv_ask'];

export function allQuestions([first, ...rest]: readonly Pick<CsvQuestion, 'question'>[]): Problem {
  const one = first?.question as Problem;
  return rest.length === 0 ? one : problem('statement_csv_questions', { first: one, rest: allQuestions(rest) });
}

type Choice = ProblemParameters['statement_csv_choice'];

export function choiceOf(value: string, what: Pick<Choice, 'choice'> & Partial<Choice>): CsvChoice {
  const none = { column: '', sample: null, day: null, order: 'ymd', sum: { amount: '0.00', currency: '' } } as const;
  return { value, label: report(problem('statement_csv_choice', { ...none, ...what })) };
}

export function decisionsOf(mapping: Partial<CsvMapping>, reasons: Findings['reasons'] = new Map()): CsvDecision[] {
  const { date, dateOrder, amount, decimalMark, currency, account, description } = mapping;
  const columns = (place: number | null | undefined): CsvDecided | null =>
    place == null ? null : { kind: 'columns', columns: [place] };
  const hasSign = amount?.kind === 'signed' && amount.marksIncome !== true;
  const isInColumn = account?.kind === 'column';
  const found: Readonly<Partial<Record<About, CsvDecided | null | undefined>>> = {
    date: columns(date),
    dateOrder: dateOrder && { kind: 'dateOrder', order: dateOrder },
    amount: amount?.kind === 'two' ? { kind: 'two', out: amount.out, in: amount.in } : columns(amount?.column),
    sign: hasSign ? { kind: 'sign', sign: amount.inverted ? 'inverted' : 'as-written' } : null,
    direction: amount?.kind === 'marked' ? columns(amount.mark) : null,
    fee: columns(mapping.fee),
    decimalMark: decimalMark && { kind: 'decimalMark', mark: decimalMark },
    currency: currency && 'code' in currency ? { kind: 'currency', code: currency.code } : columns(currency?.column),
    accountColumn: isInColumn ? columns(account.column) : null,
    account: isInColumn || account === undefined ? null : accountDecided(account),
    description: description && { kind: 'columns', columns: description },
    id: columns(mapping.id),
    status: columns(mapping.status?.column),
  };
  return (Object.keys(found) as About[]).flatMap((about) => {
    const value = found[about];
    const { code, column } = reasons.get(about) ?? { code: 'other', column: '' };
    const certainty = code === 'given' || code === 'other' ? 'given' : about === 'description' ? 'chosen' : 'certain';
    const reason = report(problem('statement_csv_reason', { reason: code, column }));
    return value == null ? [] : [{ about, value, certainty, reason }];
  });
}

function accountDecided(account: Exclude<CsvMapping['account'], { kind: 'column' }>): CsvDecided {
  if (account.kind === 'named') return { kind: 'account', name: account.name };
  return account.kind === 'preamble'
    ? { kind: 'preamble' }
    : { kind: 'each-file', names: account.accounts.map(({ name }) => name) };
}
