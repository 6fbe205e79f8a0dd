import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { fingerprintOf } from '../account-identity.ts';
import { NO_CURRENCY } from '../currency.ts';
import { keyOf, qifTypeName } from './qif-lists.ts';
import type { QifList, QifRecord } from './qif-records.ts';

/** A list of transactions with its account. */
export interface QifMoneyList {
  readonly account: BankAccount;
  /** Whether the file says which account it is, and not only of what type. */
  readonly isNamed: boolean;
  readonly list: QifList;
  readonly records: readonly QifRecord[];
  /** Balances before the first transaction, which are no movements of money. */
  readonly openingBalances: number;
}

/** Which account each list of transactions is of: the one that an "!Account" before it names. */
export function readQifAccounts(lists: readonly QifList[]): QifMoneyList[] {
  const found: QifMoneyList[] = [];
  let named: string | null = null;
  let type = '';
  for (const list of lists) {
    if (list.kind === 'accounts') {
      // A list of all accounts names none in particular.
      named = list.records.length === 1 ? oneLine(list.records[0]?.fields['N'] ?? '') || null : null;
      type = '';
    } else if (list.kind === 'money') {
      if (type !== '' && type !== keyOf(list.type)) named = null;
      type = keyOf(list.type);
      const opening = openingBalanceOf(list);
      const name: string | null = named ?? opening?.name ?? null;
      const records = opening === null ? list.records : list.records.slice(1);
      found.push({
        account: qifAccount(name, list.type),
        isNamed: name !== null,
        list,
        records,
        openingBalances: opening === null ? 0 : 1,
      });
    } else {
      // An account of trades names itself as well; what comes behind it is not its own.
      named = null;
    }
  }
  return found;
}

/**
 * Quicken begins the list of an account with its opening balance, whose "category" is the account's own name in
 * brackets. Null when the list begins otherwise.
 */
function openingBalanceOf({ records }: QifList): { readonly name: string } | null {
  const fields = records[0]?.fields ?? {};
  const own = /^\[(.+)\]$/.exec(fields['L'] ?? '')?.[1];
  return own !== undefined && /^opening balance$/i.test(fields['P'] ?? '') ? { name: oneLine(own) } : null;
}

/**
 * A QIF file knows an account by the name that a person gave it, if at all. Without one, all lists of a type are
 * one account: neither the file's name nor its folder says which, since people rename both.
 */
function qifAccount(name: string | null, type: string): BankAccount {
  const id = name === null ? `qif:${keyOf(type)}` : `qif:${fingerprintOf([name])}`;
  return { id, name: name ?? qifTypeName(type), currency: NO_CURRENCY, lastDigits: null };
}
