import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { decodeLines } from '../decode-text.ts';
import { type Described, describeParts, plainText } from '../description-parts.ts';
import { StatementBuilder } from '../statement-builder.ts';
import { excerpt, fileError, placeError, type StatementText } from '../statement-error.ts';
import {
  type CsvMemory,
  NO_CSV_MEMORY,
  type Statement,
  type StatementFile,
  type StatementFormat,
} from '../statement.ts';
import { type QifMoneyList, readQifAccounts } from './qif-accounts.ts';
import { type QifDocument, type QifFields, type QifRecord, readQifRecords } from './qif-records.ts';
import { amountOf, dateOf, findHabits, type QifHabits } from './qif-values.ts';

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
  const all = money.flatMap(({ records }) => records);
  const habits = findHabits(text, all, document.dateOrder, dateOrder);
  // Users enter opening balances, so they do not come from the bank.
  const builder = new StatementBuilder(text);
  for (const { account: found, records } of money) {
    const account = builder.addAccount(found);
    const transactions = records.map((record) => readQifTransaction(text, record, account, habits));
    for (const transaction of transactions) builder.transactions.push(transaction);
    const days = transactions.map(({ date }) => date).sort();
    const [from, to] = [days[0], days.at(-1)];
    if (from !== undefined && to !== undefined) builder.addAccount(found, { from, to });
  }
  warnAbout(builder, document, money);
  return builder.finish('QIF');
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

function describeQif(fields: QifFields): Described {
  const description = describeParts(plainText(fields['P']), plainText(fields['M']));
  if (description !== null) return description;
  const number = plainText(fields['N']);
  if (number !== '') return { description: /^\d+$/.test(number) ? `Check ${number}` : number };
  return { description: plainText(fields['A']) || 'No description' };
}

function warnAbout(builder: StatementBuilder, { lists, unended }: QifDocument, money: readonly QifMoneyList[]): void {
  builder.warnAt('warning', 'statement_no_currency', null, { account: null });
  const unnamed = [...new Set(money.filter(({ isNamed }) => !isNamed).map(({ account }) => account.name))];
  if (unnamed.length > 0) builder.warn('warning', 'statement_no_account', { accounts: excerpt(unnamed.join(', ')) });
  const trades = lists.filter(({ kind }) => kind === 'investment').flatMap(({ records }) => records).length;
  if (trades > 0) builder.warn('warning', 'statement_security_trades', { format: 'qif', count: trades });
  for (const header of new Set(lists.filter(({ kind }) => kind === 'unknown').map((list) => list.header)))
    builder.warnAt('warning', 'statement_other_kind', null, { format: 'qif', text: excerpt(header) });
  const count = money.filter(({ hasOpeningBalance }) => hasOpeningBalance).length;
  if (count > 0) builder.warn('info', 'statement_opening_balance', { count });
  if (unended !== null) builder.warn('warning', 'statement_no_end', {});
}
