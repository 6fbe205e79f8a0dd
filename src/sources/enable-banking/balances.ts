import type { BalanceKind } from '../../core/balance.ts';
import type { CalendarDate, Instant } from '../../core/calendar-date.ts';
import { asObject, fieldOf, textField } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { ServiceBalance } from '../service/bank-protocol.ts';
import { statedBalance } from '../service/stated-balance.ts';

/** Codes of ISO 20022; others mix what is booked with what is expected. */
const KINDS: Readonly<Record<string, BalanceKind>> = {
  CLBD: 'booked',
  ITBD: 'booked',
  OPBD: 'opening',
  PRCD: 'closing',
  CLAV: 'available',
  ITAV: 'available',
};

export function readBalance(json: unknown, asked: { today: CalendarDate; at: Instant }): ServiceBalance[] {
  const balance = asObject(json);
  const money = asObject(fieldOf(balance, 'balance_amount'));
  const type = textField(balance, 'balance_type') ?? '';
  const stated = {
    kind: Object.hasOwn(KINDS, type) ? KINDS[type] : undefined,
    amount: readAmount(fieldOf(money, 'amount')),
    currency: textField(money, 'currency')?.toUpperCase(),
    day: textField(balance, 'reference_date'),
  };
  return statedBalance(stated, asked);
}
