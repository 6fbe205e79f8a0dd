import type { BankAccount, BankTransaction } from '../../../core/bank-transaction.ts';
import { decodeLines } from '../decode-text.ts';
import { type Described, describeParts, plainText } from '../description-parts.ts';
import { StatementBuilder } from '../statement-builder.ts';
import { excerpt, fileError, placeError, type StatementText } from '../statement-error.ts';
import {
  type CsvMemory,
  NO_CSV_MEMORY,
  periodOf,
  type Statement,
  type StatementFile,
  type StatementFormat,
} from '../statement.ts';
import {
  type QifDocument,
  type QifFields,
  type QifRecord,
  readQifRecords,
  keyOf,
  type QifList,
  qifTypeName,
} from './qif-records.ts';
import { amountOf, dateOf, findHabits, type QifHabits } from './qif-values.ts';
import { plainWords } from '../../../core/column-titles.ts';
import { oneLine } from '../../../core/one-line.ts';
import { fingerprintOf } from '../account-identity.ts';
import { NO_CURRENCY } from '../../../core/currency.ts';

export const qifFormat: StatementFormat = {
  name: 'QIF',
  extensions: ['.qif'],
  scheme: 'qif',
  recognizes: (beginning) => /^[\s\ufeff]*!(?:type|account|option|clear)\b/i.test(beginning),
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
  // Adds no balances: QIF has only opening balances, which the user entered.
  const builder = new StatementBuilder(text);
  for (const { account: found, records } of money) {
    const account = builder.addAccount(found);
    const transactions = records.map((record) => readQifTransaction(text, record, account, habits));
    for (const transaction of transactions) builder.transactions.push(transaction);
    builder.addAccount(found, periodOf(transactions.map(({ date }) => date)));
  }
  warnAbout(builder, document, money);
  return builder.finish('QIF');
}

/** QIF has no end mark: a file is cut off if its last transaction lacks a date or amount. If only the final "^" is missing, warns. */
function refuseCut(text: StatementText, { unended: record }: QifDocument, money: readonly QifMoneyList[]): void {
  if (record === null || record !== money.at(-1)?.list.records.at(-1)) return;
  const { D: date, T: total, U: same } = record.fields;
  const lastLine = text.text.slice(text.text.lastIndexOf('\n') + 1).trimStart();
  if (date !== undefined && (total ?? same) !== undefined && !/^[DTU]/.test(lastLine)) return;
  throw placeError('statement_truncated', text, record.offset, { reason: 'begun' });
}

function noList(text: StatementText, { lists }: QifDocument) {
  const header = lists.find(({ kind }) => kind !== 'accounts')?.header;
  const fault =
    header === undefined ? { reason: 'other' as const } : { reason: 'kind' as const, text: excerpt(header) };
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
    // The field C says that the user reconciled the transaction, not that the bank booked it.
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
    builder.warnAt('warning', 'statement_other_kind', null, { format: 'other', text: excerpt(header) });
  const count = money.filter(({ hasOpeningBalance }) => hasOpeningBalance).length;
  if (count > 0) builder.warn('info', 'statement_opening_balance', { count });
  if (unended !== null) builder.warn('warning', 'statement_no_end', {});
}

interface QifMoneyList {
  readonly account: BankAccount;
  readonly isNamed: boolean;
  readonly list: QifList;
  readonly records: readonly QifRecord[];
  /** True if an opening balance was left out, because it is not a transaction. */
  readonly hasOpeningBalance: boolean;
}

/** Finds the account of each list: the one that the preceding "!Account" names. */
function readQifAccounts(lists: readonly QifList[]): QifMoneyList[] {
  const found: QifMoneyList[] = [];
  let current: string | null = null;
  let type = '';
  for (const list of lists) {
    if (list.kind === 'accounts') {
      // A list of several accounts selects none of them.
      current = list.records.length === 1 ? oneLine(list.records[0]?.fields['N'] ?? '') || null : null;
      type = '';
    } else if (list.kind === 'money') {
      if (type !== '' && type !== keyOf(list.type)) current = null;
      type = keyOf(list.type);
      const opening = openingBalanceOf(list, current);
      const name: string | null = current ?? opening?.account ?? null;
      const records = opening === null ? list.records : list.records.slice(1);
      found.push({
        account: qifAccount(name, list.type),
        isNamed: name !== null,
        list,
        records,
        hasOpeningBalance: opening !== null,
      });
    } else {
      // An investment account has its own name; the lists after it belong to another account.
      current = null;
    }
  }
  return found;
}

/**
 * The opening balance with which programs begin an account's list; null if the list begins with a transaction. Its "category"
 * is the account's own name in brackets, or its payee is a title such as "Opening balance".
 * @param account the name of the account in the file; null if there is none.
 */
function openingBalanceOf({ records }: QifList, account: string | null): { readonly account: string | null } | null {
  const { L: category = '', P: payee = '' } = records[0]?.fields ?? {};
  const inBrackets = oneLine(/^\[(.+)\]$/.exec(category)?.[1] ?? '') || null;
  if (inBrackets !== null && keyOf(inBrackets) === keyOf(account ?? '')) return { account: inBrackets };
  const isOpening = OPENING_BALANCES.has(plainWords(payee)) && (inBrackets !== null || category === '');
  return isOpening ? { account: inBrackets } : null;
}

const OPENING_BALANCES: ReadonlySet<string> = new Set(
  [
    'opening balance|starting balance|beginning balance|initial balance|balance forward|balance brought forward',
    'anfangssaldo|anfangsbestand|anfangsguthaben|eröffnungssaldo|eröffnungsbilanz|startsaldo|saldovortrag|saldoübertrag',
    'solde initial|solde d ouverture|solde de départ|solde de début|report à nouveau',
    'saldo inicial|saldo de apertura|saldo anterior|saldo iniziale|saldo di apertura|saldo de abertura|sold inițial',
    'beginsaldo|openingssaldo|openingsbalans|beginbalans|ingående saldo|ingående balans|inngående saldo|åbningssaldo',
    'alkusaldo|algsaldo|algjääk|sākuma atlikums|pradinis likutis|početno stanje|začetno stanje|nyitó egyenleg|nyitóegyenleg',
    'saldo początkowe|stan początkowy|bilans otwarcia|počáteční zůstatek|počiatočný zostatok|açılış bakiyesi|saldo awal',
    'начальный остаток|начальный баланс|входящий остаток|начальное сальдо|початковий залишок|αρχικό υπόλοιπο|יתרת פתיחה',
    'رصيد افتتاحي|期初余额|初始余额|期初餘額|期首残高|開始残高|繰越残高|기초잔액|기초 잔액|시작 잔액|số dư đầu kỳ|ยอดยกมา',
  ].flatMap((titles) => titles.split('|').map(plainWords)),
);

/** Identified by its name in the file. Without names, all lists of a type are one account, because users rename files. */
function qifAccount(name: string | null, type: string): BankAccount {
  const id = name === null ? `qif:${keyOf(type)}` : `qif:${fingerprintOf([name])}`;
  return { id, name: name ?? qifTypeName(type), currency: NO_CURRENCY, lastDigits: null };
}
