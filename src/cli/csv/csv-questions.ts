import type {
  CsvAnswers,
  CsvInspection,
  CsvMapping,
  CsvQuestion,
  StatementInspection,
  DayMonthOrder,
} from '../../core/csv-mapping.ts';
import { createError, errorOf, type PennyrowError } from '../../platform/errors.ts';
import { dayCell, moneyCell, paragraph } from '../output/table.ts';
import { format, localize, text } from '../locale.ts';
import { csvSubjects, WHICH_DATE } from '../../messages/shared-words.ts';
import { isYes, type Prompt } from '../prompt.ts';
import { inspectionText, linesText, readTable } from './mapping-text.ts';
import type { ControlClient, Input } from '../../contract/control/index.ts';
import { isDateOrderOpen } from '../../contract/date-order.ts';
import type { Report } from '../../messages/parameters.ts';

interface PromptQuestion extends Pick<CsvQuestion, 'about' | 'suggestion'> {
  readonly question: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

type Choices = PromptQuestion['choices'];

export type Inspect = (answers: CsvAnswers) => Promise<StatementInspection>;

export interface CsvAnswer {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
}

/** Null if the user cancels. Throws the problem of a file that no answer can solve. */
export async function askAboutCsv(prompt: Prompt, inspect: Inspect, begun: CsvAnswers = {}): Promise<CsvAnswer | null> {
  let answers = begun;
  let found = await inspect(answers);
  if (found.csv !== null)
    prompt.print(`\n${text().csv.ask.unknown({ name: found.name })}\n\n${linesText(prompt.screen, found.csv)}\n`);
  for (;;) {
    const { csv, problem } = found;
    const [open] = csv?.questions ?? [];
    const question = open === undefined ? unclearColumns(found) : toQuestion(open);
    if (csv === null || (problem !== null && question === undefined)) throw problemOf(found);
    const more = question === undefined ? await confirm(prompt, csv) : await askOne(prompt, question);
    if (more === null) return null;
    if (more === 'right') return csv.mapping === null ? null : { fingerprint: csv.fingerprint, mapping: csv.mapping };
    found = await tryAnswers(prompt, inspect, { ...answers, ...more }, found);
    if (found.csv !== csv) answers = { ...answers, ...more };
  }
}

function toQuestion({ about, question, choices, suggestion }: CsvQuestion): PromptQuestion {
  return {
    about,
    question: localize(question).message,
    choices: choices.map(({ value, label, examples = [] }) => ({
      value,
      label: [localize(label).message, ...examples.map(exampleText)].join(' · '),
    })),
    suggestion,
  };
}

function exampleText({ date, amount, currency, description }: CsvExample): string {
  return `${dayCell(date)} ${moneyCell(amount, currency)} ${description}`;
}

type CsvExample = NonNullable<CsvQuestion['choices'][number]['examples']>[number];

/** Inspects the file with the answers. If they do not fit the file, prints the problem and returns `before`. */
async function tryAnswers(
  prompt: Prompt,
  inspect: Inspect,
  answers: CsvAnswers,
  before: StatementInspection,
): Promise<StatementInspection> {
  const next = await inspect(answers);
  if (next.problem === null || !UNUSABLE_ANSWERS.has(next.problem.code)) return next;
  prompt.print(paragraph(prompt.screen, '  ! ', localize(next.problem).message));
  return before;
}

const UNUSABLE_ANSWERS: ReadonlySet<string> = new Set([
  'statement_csv_column',
  'statement_bad_date',
  'statement_bad_amount',
]);

function unclearColumns({ csv, problem }: StatementInspection): PromptQuestion | undefined {
  if (csv === null || problem?.code !== 'statement_csv_unclear' || csv.columns.length === 0) return undefined;
  return {
    about: 'date',
    question: localize({ ...WHICH_DATE, message: '', remedy: null }).message,
    choices: columnChoices(csv.columns),
    suggestion: null,
  };
}

function problemOf({ name, format, problem: wrong }: StatementInspection): PennyrowError {
  if (wrong === null) return createError('input_not_csv', { name, format: format ?? '' });
  return errorOf(wrong);
}

async function askOne(prompt: Prompt, question: PromptQuestion): Promise<CsvAnswers | null> {
  const { choices, suggestion } = question;
  const strings = text().csv.ask;
  const usual = suggestion === null ? null : labelOf(question, suggestion);
  prompt.print(paragraph(prompt.screen, '', prompt.screen.paint('bold', question.question)));
  for (const [place, { label }] of choices.entries()) prompt.print(paragraph(prompt.screen, `  ${place + 1}  `, label));
  for (;;) {
    const typed = await prompt.ask(choices.length > 0 ? strings.number({ usual }) : strings.answer({ usual }));
    if (typed === null) return null;
    const answer = parseAnswer(question, typed === '' ? (suggestion ?? '') : typed);
    if (answer !== null) return answer;
    prompt.print(
      `  ${choices.length > 0 ? strings.numberWrong({ most: String(choices.length) }) : strings.answerWrong}`,
    );
  }
}

function labelOf({ choices }: PromptQuestion, value: string): string {
  const place = choices.findIndex((choice) => choice.value === value);
  return place === -1 ? value : String(place + 1);
}

type AnswersTo = Pick<CsvQuestion, 'about'> & { readonly choices: readonly { readonly value: string }[] };

export function parseAnswer({ about, choices }: AnswersTo, typed: string): CsvAnswers | null {
  const valueOf = (text: string): string | null => {
    const byNumber = /^\d{1,3}$/.test(text) ? choices[Number(text) - 1]?.value : undefined;
    return byNumber ?? choices.find(({ value }) => value.toLowerCase() === text.toLowerCase())?.value ?? null;
  };
  if (typed === '') return null;
  if (choices.length === 0) return { [about]: typed };
  const one = valueOf(typed);
  if (about === 'description') {
    const several = one === null ? typed.split(/[\s,+&]+/).map(valueOf) : [one];
    return several.includes(null) ? null : { description: several.filter((value) => value !== null) };
  }
  if (one !== null) return { [about]: one };
  // Two columns, such as "3 and 4", for the amounts of money out and money in.
  const [out, into, ...others] = about === 'amount' ? typed.split(/\s*[,/&+]\s*|\s+(?:and\s+)?/).map(valueOf) : [];
  return out != null && into != null && others.length === 0 ? { out, in: into, amount: undefined } : null;
}

async function confirm(prompt: Prompt, csv: CsvInspection): Promise<CsvAnswers | 'right' | null> {
  prompt.print(`\n${readTable(prompt.screen, csv.read, csv.transactions)}\n`);
  const typed = await prompt.ask(text().csv.ask.right);
  if (typed === null) return null;
  if (typed === '' || isYes(typed)) return 'right';
  return correct(prompt, csv);
}

async function correct(prompt: Prompt, csv: CsvInspection): Promise<CsvAnswers | null> {
  const { csv: strings } = text();
  const names = csvSubjects(text());
  prompt.print(`\n${inspectionText(prompt.screen, { ...csv, read: [], lines: [], columns: [] })}\n`);
  const subjects = [...new Set(csv.decisions.map(({ about }) => about))];
  for (const [place, about] of subjects.entries()) prompt.print(`  ${place + 1}  ${names[about]}`);
  const typed = await prompt.ask(strings.ask.wrong);
  const about = subjects[Number(typed) - 1];
  if (typed === null || about === undefined) return null;
  return askOne(prompt, {
    about,
    question: about === 'description' ? strings.ask.description : strings.ask.subject({ subject: names[about] }),
    choices: choicesFor(about, csv),
    suggestion: null,
  });
}

function choicesFor(about: CsvQuestion['about'], { columns }: CsvInspection): Choices {
  if (about === 'account' || about === 'currency' || about === 'accountNumber') return [];
  const none = MAY_BE_NONE.has(about) ? [{ value: 'none', label: text().csv.ask.noColumn }] : [];
  return choicesOf(about) ?? [...columnChoices(columns), ...none];
}

const MAY_BE_NONE: ReadonlySet<CsvQuestion['about']> = new Set(['id', 'status', 'fee', 'direction']);

/** The fixed choices of a question; undefined if the choices are the columns of the file. */
function choicesOf(about: CsvQuestion['about']): Choices | undefined {
  const { csvFile } = text();
  const labelled = (labels: Readonly<Record<string, string>>): Choices =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  if (about === 'dateOrder') return orderChoices('dmy', 'mdy', 'ymd');
  if (about === 'sign') return labelled(csvFile.signs);
  return about === 'decimalMark' ? labelled(csvFile.marks) : undefined;
}

function orderChoices(...orders: readonly string[]): Choices {
  return orders.map((value) => ({ value, label: format().dateOrder(value) }));
}

function columnChoices(columns: CsvInspection['columns']): Choices {
  return columns.map(({ title, samples }) => ({
    value: title,
    label:
      samples[0] === undefined
        ? text().csvFile.columnTitle({ title })
        : text().csv.ask.columnSuchAs({ title, sample: samples[0].slice(0, 40) }),
  }));
}

interface Files {
  readonly accountId: string;
  readonly paths: readonly string[];
  readonly of?: string | undefined;
  readonly dateOrder?: DayMonthOrder | undefined;
}

type ImportAnswers = Pick<Input<'run.import'>, 'bankAccount' | 'dateOrder'>;

/** Asks about each file, saves the mappings, and closes the prompt. */
export async function askAboutFiles(control: ControlClient, prompt: Prompt, files: Files): Promise<ImportAnswers> {
  try {
    let answers: ImportAnswers = {};
    const unclear: Report[] = [];
    for (const path of files.paths)
      answers = { ...answers, ...(await askAboutFile(control, prompt, files, path, unclear)) };
    return { ...answers, ...(await whichDateOrder(prompt, files, unclear)) };
  } finally {
    prompt.close();
  }
}

/** Adds the problem to `unclear` if the file's dates are ambiguous, because one question covers all files. */
async function askAboutFile(
  control: ControlClient,
  prompt: Prompt,
  { accountId, of, paths }: Files,
  path: string,
  unclear: Report[],
): Promise<ImportAnswers> {
  const { csv, problem: wrong } = await control.call('statement.inspect', { accountId, path });
  if (wrong?.code === 'statement_csv_account' && of === undefined && paths.length === 1)
    return whichAccount(prompt, localize(wrong).message);
  if (wrong !== null && isDateOrderOpen(wrong)) unclear.push(wrong);
  const isUnclear = csv !== null && (csv.questions.length > 0 || wrong?.code === 'statement_csv_unclear');
  if (!isUnclear) return {};
  const answered = await askAboutCsv(
    prompt,
    (answers) => control.call('statement.inspect', { accountId, path, answers }),
    of === undefined ? {} : { account: of },
  );
  if (answered === null) throw createError('run_cancelled', {});
  await control.call('csvMapping.save', { accountId, ...answered });
  prompt.print(`${text().csv.ask.saved}\n`);
  return {};
}

/** Prints the ambiguous files and asks one question for all of them. */
async function whichDateOrder(
  prompt: Prompt,
  { dateOrder }: Files,
  unclear: readonly Report[],
): Promise<ImportAnswers> {
  if (unclear.length === 0 || dateOrder !== undefined) return {};
  for (const wrong of unclear) prompt.print(paragraph(prompt.screen, '', localize(wrong).message));
  const answered = await askOne(prompt, {
    about: 'dateOrder',
    question: text().csv.ask.whichDateOrder({ count: unclear.length }),
    choices: orderChoices('dmy', 'mdy'),
    suggestion: null,
  });
  const order = answered?.dateOrder;
  if (order !== 'dmy' && order !== 'mdy') throw createError('run_cancelled', {});
  return { dateOrder: order };
}

async function whichAccount(prompt: Prompt, message: string): Promise<ImportAnswers> {
  prompt.print(message);
  const typed = await prompt.ask(text().csv.ask.whichAccount);
  return typed === null || typed === '' ? {} : { bankAccount: typed };
}
