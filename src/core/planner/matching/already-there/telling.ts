import { daysBetween, type CalendarDate } from '../../../calendar-date.ts';
import type { Arrival } from '../../arrival.ts';
import { COMPANY_DAYS, type Candidate } from './candidates.ts';

export type IsTelling = (arrival: Arrival, candidate: Candidate) => boolean;

/** Whether the amount stands once near these days, in the sheet and at the bank: then it tells the transaction. */
export function createTelling(arrivals: readonly Arrival[], candidates: readonly Candidate[]): IsTelling {
  const arriving = daysOfAmounts(arrivals.map(({ transaction: { amount, date } }) => ({ amount, date })));
  const typed = daysOfAmounts(candidates.map(({ row: { amount }, date }) => ({ amount, date })));
  const standsOnce = (days: readonly CalendarDate[] = [], day: CalendarDate): boolean =>
    days.filter((other) => Math.abs(daysBetween(other, day)) <= COMPANY_DAYS).length === 1;
  return ({ transaction: { amount, date } }, candidate) =>
    standsOnce(arriving.get(amount), date) && standsOnce(typed.get(amount), candidate.date);
}

/** Whether hardly anything else costs as much: no whole or half one. */
export function isOdd({ transaction }: Arrival): boolean {
  return !/(?:\.0*|\.50*)$|^-?\d+$/.test(transaction.amount);
}

function daysOfAmounts(
  items: readonly { readonly amount: string | null; readonly date: CalendarDate }[],
): ReadonlyMap<string | null, readonly CalendarDate[]> {
  return new Map(
    [...Map.groupBy(items, ({ amount }) => amount)].map(([amount, same]) => [amount, same.map(({ date }) => date)]),
  );
}
