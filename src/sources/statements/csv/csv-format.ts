import type { CsvAnswers, CsvMapping, CsvQuestion, CsvInspection } from '../../../core/csv-mapping.ts';
import { fileError, fileMessage } from '../statement-error.ts';
import {
  findMapping,
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementFile,
  type StatementFormat,
} from '../statement.ts';
import { withNamedAccount } from './lines/own-account.ts';
import { tidyText, isBlank, lineOf } from './table/csv-rows.ts';
import { looksLikeTable, type CsvTable } from './table/csv-table.ts';
import { knownGuess, recallMapping, updateMapping } from './memory/remembered-mapping.ts';
import { checkShape, readRows } from './lines/read-lines.ts';
import { guessMapping } from './reading/guess-mapping.ts';
import { allQuestions } from './reading/findings.ts';
import { openCsv, tableByMapping, type OpenedCsv, tableByAnswers } from './table/open-csv.ts';
import { toPennyrowError } from '../../../platform/errors.ts';
import type { InspectionOptions } from '../../source-kind.ts';
import { lookAtColumns, type CsvColumn } from './table/csv-columns.ts';

export const csvFormat: StatementFormat = {
  name: 'CSV',
  extensions: ['.csv', '.tsv'],
  scheme: 'csv',
  recognizes: (beginning) => looksLikeTable(tidyText('', beginning)),
  read: readCsv,
};

function readCsv(file: StatementFile, memory: CsvMemory = NO_CSV_MEMORY): Statement {
  const opened = openCsv(file);
  const remembered = recallMapping(opened, memory);
  const { account, currency } = remembered ?? { account: {}, currency: {} };
  const answers = {
    account: memory.account ?? ('name' in account ? account.name : undefined),
    currency: 'code' in currency ? currency.code : undefined,
  };
  try {
    return readBy(remembered, file, opened, memory, answers);
  } catch (thrown) {
    if (remembered === null) throw thrown;
    // Guesses again: the remembered mapping may be wrong, because the file it was learned from had too few lines.
    try {
      return readBy(null, file, opened, memory, answers);
    } catch {
      throw thrown;
    }
  }
}

function readBy(
  known: CsvMapping | null,
  file: StatementFile,
  opened: OpenedCsv,
  memory: CsvMemory,
  answers: CsvAnswers,
): Statement {
  const { fingerprint } = opened;
  const table = known === null ? opened.table : tableByMapping(file, opened, known);
  if (table === null) throw noTransactions(file);
  const format = table.delimiter === '\t' ? 'TSV' : 'CSV';
  if (table.header !== null && table.rows.slice(table.first).every(isBlank)) {
    const warnings = [fileMessage('info', 'statement_no_transactions', file.name, {})];
    return { format, accounts: [], transactions: [], balances: [], warnings };
  }
  checkShape(table);
  const { mapping, questions } =
    known === null ? guessMapping(table, answers) : (updateMapping(table, known) ?? knownGuess(known));
  if (mapping === null) throw openQuestions(file, questions);
  const named = memory.account === null ? null : withNamedAccount(mapping, memory.account);
  const isKnown = mapping === known && findMapping(memory, fingerprint) !== null;
  const learned = named?.learned ?? (isKnown ? null : mapping);
  const { rows, accounts, balances, leftOut } = readRows(table, named?.mapping ?? mapping);
  return {
    format,
    accounts: accounts.map((account) => ({ account, period: null })),
    transactions: rows.map(({ transaction }) => transaction),
    balances,
    warnings: [...leftOut].map(([reason, count]) =>
      fileMessage('info', 'statement_csv_left_out', file.name, { count, reason }),
    ),
    ...(learned === null ? {} : { learned: [{ fingerprint, mapping: learned }] }),
  };
}

function openQuestions({ name }: StatementFile, questions: readonly CsvQuestion[]) {
  const flags = questions.map(asFlag).join(' ');
  return fileError('statement_csv_question', name, { question: allQuestions(questions), flags, isZipped: false });
}

/** The command line flag that answers the question: "--date-order dmy|mdy". */
function asFlag({ about, choices, suggestion }: CsvQuestion): string {
  const flag = about.startsWith('account') ? about.replace('account', 'of') : about;
  const columns =
    choices.length > 3
      ? 'COLUMN'
      : choices.map(({ value }) => JSON.stringify(value).replace(/^"([\w.,-]+)"$/, '$1')).join('|');
  const value = choices.length > 0 ? columns : about === 'currency' ? (suggestion ?? 'CODE') : 'NAME';
  return `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`;
}

function noTransactions({ name }: StatementFile) {
  return fileError('statement_csv_unclear', name, { isZipped: false });
}

const LINES_SHOWN = 10;
const SAMPLES_SHOWN = 3;

/** Describes a file and how it would be read. Returns errors in the file instead of throwing them. */
export function inspectCsv(file: StatementFile, memory: CsvMemory, options: InspectionOptions) {
  const { answers = {} } = options;
  const others = memory.mappings.map(({ mapping }) => mapping);
  let csv: CsvInspection | null = null;
  try {
    const opened = openCsv(file);
    const remembered = recallMapping(opened, memory);
    const mapping = options.mapping ?? (options.answers === undefined ? remembered : null);
    csv = {
      fingerprint: opened.fingerprint,
      isRemembered: remembered !== null,
      ...knownGuess(mapping),
      ...shownOf(opened.table),
      read: [],
      transactions: 0,
    };
    const table = mapping === null ? tableByAnswers(file, opened, answers) : tableByMapping(file, opened, mapping);
    csv = { ...csv, ...shownOf(table) };
    if (table === null || (opened.table === null && mapping === null && answers.date === undefined))
      throw noTransactions(file);
    checkShape(table);
    const basis = mapping ?? (table === opened.table ? remembered : null);
    const guess =
      (basis === null ? null : updateMapping(table, basis, answers)) ??
      (mapping === null ? guessMapping(table, answers, others) : knownGuess(mapping));
    const questions = guess.questions.map((question) => withExamples(table, answers, question));
    csv = { ...csv, ...guess, questions };
    const { rows, accounts } = csv.mapping === null ? { rows: [], accounts: [] } : readRows(table, csv.mapping);
    const read = rows
      .slice(0, LINES_SHOWN)
      .map(({ index, transaction: { date, amount, currency, description, account, status } }) => ({
        line: lineOf(table, index),
        date,
        amount,
        currency,
        description,
        account: account.name,
        status,
      }));
    csv = { ...csv, read, transactions: rows.length };
    return { csv, accounts: accounts.map(({ name }) => name), problem: null };
  } catch (thrown) {
    return { csv, accounts: [], problem: toPennyrowError(thrown) };
  }
}

const EXAMPLES_SHOWN = 2;
const EXAMPLE_LINES = 100;
/** Cells read for all examples of a question. Limits the time for a table with hundreds of columns, each of them a choice. */
const EXAMPLE_CELLS = 50_000;

/** Adds the first transactions as each answer reads them, with substitutes for an unanswered account and currency. */
function withExamples(table: CsvTable, answers: CsvAnswers, question: CsvQuestion): CsvQuestion {
  const beginning = { ...table, rows: table.rows.slice(0, table.first + EXAMPLE_LINES) };
  const choicesWithExamples = EXAMPLE_CELLS / beginning.rows.reduce((cells, row) => cells + row.length, 1);
  const choices = question.choices.map((choice, place) => {
    if (place >= choicesWithExamples) return choice;
    try {
      const trialAnswers = { account: '-', currency: 'XXX', ...answers, [question.about]: choice.value };
      const { mapping } = guessMapping(beginning, trialAnswers);
      if (mapping === null) return choice;
      const examples = readRows(beginning, mapping)
        .rows.slice(0, EXAMPLES_SHOWN)
        .map(({ transaction: { date, amount, currency, description } }) => ({ date, amount, currency, description }));
      return { ...choice, examples };
    } catch {
      // A choice that does not fit the file has no examples.
      return choice;
    }
  });
  return { ...question, choices };
}

function shownOf(table: CsvTable | null): Pick<CsvInspection, 'columns' | 'lines'> {
  if (table === null) return { columns: [], lines: [] };
  const samplesOf = ({ title, values }: CsvColumn) => ({ title, samples: values.slice(0, SAMPLES_SHOWN) });
  const from = table.header ?? table.first;
  const lines = table.rows
    .slice(from, from + LINES_SHOWN)
    .flatMap((row, place) => (isBlank(row) ? [] : [{ line: lineOf(table, from + place), cells: row }]));
  return { columns: lookAtColumns(table).columns.map(samplesOf), lines };
}
