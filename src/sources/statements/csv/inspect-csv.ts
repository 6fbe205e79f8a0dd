import type { CsvAnswers, CsvInspection, CsvQuestion } from '../../../core/csv-mapping.ts';
import { toPennyrowError, type PennyrowError } from '../../../platform/errors.ts';
import type { InspectionOptions } from '../../source-kind.ts';
import type { CsvMemory, StatementFile } from '../statement.ts';
import { lookAtColumns } from './table/csv-columns.ts';
import { noTransactions } from './csv-format.ts';
import { isBlank, lineOf } from './table/csv-rows.ts';
import type { CsvTable } from './table/csv-table.ts';
import { bringUpToDate, isUpToDate } from './memory/bring-up-to-date.ts';
import { recallMapping } from './memory/recall-mapping.ts';
import { checkShape, readRows } from './lines/read-lines.ts';
import { decisionsOf } from './reading/findings.ts';
import { guessMapping, type CsvGuess } from './reading/guess-mapping.ts';
import { openCsv, tableByAnswers, tableByMapping } from './table/open-csv.ts';

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
