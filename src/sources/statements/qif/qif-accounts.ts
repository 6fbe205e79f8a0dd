import type { BankAccount } from '../../../core/bank-transaction.ts';
import { oneLine } from '../../../core/one-line.ts';
import { fingerprintOf } from '../account-identity.ts';
import { NO_CURRENCY } from '../currency.ts';
import { keyOf, qifTypeName } from './qif-lists.ts';
import type { QifList, QifRecord } from './qif-records.ts';

export interface QifMoneyList {
  readonly account: BankAccount;
  /** The file names the account, not only its type. */
  readonly isNamed: boolean;
  readonly list: QifList;
  readonly records: readonly QifRecord[];
  /** The number of opening balances, which are not transactions. */
  readonly openingBalances: number;
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
      // An investment account has its own name; the lists after it belong to another account.
      named = null;
    }
  }
  return found;
}

/**
 * Quicken begins an account's list with the opening balance, whose "category" is the account's name in brackets. Null
 * if the list begins with a transaction.
 */
function openingBalanceOf({ records }: QifList): { readonly name: string } | null {
  const fields = records[0]?.fields ?? {};
  const own = /^\[(.+)\]$/.exec(fields['L'] ?? '')?.[1];
  return own !== undefined && /^opening balance$/i.test(fields['P'] ?? '') ? { name: oneLine(own) } : null;
}

/**
 * The account has the name that the user gave it, if any. Without names, all lists of a type are one account, because
 * users rename files and folders.
 */
function qifAccount(name: string | null, type: string): BankAccount {
  const id = name === null ? `qif:${keyOf(type)}` : `qif:${fingerprintOf([name])}`;
  return { id, name: name ?? qifTypeName(type), currency: NO_CURRENCY, lastDigits: null };
}
