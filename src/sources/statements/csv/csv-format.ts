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
import { bringUpToDate, recallMapping, isUpToDate } from './memory/remembered-mapping.ts';
import { checkShape, readRows } from './lines/read-lines.ts';
import { guessMapping, type CsvGuess } from './reading/guess-mapping.ts';
import { allQuestions, decisionsOf } from './reading/findings.ts';
import { openCsv, tableByMapping, type OpenedCsv, tableByAnswers } from './table/open-csv.ts';
import { toPennyrowError, type PennyrowError } from '../../../platform/errors.ts';
import type { InspectionOptions } from '../../source-kind.ts';
import { lookAtColumns } from './table/csv-columns.ts';

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
  if (remembered === null) return readDetected(file, opened, answers);
  try {
    return readRemembered(file, opened, remembered, memory);
  } catch (thrown) {
    // The first file may have been too short to decide everything.
    try {
      return readDetected(file, opened, answers);
    } catch {
      throw thrown;
    }
  }
}

function readDetected(file: StatementFile, opened: OpenedCsv, answers: CsvAnswers): Statement {
  const { table } = opened;
  if (table === null) throw noTransactions(file);
  if (table.header !== null && table.rows.slice(table.first).every(isBlank)) {
    const warnings = [fileMessage('info', 'statement_no_transactions', file.name, {})];
    return { format: formatOf(table), accounts: [], transactions: [], balances: [], warnings };
  }
  checkShape(table);
  const guess = guessMapping(table, answers);
  if (guess.mapping === null) throw openQuestions(file, guess.questions);
  return readTable(file, opened, table, guess.mapping, guess.mapping);
}

function readRemembered(file: StatementFile, opened: OpenedCsv, remembered: CsvMapping, memory: CsvMemory): Statement {
  const table = tableByMapping(file, opened, remembered);
  const { mapping, questions } = bringUpToDate(table, remembered);
  if (mapping === null) throw openQuestions(file, questions);
  const { account } = memory;
  const named = account === null ? { mapping, learned: null } : withNamedAccount(mapping, account);
  const isKnown = mapping === remembered && findMapping(memory, opened.fingerprint) !== null;
  return readTable(file, opened, table, named.mapping, named.learned ?? (isKnown ? null : mapping));
}

function readTable(
  { name }: StatementFile,
  { fingerprint }: OpenedCsv,
  table: CsvTable,
  mapping: CsvMapping,
  learned: CsvMapping | null,
): Statement {
  const { rows, accounts, balances, leftOut } = readRows(table, mapping);
  return {
    format: formatOf(table),
    accounts: accounts.map((account) => ({ account, period: null })),
    transactions: rows.map(({ transaction }) => transaction),
    balances,
    warnings: [...leftOut].map(([reason, count]) =>
      fileMessage('info', 'statement_csv_left_out', name, { count, reason }),
    ),
    ...(learned === null ? {} : { learned: [{ fingerprint, mapping: learned }] }),
  };
}

function formatOf({ delimiter }: CsvTable): string {
  return delimiter === '\t' ? 'TSV' : 'CSV';
}

function openQuestions({ name }: StatementFile, questions: readonly CsvQuestion[]) {
  const flags = questions.map(asFlag).join(' ');
  return fileError('statement_csv_question', name, { question: allQuestions(questions), flags, isZipped: false });
}

/** The answer as a command line flag: "--date-order dmy|mdy". */
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

export interface InspectedCsv {
  readonly csv: CsvInspection | null;
  readonly accounts: readonly string[];
  readonly problem: PennyrowError | null;
}

const LINES_SHOWN = 10;
const SAMPLES_SHOWN = 3;

/** Describes a file and how it would be read. Errors in the file are part of the result. */
export function inspectCsv(file: StatementFile, memory: CsvMemory, options: InspectionOptions): InspectedCsv {
  let csv: CsvInspection | null = null;
  try {
    const opened = openCsv(file);
    const remembered = recallMapping(opened, memory);
    const mapping = options.mapping ?? (options.answers === undefined ? remembered : null);
    csv = {
      fingerprint: opened.fingerprint,
      isRemembered: remembered !== null,
      mapping,
      decisions: mapping === null ? [] : decisionsOf(mapping),
      questions: [],
      ...shownOf(opened.table),
      read: [],
      transactions: 0,
    };
    const table =
      mapping === null ? tableByAnswers(file, opened, options.answers ?? {}) : tableByMapping(file, opened, mapping);
    csv = { ...csv, ...shownOf(table) };
    if (table === null || (opened.table === null && mapping === null && options.answers?.date === undefined))
      throw noTransactions(file);
    const isStale = mapping === null && remembered !== null && !isUpToDate(table, remembered);
    const basis = isStale ? remembered : mapping;
    csv = {
      ...csv,
      ...(basis === null
        ? guessWithoutMemory(table, options.answers ?? {}, memory)
        : bringUpToDate(table, basis, isStale ? options.answers : {})),
    };
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

function guessWithoutMemory(table: CsvTable, answers: CsvAnswers, memory: CsvMemory): CsvGuess {
  checkShape(table);
  const others = memory.mappings.map(({ mapping }) => mapping);
  const guess = guessMapping(table, answers, others);
  return { ...guess, questions: guess.questions.map((question) => withExamples(table, answers, question)) };
}

const EXAMPLES_SHOWN = 2;
const EXAMPLE_LINES = 100;
/** Limits the time for a table with hundreds of columns, each of them a choice and part of every example. */
const EXAMPLE_CELLS = 50_000;

/** Adds the first transactions under each answer. The account and the currency may still be open. */
function withExamples(table: CsvTable, answers: CsvAnswers, question: CsvQuestion): CsvQuestion {
  const beginning = { ...table, rows: table.rows.slice(0, table.first + EXAMPLE_LINES) };
  const choicesWithExamples = EXAMPLE_CELLS / beginning.rows.reduce((cells, row) => cells + row.length, 1);
  const choices = question.choices.map((choice, place) => {
    if (place >= choicesWithExamples) return choice;
    try {
      const { mapping } = guessMapping(beginning, {
        account: '-',
        currency: 'XXX',
        ...answers,
        [question.about]: choice.value,
      });
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
  const columns = lookAtColumns(table).columns.map(({ title, values }) => ({
    title,
    samples: values.slice(0, SAMPLES_SHOWN),
  }));
  const from = table.header ?? table.first;
  const lines = table.rows
    .slice(from, from + LINES_SHOWN)
    .flatMap((row, place) => (isBlank(row) ? [] : [{ line: lineOf(table, from + place), cells: row }]));
  return { columns, lines };
}
