import { inspectCsv } from '../../../src/sources/statements/csv/csv-format.ts';
import { readStatement } from '../read-statement.ts';
import { NO_CSV_MEMORY, type CsvMemory, type StatementFile } from '../../../src/sources/statements/statement.ts';
import type { CsvAnswers, CsvMapping, CsvQuestion, LearnedCsvMapping } from '../../../src/core/csv-mapping.ts';
import { toPennyrowError } from '../../../src/platform/errors.ts';
import { oneLine } from '../../../src/core/one-line.ts';
import type { BankTable } from './bank-table.ts';
import { directionsOf } from './layout.ts';
import { isOutgoingKind } from './rarities.ts';

/** The result of reading a table; `wrong` must never occur. */
export interface Verdict {
  readonly outcome: 'right' | 'asked' | 'refused' | 'wrong';
  /** True if any question was about amounts. */
  readonly asksAboutMoney: boolean;
  /** The error, the questions, or the reason for refusal. */
  readonly detail: string;
}

const MONEY: ReadonlySet<CsvQuestion['about']> = new Set([
  'amount',
  'out',
  'in',
  'sign',
  'direction',
  'fee',
  'decimalMark',
]);

/** The result for a bank's next file; `again` if Pennyrow asks questions although it learned the layout from the first file. */
export interface NextVerdict {
  readonly outcome: 'right' | 'again' | 'refused' | 'wrong' | 'skipped';
  readonly detail: string;
}

/** Reads a bank's next file with the mapping learned from its first one, as two successive imports do. */
export function judgeNext(first: BankTable, next: BankTable): NextVerdict {
  const file = fileOf(first);
  const { mapping, fingerprint } = answered(
    file,
    inspectCsv(file, NO_CSV_MEMORY, { answers: {} }).csv?.questions ?? [],
    first,
  );
  if (mapping === null) return { outcome: 'skipped', detail: '' };
  let memory: CsvMemory = memoryOf(fingerprint, mapping);
  try {
    const learned = readStatement(file, memory).learned ?? [];
    const isNew = (mapping: LearnedCsvMapping) => learned.every((one) => one.fingerprint !== mapping.fingerprint);
    memory = { ...memory, mappings: [...memory.mappings.filter(isNew), ...learned] };
  } catch {
    return { outcome: 'skipped', detail: '' };
  }
  const later = { ...fileOf(next), name: `next ${next.seed}.csv` };
  const difference = differenceOf(later, memory, next);
  if (difference === null) return { outcome: 'right', detail: '' };
  const isAsked = difference.includes('statement_csv_question');
  if (!isAsked) return { outcome: difference.startsWith('refused') ? 'refused' : 'wrong', detail: difference };
  const questions = inspectCsv(later, memory, {}).csv?.questions ?? [];
  return { outcome: 'again', detail: questions.map(({ about }) => about).join() };
}

function fileOf({ seed, text }: BankTable): StatementFile {
  return { name: `made ${seed}.csv`, bytes: Buffer.from(text) };
}

/** Reads a table as a new file; "right" if Pennyrow asks only for the account and the currency. */
export function judge(table: BankTable): Verdict {
  const file = fileOf(table);
  const first = inspectCsv(file, NO_CSV_MEMORY, { answers: {} });
  if (first.problem !== null) return { outcome: 'refused', asksAboutMoney: false, detail: first.problem.code };
  const questions = first.csv?.questions ?? [];
  const wrongSuggestion = questions.find((question) => isWrong(question, table));
  if (wrongSuggestion !== undefined)
    return {
      outcome: 'wrong',
      asksAboutMoney: true,
      detail: `suggests ${wrongSuggestion.suggestion} for ${wrongSuggestion.about}`,
    };
  const asksAboutMoney = questions.some(({ about }) => MONEY.has(about));
  const topics = questions
    .map(({ about }) => about)
    .filter((about) => !about.startsWith('account') && about !== 'currency');
  const { mapping, fingerprint, problem } = answered(file, questions, table);
  if (problem !== null) return { outcome: 'refused', asksAboutMoney, detail: problem };
  if (mapping === null) return { outcome: 'wrong', asksAboutMoney, detail: 'asks for more than it asked for' };
  const difference = differenceOf(file, memoryOf(fingerprint, mapping), table);
  if (difference !== null) return { outcome: 'wrong', asksAboutMoney, detail: `${topics.join()} ${difference}` };
  return { outcome: topics.length === 0 ? 'right' : 'asked', asksAboutMoney, detail: topics.join() };
}

interface Answered {
  readonly mapping: CsvMapping | null;
  readonly fingerprint: string;
  readonly problem: string | null;
}

/** Answers all questions truthfully, including follow-up questions. */
function answered(file: StatementFile, begun: readonly CsvQuestion[], table: BankTable): Answered {
  let answers: CsvAnswers = {};
  let questions = begun;
  for (let round = 0; round < 10; round += 1) {
    for (const question of questions) answers = { ...answers, ...answerTo(question, table) };
    const { csv, problem } = inspectCsv(file, NO_CSV_MEMORY, { answers });
    if (problem !== null || csv === null)
      return { mapping: null, fingerprint: '', problem: problem?.code ?? 'no table' };
    if (csv.mapping !== null) return { mapping: csv.mapping, fingerprint: csv.fingerprint, problem: null };
    questions = csv.questions;
  }
  return { mapping: null, fingerprint: '', problem: null };
}

function answerTo(
  { about, choices }: CsvQuestion,
  { answers: truth, transactions, style, isFirstOut }: BankTable,
): CsvAnswers {
  const isOneColumn = choices.some(({ label }) => JSON.stringify(label).includes('minusOut'));
  // If the column of outgoing amounts is empty, a user sees that all amounts are incoming and need no inverted sign.
  if (about === 'sign' && truth.out !== undefined && isOneColumn)
    return {
      sign: transactions.some(({ amount }) => amount.startsWith('-')) || style.inIsNegative ? truth.sign : 'as-written',
    };
  if (about === 'account' && truth.accountColumn !== undefined) return { accountColumn: truth.accountColumn };
  if (about === 'amount' && truth.out !== undefined) return { out: truth.out, in: truth.in };
  if (about === 'sign' && truth.direction !== undefined) {
    if (!isOneColumn) return { sign: isFirstOut ? 'inverted' : 'as-written' };
    return { sign: transactions.some(({ amount }) => amount.startsWith('-')) ? 'inverted' : 'as-written' };
  }
  if (about === 'status') return { status: 'none' };
  if (about === 'direction' && truth.direction === undefined) return { direction: 'none' };
  const byWord = choices.some(({ value }) => value.startsWith(`${truth.direction}=`));
  if (about === 'direction' && byWord) return { direction: wordAmong(choices, directionsOf(style)[1]) };
  if (about === 'delimiter') return {};
  return { [about]: truth[about] };
}

/** Returns the true choice, such as `Type=-Fee` if the word “Fee” marks outgoing amounts; `none` if no choice is true. */
function wordAmong(choices: CsvQuestion['choices'], usual: string): string {
  const answers = choices.map(({ value }) => {
    const [, mark = '', kind = ''] = /([-+=])([^-+=]+)$/.exec(value) ?? [];
    return { value, mark, isOut: kind === usual || isOutgoingKind(kind) };
  });
  const out = answers.filter(({ mark, isOut }) => (mark === '-' || mark === '=') && isOut);
  const into = answers.find(({ mark, isOut }) => mark === '+' && !isOut);
  return (out.length === 1 ? out[0] : into)?.value ?? 'none';
}

/** Compares only the beginning of a suggested title, because Pennyrow appends a number to equal titles. */
function isWrong({ about, suggestion }: CsvQuestion, { answers: truth }: BankTable): boolean {
  if (suggestion === null || about === 'account' || about === 'status') return false;
  const right = about === 'amount' && truth.out !== undefined ? undefined : truth[about];
  if (about === 'currency') return suggestion !== truth.currency;
  return right === undefined || !suggestion.startsWith(String(right).slice(0, 60));
}

const memoryOf = (fingerprint: string, mapping: CsvMapping): CsvMemory => ({
  mappings: [{ fingerprint, mapping }],
  account: null,
});

function differenceOf(file: StatementFile, memory: CsvMemory, table: BankTable): string | null {
  let read;
  try {
    read = readStatement(file, memory);
  } catch (thrown) {
    const { code, message } = toPennyrowError(thrown);
    return `refused at last: ${code} ${message}`;
  }
  const { transactions } = read;
  // If only the balance shows directions, pending lines are left out and reported as open.
  const isReported = read.warnings.some(
    ({ params }) => params !== undefined && 'reason' in params && params.reason === 'open',
  );
  const expected = table.transactions.filter(({ isPending }) => !(isReported && isPending));
  if (transactions.length !== expected.length) return `${transactions.length} lines of ${expected.length}`;
  for (const [index, truth] of expected.entries()) {
    const found = transactions[index];
    if (found === undefined) return 'missing';
    if (found.amount !== truth.amount) return `amount ${found.amount} for ${truth.amount}`;
    if (found.currency !== truth.currency) return `currency ${found.currency} for ${truth.currency}`;
    if (found.date !== truth.date) return `date ${found.date} for ${truth.date}`;
    if ((found.status === 'pending') !== truth.isPending) return `${found.status} for ${truth.isPending}`;
    if (!found.description.includes(oneLine(truth.payee))) return `text ${found.description} for ${truth.payee}`;
  }
  return null;
}
