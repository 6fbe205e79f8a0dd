import type { BankTransaction } from '../../../core/bank-transaction.ts';
import { decodeLines } from '../decode-text.ts';
import { excerpt, fileError, placeError, type StatementText } from '../statement-error.ts';
import {
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementAccount,
  type StatementFile,
  type StatementFormat,
  type StatementPeriod,
} from '../statement.ts';
import { readQifAccounts, type QifMoneyList } from './qif-accounts.ts';
import { readQifRecords, type QifDocument } from './qif-records.ts';
import { readQifTransaction } from './qif-transaction.ts';
import { QifHabitSearch } from './qif-values.ts';
import { qifWarnings } from './qif-warnings.ts';

/** Quicken's text format: lists of bank, card and cash accounts. */
export const qifFormat: StatementFormat = {
  name: 'QIF',
  extensions: ['.qif'],
  scheme: 'qif',
  recognises: (beginning) => /^[\s\ufeff]*!(?:type|account|option|clear)\b/i.test(beginning),
  read: readQif,
};

function readQif(file: StatementFile, { dateOrder = null }: CsvMemory = NO_CSV_MEMORY): Statement {
  const text = decodeLines(file);
  const document = readQifRecords(text);
  const money = readQifAccounts(document.lists);
  if (money.length === 0) throw noList(text, document);
  refuseCut(text, document, money);
  const search = new QifHabitSearch(text, document.dateOrder, dateOrder);
  for (const { records } of money) for (const record of records) search.see(record);
  const habits = search.decide();
  const accounts = new Map<string, StatementAccount>();
  const transactions: BankTransaction[] = [];
  for (const { account: found, records } of money) {
    const before = accounts.get(found.id);
    const account = before?.account ?? found;
    let period = before?.period ?? null;
    for (const record of records) {
      const transaction = readQifTransaction(text, record, account, habits);
      transactions.push(transaction);
      period = withDay(period, transaction);
    }
    accounts.set(found.id, { account, period });
  }
  return {
    format: 'QIF',
    accounts: [...accounts.values()],
    transactions,
    // An opening balance is what the person told a program, and no bank's word.
    balances: [],
    warnings: qifWarnings(text, document, money),
  };
}

/**
 * A file has no end of its own, so a cut one shows only by its last transaction: one without date or amount,
 * or whose last line may be half of a number. What lacks just its "^" is read, with a warning.
 */
function refuseCut(text: StatementText, { unended: record }: QifDocument, money: readonly QifMoneyList[]): void {
  if (record === null || record !== money.at(-1)?.list.records.at(-1)) return;
  const { D: date, T: total, U: same } = record.fields;
  const lastLine = text.text.slice(text.text.lastIndexOf('\n') + 1).trimStart();
  if (date !== undefined && (total ?? same) !== undefined && !/^[DTU]/.test(lastLine)) return;
  throw placeError('statement_truncated', text, record.offset, { reason: 'transaction' });
}

function withDay(period: StatementPeriod | null, { date }: BankTransaction): StatementPeriod {
  if (period === null) return { from: date, to: date };
  return { from: date < period.from ? date : period.from, to: date > period.to ? date : period.to };
}

function noList(text: StatementText, { lists }: QifDocument) {
  const header = lists.find(({ kind }) => kind !== 'accounts')?.header;
  const fault =
    header === undefined ? { reason: 'qif' as const } : { reason: 'qifKind' as const, text: excerpt(header) };
  return fileError('statement_empty', text.name, fault);
}
