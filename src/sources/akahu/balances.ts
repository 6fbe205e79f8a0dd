import { toInstant } from '../../core/calendar-date.ts';
import { asObject, fieldOf, textField, type JsonObject } from '../json.ts';
import type { ServiceBalance } from '../service/bank-protocol.ts';
import { dayOf } from '../service/day-of.ts';
import { readNumber } from '../service/read-number.ts';
import { NEW_ZEALAND } from './transaction.ts';

/**
 * The balances of an account, of the moment when Akahu asked the bank, which may be long ago. `current` is what is booked;
 * what is owed on a card or a loan is negative. It proves rows only where Akahu looked for transactions since, and where
 * the account has any.
 */
export function readBalances(
  account: JsonObject | null,
  { currency, hasTransactions }: { readonly currency: string; readonly hasTransactions: boolean },
): ServiceBalance[] {
  const balance = asObject(fieldOf(account, 'balance'));
  const refreshed = asObject(fieldOf(account, 'refreshed'));
  const moment = textField(refreshed, 'balance');
  const date = dayOf(moment, NEW_ZEALAND);
  if (moment === null || date === null) return [];
  const at = Date.parse(moment);
  const hasRowsUntil = Date.parse(textField(refreshed, 'transactions') ?? '') >= at;
  const [current, available] = [readNumber(fieldOf(balance, 'current')), readNumber(fieldOf(balance, 'available'))];
  const of = { currency, date, at: toInstant(at) };
  if (!hasTransactions) return current === null ? [] : [{ ...of, kind: 'available', amount: current }];
  return [
    ...(current === null || !hasRowsUntil ? [] : [{ ...of, kind: 'booked' as const, amount: current }]),
    ...(available === null ? [] : [{ ...of, kind: 'available' as const, amount: available }]),
  ];
}
