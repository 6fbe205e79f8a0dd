import type { Amount } from '../../core/amount.ts';
import type { BalanceKind } from '../../core/balance.ts';
import { type CalendarDate, type Instant, parseCalendarDate } from '../../core/calendar-date.ts';
import type { SourceContext } from '../source-kind.ts';
import type { ServiceBalance, ServiceTransaction } from './bank-protocol.ts';

interface StatedBalance {
  /** Undefined for a balance that mixes booked and expected transactions. */
  readonly kind: BalanceKind | undefined;
  readonly amount: Amount | null;
  readonly currency: string | undefined;
  /** The day stated by the bank. */
  readonly day: string | null;
}

/**
 * A balance by the rules of PSD2. A closing balance of today is a current one, because more may be booked today.
 * Opening and closing balances are useless without their day.
 */
export function statedBalance(
  { kind, amount, currency, day }: StatedBalance,
  { today, at }: { readonly today: CalendarDate; readonly at: Instant },
): ServiceBalance[] {
  const stated = parseCalendarDate(day ?? '');
  if (amount === null || currency === undefined || kind === undefined) return [];
  if (stated === null && (kind === 'opening' || kind === 'closing')) return [];
  const date = stated ?? today;
  return [{ kind, amount, currency, date, at: date === today && kind !== 'opening' ? at : null }];
}

/** False for pending transactions that get a day only when they are booked; they are sent again then. */
export function hasDay(transaction: ServiceTransaction): boolean {
  return !('problem' in transaction && transaction.problem === 'other');
}

/**
 * Reads the setting `statuses`. Pending transactions that have rows are still requested after the setting was turned
 * off, because otherwise they would look like dropped ones.
 */
export function pendingSelection({ settings, hasPendingRows }: Pick<SourceContext, 'settings' | 'hasPendingRows'>): {
  readonly isRequested: boolean;
  readonly skipsNew: boolean;
} {
  const isWanted = settings['statuses'] === 'pending';
  return { isRequested: isWanted || hasPendingRows, skipsNew: !isWanted };
}
