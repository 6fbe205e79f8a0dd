import type {
  CsvAnswers,
  CsvInspection,
  CsvMapping,
  CsvQuestion,
  StatementInspection,
} from '../../core/csv-mapping.ts';
import { problem } from '../../messages/problem.ts';
import { errorOf, PennyrowError } from '../../platform/errors.ts';
import { paragraph } from '../output/paragraph.ts';
import { tell, text } from '../speech.ts';
import { isYes, type Asker } from '../asker.ts';
import { inspectionText, linesText, readTable } from './mapping-text.ts';

/** A question in the words of the person who is asked. */
interface Asked extends Pick<CsvQuestion, 'about' | 'suggestion'> {
  readonly question: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

type Choices = Asked['choices'];

/** Looks at the file again with what was answered so far. */
export type Inspect = (answers: CsvAnswers) => Promise<StatementInspection>;

export interface Answered {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
}

/**
 * Asks a person what the file does not tell, shows what comes of it, and asks whether it is right. Null when the
 * person gave up. Throws the problem of the file when no answer helps.
 */
export async function askAboutCsv(asker: Asker, inspect: Inspect, begun: CsvAnswers = {}): Promise<Answered | null> {
  let answers = begun;
  let found = await inspect(answers);
  if (found.csv !== null)
    asker.say(`\n${text().csv.ask.unknown({ name: found.name })}\n\n${linesText(asker.screen, found.csv)}\n`);
  for (;;) {
    const { csv, problem } = found;
    const [open] = csv?.questions ?? [];
    const question = open === undefined ? unclearColumns(found) : inWords(open);
    if (csv === null || (problem !== null && question === undefined)) throw problemOf(found);
    const more = question === undefined ? await confirm(asker, csv) : await askOne(asker, question);
    if (more === null) return null;
    if (more === 'right') return csv.mapping === null ? null : { fingerprint: csv.fingerprint, mapping: csv.mapping };
    found = await tryAnswers(asker, inspect, { ...answers, ...more }, found);
    if (found.csv !== csv) answers = { ...answers, ...more };
  }
}

function inWords({ about, question, choices, suggestion }: CsvQuestion): Asked {
  return {
    about,
    question: tell(question).message,
    choices: choices.map(({ value, label }) => ({ value, label: tell(label).message })),
    suggestion,
  };
}

/** An answer that names what is not there is said, and asked again. */
async function tryAnswers(
  asker: Asker,
  inspect: Inspect,
  answers: CsvAnswers,
  before: StatementInspection,
): Promise<StatementInspection> {
  const next = await inspect(answers);
  if (
    next.problem?.code !== 'statement_csv_column' &&
    next.problem?.code !== 'statement_bad_date' &&
    next.problem?.code !== 'statement_bad_amount'
  )
    return next;
  asker.say(paragraph(asker.screen, '  ! ', tell(next.problem).message));
  return before;
}

/** In a table in which nothing looks like a date, the first thing to ask is where it is. */
function unclearColumns({ csv, problem }: StatementInspection): Asked | undefined {
  if (csv === null || problem?.code !== 'statement_csv_unclear' || csv.columns.length === 0) return undefined;
  return {
    about: 'date',
    question: text().csv.ask.date,
    choices: columnChoices(csv.columns),
    suggestion: null,
  };
}

function problemOf({ name, format, problem: wrong }: StatementInspection): PennyrowError {
  if (wrong === null) return new PennyrowError(problem('input_not_csv', { name, format: format ?? '' }));
  return errorOf(wrong);
}

/** Null when the person ends it. */
export async function askOne(asker: Asker, question: Asked): Promise<CsvAnswers | null> {
  const { choices, suggestion } = question;
  const say = text().csv.ask;
  const usual = suggestion === null ? null : labelOf(question, suggestion);
  asker.say(paragraph(asker.screen, '', asker.screen.paint('bold', question.question)));
  for (const [place, { label }] of choices.entries()) asker.say(paragraph(asker.screen, `  ${place + 1}  `, label));
  for (;;) {
    const typed = await asker.ask(choices.length > 0 ? say.number({ usual }) : say.answer({ usual }));
    if (typed === null) return null;
    const answer = toAnswer(question, typed === '' ? (suggestion ?? '') : typed);
    if (answer !== null) return answer;
    asker.say(`  ${choices.length > 0 ? say.numberWrong({ most: String(choices.length) }) : say.answerWrong}`);
  }
}

function labelOf({ choices }: Asked, value: string): string {
  const place = choices.findIndex((choice) => choice.value === value);
  return place === -1 ? value : String(place + 1);
}

interface AnswersTo {
  readonly about: CsvQuestion['about'];
  readonly choices: readonly { readonly value: string }[];
}

/** Null for what is no answer to this question. */
export function toAnswer({ about, choices }: AnswersTo, typed: string): CsvAnswers | null {
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
  // "3 and 4": one column for money out and one for money in.
  const [out, into, ...others] = about === 'amount' ? typed.split(/\s*[,/&+]\s*|\s+(?:and\s+)?/).map(valueOf) : [];
  return out != null && into != null && others.length === 0 ? { out, in: into, amount: undefined } : null;
}

async function confirm(asker: Asker, csv: CsvInspection): Promise<CsvAnswers | 'right' | null> {
  asker.say(`\n${text().csv.ask.preview}\n\n${readTable(asker.screen, csv.read, csv.transactions)}\n`);
  const typed = await asker.ask(text().csv.ask.right);
  if (typed === null) return null;
  if (typed === '' || isYes(typed)) return 'right';
  return correct(asker, csv);
}

/** What is wrong, and what would be right. */
async function correct(asker: Asker, csv: CsvInspection): Promise<CsvAnswers | null> {
  const say = text().csv;
  asker.say(`\n${inspectionText(asker.screen, { ...csv, read: [], lines: [], columns: [] })}\n`);
  const subjects = [...new Set(csv.decisions.map(({ about }) => about))];
  for (const [place, about] of subjects.entries()) asker.say(`  ${place + 1}  ${say.subject[about]}`);
  const typed = await asker.ask(say.ask.wrong);
  const about = subjects[Number(typed) - 1];
  if (typed === null || about === undefined) return null;
  return askOne(asker, {
    about,
    question: about === 'description' ? say.ask.description : say.ask.subject({ subject: say.subject[about] }),
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

/** Those that are the same for every file. */
function choicesOf(about: CsvQuestion['about']): Choices | undefined {
  const { dateOrder, sign, decimalMark } = text().csv.ask;
  const labelled = (labels: Readonly<Record<string, string>>): Choices =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  if (about === 'dateOrder') return labelled(dateOrder);
  if (about === 'sign') return labelled(sign);
  return about === 'decimalMark' ? labelled(decimalMark) : undefined;
}

/** Each with a value that stands in it, so that a person recognises it. */
function columnChoices(columns: CsvInspection['columns']): Choices {
  return columns.map(({ title, samples }) => ({
    value: title,
    label:
      samples[0] === undefined
        ? text().csv.columnTitle({ title })
        : text().csv.ask.columnSuchAs({ title, sample: samples[0].slice(0, 40) }),
  }));
}
