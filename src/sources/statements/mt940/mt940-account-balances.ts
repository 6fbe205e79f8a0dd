import type { Balance } from '../../../core/balance.ts';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import { openingBalance, type BookedDays } from '../stated-balances.ts';
import type { Mt940Balance, Mt940Balances } from './mt940-balance.ts';

/**
 * What a message's balances say of the account on a day. What a page begins with (:60M:) says nothing that the page before
 * does not; what one ends with (:62M:) is what was booked by then only where the page reaches the day that it names.
 * A forward balance (:65:) is of a day to come.
 */
export function accountBalances(
  { opening, closing, available }: Mt940Balances,
  account: BankAccount,
  booked: BookedDays,
): Balance[] {
  const first = opening?.field.tag === '60F' ? stated(opening, account) : null;
  const last = closing === null ? null : stated(closing, account);
  const spendable = available === null ? null : stated(available, account);
  const isPage = closing?.field.tag === '62M';
  return [
    first === null ? null : openingBalance(first, booked.first, isPage ? null : (last?.date ?? null)),
    last === null
      ? null
      : !isPage
        ? { ...last, kind: 'closing' as const }
        : booked.last === last.date
          ? { ...last, kind: 'booked' as const }
          : null,
    spendable === null ? null : { ...spendable, kind: 'available' as const },
  ].filter((balance) => balance !== null);
}

function stated({ amount, currency, date }: Mt940Balance, account: BankAccount): Omit<Balance, 'kind'> | null {
  return date === null ? null : { account, amount, currency, date, at: null };
}
