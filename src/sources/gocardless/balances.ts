import type { BalanceKind } from '../../core/balance.ts';
import type { CalendarDate, Instant } from '../../core/calendar-date.ts';
import { asObject, fieldOf, textField } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { ServiceBalance } from '../service/bank-protocol.ts';
import { statedBalance } from '../service/stated-balance.ts';

/** Types of the Berlin Group; `expected`, `forwardAvailable`, `nonInvoiced` and others mix what is booked with what is not. */
const KINDS: Readonly<Record<string, BalanceKind>> = {
  closingBooked: 'booked',
  interimBooked: 'booked',
  openingBooked: 'opening',
  previouslyClosedBooked: 'closing',
  closingAvailable: 'available',
  interimAvailable: 'available',
};

export function readBalance(json: unknown, asked: { today: CalendarDate; at: Instant }): ServiceBalance[] {
  const balance = asObject(json);
  const money = asObject(fieldOf(balance, 'balanceAmount'));
  const type = textField(balance, 'balanceType') ?? '';
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const stated = {
    // What a credit adds is not there.
    kind: fieldOf(balance, 'creditLimitIncluded') === true && kind !== undefined ? ('available' as const) : kind,
    amount: readAmount(fieldOf(money, 'amount')),
    currency: textField(money, 'currency')?.toUpperCase(),
    day: textField(balance, 'referenceDate'),
  };
  return statedBalance(stated, asked);
}
