import { addDays } from '../../src/core/calendar-date.ts';
import type { LedgerRow, StatedBalance } from '../../src/core/reconcile/reconciliation.ts';
import { day, money } from './sheet-simulator.ts';

/** A posted row. `sent` is the amount that the bank sent, by default the same; null if the bank did not send the row. */
export function ledgerRow(
  transactionId: string,
  on: string,
  amount: string,
  { sent = amount, ...more }: Partial<Omit<LedgerRow, 'sent'>> & { readonly sent?: string | null } = {},
): LedgerRow {
  return {
    transactionId,
    date: day(on),
    amount: money(amount),
    currency: 'EUR',
    sent: sent === null ? null : { date: day(on), amount: money(sent) },
    status: 'posted',
    isDeleted: false,
    ...more,
  };
}

export function stated(
  kind: StatedBalance['kind'],
  on: string,
  amount: string,
  more: Partial<StatedBalance> = {},
): StatedBalance {
  return { kind, date: day(on), amount: money(amount), currency: 'EUR', at: null, ...more };
}

/** The closing balance of each day in a range, both ends inclusive. */
export function closings(from: string, until: string, amount: string): StatedBalance[] {
  const list: StatedBalance[] = [];
  for (let date = day(from); date <= day(until); date = addDays(date, 1)) list.push(stated('closing', date, amount));
  return list;
}
