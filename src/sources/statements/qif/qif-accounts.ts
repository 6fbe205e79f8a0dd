import type { BankAccount } from '../../../core/bank-transaction.ts';
import { plainWords } from '../../../core/column-titles.ts';
import { oneLine } from '../../../core/one-line.ts';
import { fingerprintOf } from '../account-identity.ts';
import { NO_CURRENCY } from '../currency.ts';
import { keyOf, type QifList, type QifRecord, qifTypeName } from './qif-records.ts';

export interface QifMoneyList {
  readonly account: BankAccount;
  /** The file names the account, not only its type. */
  readonly isNamed: boolean;
  readonly list: QifList;
  readonly records: readonly QifRecord[];
  /** An opening balance, which is no transaction, was left out. */
  readonly hasOpeningBalance: boolean;
}

/** Finds the account of each list: the one that the preceding "!Account" names. */
export function readQifAccounts(lists: readonly QifList[]): QifMoneyList[] {
  const found: QifMoneyList[] = [];
  let named: string | null = null;
  let type = '';
  for (const list of lists) {
    if (list.kind === 'accounts') {
      // A list of all accounts selects none.
      named = list.records.length === 1 ? oneLine(list.records[0]?.fields['N'] ?? '') || null : null;
      type = '';
    } else if (list.kind === 'money') {
      if (type !== '' && type !== keyOf(list.type)) named = null;
      type = keyOf(list.type);
      const opening = openingBalanceOf(list, named);
      const name: string | null = named ?? opening?.account ?? null;
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
      named = null;
    }
  }
  return found;
}

/**
 * Programs begin an account's list with the opening balance, whose "category" is the account itself in brackets. The payee says so only
 * if the file does not name the account. Null if the list begins with a transaction.
 * @param account the name that the file gives the account; null without one.
 */
function openingBalanceOf({ records }: QifList, account: string | null): { readonly account: string | null } | null {
  const { L: category = '', P: payee = '' } = records[0]?.fields ?? {};
  const inBrackets = oneLine(/^\[(.+)\]$/.exec(category)?.[1] ?? '') || null;
  if (inBrackets !== null && keyOf(inBrackets) === keyOf(account ?? '')) return { account: inBrackets };
  const isOpening = OPENING_BALANCES.has(plainWords(payee)) && (inBrackets !== null || category === '');
  return isOpening ? { account: inBrackets } : null;
}

/** Payees of opening balances in many languages. */
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

/**
 * The account has the name that the user gave it, if any. Without names, all lists of a type are one account, because
 * users rename files and folders.
 */
function qifAccount(name: string | null, type: string): BankAccount {
  const id = name === null ? `qif:${keyOf(type)}` : `qif:${fingerprintOf([name])}`;
  return { id, name: name ?? qifTypeName(type), currency: NO_CURRENCY, lastDigits: null };
}
