import type { BalanceKind } from '../../core/balance.ts';
import { parseCalendarDate, type CalendarDate, type Instant } from '../../core/calendar-date.ts';
import { asObject, fieldOf, textField } from '../json.ts';
import { readAmount } from '../read-amount.ts';
import type { ServiceBalance } from '../service/bank-protocol.ts';

/** Codes of ISO 20022; others mix what is booked with what is expected. */
const KINDS: Readonly<Record<string, BalanceKind>> = {
  CLBD: 'booked',
  ITBD: 'booked',
  OPBD: 'opening',
  PRCD: 'closing',
  CLAV: 'available',
  ITAV: 'available',
};

/**
 * A "closing" balance of today is one by now, since more may be booked today. An opening and the one of a statement
 * before are worth something only with their day.
 */
export function readBalance(json: unknown, { today, at }: { today: CalendarDate; at: Instant }): ServiceBalance[] {
  const balance = asObject(json);
  const money = asObject(fieldOf(balance, 'balance_amount'));
  const amount = readAmount(fieldOf(money, 'amount'));
  const currency = textField(money, 'currency')?.toUpperCase();
  const type = textField(balance, 'balance_type') ?? '';
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const stated = parseCalendarDate(textField(balance, 'reference_date') ?? '');
  if (amount === null || currency === undefined || kind === undefined) return [];
  if (stated === null && (kind === 'opening' || kind === 'closing')) return [];
  const date = stated ?? today;
  return [{ kind, amount, currency, date, at: date === today && kind !== 'opening' ? at : null }];
}
