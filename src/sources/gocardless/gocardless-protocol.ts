import { toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { asObject, fieldOf, listField } from '../json.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import type { Service } from '../service/service.ts';
import { readBalance } from './balances.ts';
import type { Sealed } from './sealed.ts';
import { readTransaction } from './transaction.ts';

/**
 * GoCardless's API for accounts (its reference): booked transactions, in one answer, and balances. Pending ones are left out:
 * they have no ids of their own, and many banks write them in other words than the booked ones.
 */
export function gocardlessProtocol(
  service: Service,
  { sealed, bank, now }: { readonly sealed: Sealed; readonly bank: string; readonly now: () => number },
): BankProtocol {
  const pathOf = (id: string): string => `accounts/${encodeURIComponent(id)}`;
  return {
    host: service.host,
    accounts: async () => sealed.accounts.map((account) => ({ ...account, bank })),
    transactions: async ({ id, currency }, { since }) => {
      const from = since < sealed.historyFrom ? (sealed.historyFrom as CalendarDate) : since;
      const path = `${pathOf(id)}/transactions/?date_from=${from}`;
      const list = listField(asObject(fieldOf(await service.get(path), 'transactions')), 'booked');
      if (list === null) throw service.unreadable(path);
      return { list: list.map((json) => readTransaction(json, currency)), isWhole: from === since };
    },
    balances: async ({ id }, { today }) => {
      const answer = await service.get(`${pathOf(id)}/balances/`);
      return (listField(answer, 'balances') ?? []).flatMap((json) =>
        readBalance(json, { today, at: toInstant(now()) }),
      );
    },
  };
}
