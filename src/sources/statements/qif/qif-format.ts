import type { BankTransaction, BankAccount } from '../../../core/bank-transaction.ts';
import { decodeLines } from '../decode-text.ts';
import { excerpt, fileError, placeError, type StatementText, fileMessage } from '../statement-error.ts';
import {
  combinePeriods,
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementAccount,
  type StatementFile,
  type StatementFormat,
} from '../statement.ts';
import { readQifAccounts, type QifMoneyList } from './qif-accounts.ts';
import { readQifRecords, type QifDocument, type QifFields, type QifRecord, type QifList } from './qif-records.ts';
import { QifHabitSearch, amountOf, dateOf, type QifHabits } from './qif-values.ts';
import { describeParts, plainText, type Described } from '../description-parts.ts';
import type { SourceMessage } from '../../source.ts';

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
      period = combinePeriods(period, { from: transaction.date, to: transaction.date });
    }
    accounts.set(found.id, { account, period });
  }
  return {
    format: 'QIF',
    accounts: [...accounts.values()],
    transactions,
    // Users enter opening balances, so they do not come from the bank.
    balances: [],
    warnings: qifWarnings(text, document, money),
  };
}

/**
 * The format has no end mark, so only the last transaction shows that a file was cut: it lacks date or amount, or its
 * last line may be part of a number. If only the final "^" is missing, it is read with a warning.
 */
function refuseCut(text: StatementText, { unended: record }: QifDocument, money: readonly QifMoneyList[]): void {
  if (record === null || record !== money.at(-1)?.list.records.at(-1)) return;
  const { D: date, T: total, U: same } = record.fields;
  const lastLine = text.text.slice(text.text.lastIndexOf('\n') + 1).trimStart();
  if (date !== undefined && (total ?? same) !== undefined && !/^[DTU]/.test(lastLine)) return;
  throw placeError('statement_truncated', text, record.offset, { reason: 'transaction' });
}

function noList(text: StatementText, { lists }: QifDocument) {
  const header = lists.find(({ kind }) => kind !== 'accounts')?.header;
  const fault =
    header === undefined ? { reason: 'qif' as const } : { reason: 'qifKind' as const, text: excerpt(header) };
  return fileError('statement_empty', text.name, fault);
}

/** Throws `statement_bad_date` or `statement_bad_amount` with the line. */
function readQifTransaction(
  text: StatementText,
  record: QifRecord,
  account: BankAccount,
  habits: QifHabits,
): BankTransaction {
  const { fields, splits } = record;
  return {
    account,
    // The format has no ids: N is a check number, which users enter.
    providerId: null,
    date: dateOf(text, record, habits),
    amount: amountOf(text, record, habits.mark),
    currency: account.currency,
    ...describeQif(fields),
    // C marks what the user has checked, which says nothing about booking.
    status: 'posted',
    ...(/^\d+$/.test(fields['N'] ?? '') && { checkNumber: fields['N'] ?? '' }),
    raw: splits.length === 0 ? fields : { ...fields, splits },
  };
}

/** Payee and memo on one line; else the check number or the address. Never empty. */
function describeQif(fields: QifFields): Described {
  const description = describeParts(plainText(fields['P']), plainText(fields['M']));
  if (description !== null) return description;
  const number = plainText(fields['N']);
  if (number !== '') return { description: /^\d+$/.test(number) ? `Check ${number}` : number };
  return { description: plainText(fields['A']) || 'No description' };
}

/** Warns about missing information and skipped content. */
function qifWarnings(text: StatementText, document: QifDocument, money: readonly QifMoneyList[]): SourceMessage[] {
  const { name } = text;
  const warnings = [fileMessage('warning', 'statement_no_currency', name, { account: null, line: null, more: null })];
  const unnamed = [...new Set(money.filter(({ isNamed }) => !isNamed).map(({ account }) => account.name))];
  if (unnamed.length > 0) {
    const accounts = excerpt(unnamed.join(', '));
    warnings.push(fileMessage('warning', 'statement_no_account', name, { accounts }));
  }
  const trades = countOf(document.lists.filter(({ kind }) => kind === 'investment'));
  if (trades > 0)
    warnings.push(fileMessage('warning', 'statement_security_trades', name, { format: 'qif', count: trades }));
  const unknown = new Set(document.lists.filter(({ kind }) => kind === 'unknown').map(({ header }) => header));
  for (const header of [...unknown].slice(0, SHOWN)) {
    const params = { format: 'qif', text: excerpt(header), line: null, more: null } as const;
    warnings.push(fileMessage('warning', 'statement_other_kind', name, params));
  }
  const balances = money.reduce((sum, { openingBalances }) => sum + openingBalances, 0);
  if (balances > 0) warnings.push(fileMessage('info', 'statement_opening_balance', name, { count: balances }));
  if (document.unended !== null) warnings.push(fileMessage('warning', 'statement_no_end', name, {}));
  return warnings;
}

/** A damaged file may have thousands. */
const SHOWN = 5;

function countOf(lists: readonly QifList[]): number {
  return lists.reduce((sum, { records }) => sum + records.length, 0);
}
