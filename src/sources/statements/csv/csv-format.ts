import type { CsvAnswers, CsvMapping, CsvQuestion } from '../../../core/csv-mapping.ts';
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
import { tidyText } from './table/csv-rows.ts';
import { looksLikeTable, type CsvTable } from './table/csv-table.ts';
import { bringUpToDate } from './memory/bring-up-to-date.ts';
import { recallMapping } from './memory/recall-mapping.ts';
import { checkShape, readRows, type ReadTable } from './lines/read-lines.ts';
import { guessMapping, isEmptyTable } from './reading/guess-mapping.ts';
import { allQuestions } from './reading/findings.ts';
import { openCsv, tableByMapping, type OpenedCsv } from './table/open-csv.ts';

/** Tables of transactions as text. The mapping of columns is detected, or remembered from the user's answers. */
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
  if (remembered === null)
    return readDetected(file, opened, memory.account === null ? {} : { account: memory.account });
  try {
    return readRemembered(file, opened, remembered, memory);
  } catch (thrown) {
    // The first file may have been too short to decide everything. If this one leaves a question or fails, the
    // remembered mapping is used.
    try {
      return readDetected(file, opened, givenBefore(remembered, memory));
    } catch {
      throw thrown;
    }
  }
}

function givenBefore({ account, currency }: CsvMapping, memory: CsvMemory): CsvAnswers {
  const name = memory.account ?? ('name' in account ? account.name : null);
  return { ...(name === null ? {} : { account: name }), ...('code' in currency ? { currency: currency.code } : {}) };
}

function readDetected(file: StatementFile, opened: OpenedCsv, answers: CsvAnswers): Statement {
  const { table } = opened;
  if (table === null) throw noTransactions(file);
  if (isEmptyTable(table))
    return {
      ...toStatement(file, table, { rows: [], accounts: [], balances: [], leftOut: new Map() }),
      warnings: [fileMessage('info', 'statement_no_transactions', file.name, {})],
    };
  checkShape(table);
  const guess = guessMapping(table, answers);
  if (guess.mapping === null) throw openQuestions(file, guess.questions);
  return {
    ...toStatement(file, table, readRows(table, guess.mapping)),
    learned: [{ fingerprint: opened.fingerprint, mapping: guess.mapping }],
  };
}

function readRemembered(file: StatementFile, opened: OpenedCsv, remembered: CsvMapping, memory: CsvMemory): Statement {
  const table = tableByMapping(file, opened, remembered);
  const { mapping, questions } = bringUpToDate(table, remembered);
  if (mapping === null) throw openQuestions(file, questions);
  const { account } = memory;
  const named = account === null ? { mapping, learned: null } : withNamedAccount(mapping, account);
  const statement = toStatement(file, table, readRows(table, named.mapping));
  const isKnown = mapping === remembered && findMapping(memory, opened.fingerprint) !== null;
  const learned = named.learned ?? (isKnown ? null : mapping);
  return learned === null
    ? statement
    : { ...statement, learned: [{ fingerprint: opened.fingerprint, mapping: learned }] };
}

function toStatement(
  file: StatementFile,
  table: CsvTable,
  { rows, accounts, balances, leftOut }: ReadTable,
): Statement {
  return {
    format: table.delimiter === '\t' ? 'TSV' : 'CSV',
    accounts: accounts.map((account) => ({ account, period: null })),
    transactions: rows.map(({ transaction }) => transaction),
    balances,
    warnings: [...leftOut].map(([reason, count]) =>
      fileMessage('info', 'statement_csv_left_out', file.name, { count, reason }),
    ),
  };
}

function openQuestions({ name }: StatementFile, questions: readonly CsvQuestion[]) {
  const flags = questions.map(asFlag).join(' ');
  return fileError('statement_csv_question', name, {
    question: allQuestions(questions),
    flags,
    isZipped: false,
  });
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

export function noTransactions({ name }: StatementFile) {
  return fileError('statement_csv_unclear', name, { isZipped: false });
}
