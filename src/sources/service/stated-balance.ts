import type { Amount } from '../../core/amount.ts';
import type { BalanceKind } from '../../core/balance.ts';
import { parseCalendarDate, type CalendarDate, type Instant } from '../../core/calendar-date.ts';
import type { ServiceBalance } from './bank-protocol.ts';

export interface Stated {
  /** Undefined for one that mixes what is booked with what is expected. */
  readonly kind: BalanceKind | undefined;
  readonly amount: Amount | null;
  readonly currency: string | undefined;
  /** The day that the bank names; null when it names none. */
  readonly day: string | null;
}

/**
 * What a bank states by the rules of PSD2. A "closing" balance of today is one by now, since more may be booked today. An
 * opening and the one of a statement before are worth something only with their day.
 */
export function statedBalance(
  { kind, amount, currency, day }: Stated,
  { today, at }: { readonly today: CalendarDate; readonly at: Instant },
): ServiceBalance[] {
  const stated = parseCalendarDate(day ?? '');
  if (amount === null || currency === undefined || kind === undefined) return [];
  if (stated === null && (kind === 'opening' || kind === 'closing')) return [];
  const date = stated ?? today;
  return [{ kind, amount, currency, date, at: date === today && kind !== 'opening' ? at : null }];
}
