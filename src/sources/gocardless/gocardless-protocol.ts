import { toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { asObject, fieldOf, listField } from '../json.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import { hasDay } from '../service/has-day.ts';
import type { Service } from '../service/service.ts';
import { readBalance } from './balances.ts';
import type { BankHabits } from './bank-habits.ts';
import type { Sealed } from './sealed.ts';
import { readTransaction } from './transaction.ts';

interface ProtocolOptions {
  readonly sealed: Sealed;
  readonly bank: string;
  readonly habits: BankHabits;
  /** Pending transactions are wanted, too. */
  readonly withPending: boolean;
  readonly now: () => number;
}

/**
 * GoCardless's API for accounts (its reference): transactions, in one answer, and balances. Pending ones are left out unless
 * they are wanted: they have no ids of their own, and many banks write them in other words than the booked ones.
 */
export function gocardlessProtocol(
  service: Service,
  { sealed, bank, habits, withPending, now }: ProtocolOptions,
): BankProtocol {
  const pathOf = (id: string): string => `accounts/${encodeURIComponent(id)}`;
  return {
    host: service.host,
    accounts: async () => sealed.accounts.map((account) => ({ ...account, bank })),
    transactions: async ({ id, currency }, { since }) => {
      const from = since < sealed.historyFrom ? (sealed.historyFrom as CalendarDate) : since;
      const path = `${pathOf(id)}/transactions/?date_from=${from}`;
      const transactions = asObject(fieldOf(await service.get(path), 'transactions'));
      const booked = listField(transactions, 'booked');
      if (booked === null) throw service.unreadable(path);
      const pending = withPending ? listField(transactions, 'pending') : [];
      const context = { accountCurrency: currency, habits };
      return {
        list: [
          ...booked.map((json) => readTransaction(json, { ...context, status: 'posted' })),
          ...(pending ?? []).map((json) => readTransaction(json, { ...context, status: 'pending' })).filter(hasDay),
        ],
        isWhole: from === since && pending !== null,
      };
    },
    balances: async ({ id }, { today }) => {
      const answer = await service.get(`${pathOf(id)}/balances/`);
      const stated = (listField(answer, 'balances') ?? []).flatMap((json) =>
        readBalance(json, { today, at: toInstant(now()) }),
      );
      // Nobody knows the sign of the others: they would prove rows wrong.
      return habits.hasInvertedSigns === true ? stated.filter(({ kind }) => kind === 'available') : stated;
    },
  };
}
