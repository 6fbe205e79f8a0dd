import { toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import type { Arrival } from '../../arrival.ts';
import { normaliseDescription } from '../../identity.ts';
import { COMPANY_DAYS, type Candidate } from './candidates.ts';

export type IsTelling = (arrival: Arrival, candidate: Candidate) => boolean;

/** Whether the amount stands once near these days, in the sheet and at the bank: then it tells the transaction. */
export function createTelling(arrivals: readonly Arrival[], candidates: readonly Candidate[]): IsTelling {
  const arriving = daysByAmount(arrivals.map(({ transaction }) => transaction));
  const typed = daysByAmount(candidates.map(({ row: { amount }, date }) => ({ amount, date })));
  const standsOnce = (days: readonly number[] = [], date: CalendarDate): boolean => {
    const at = toEpochDay(date);
    let near = 0;
    for (const day of days) {
      if (Math.abs(day - at) <= COMPANY_DAYS && (near += 1) > 1) return false;
    }
    return near === 1;
  };
  return ({ transaction: { amount, date } }, candidate) =>
    standsOnce(arriving.get(amount), date) && standsOnce(typed.get(amount), candidate.date);
}

/** Whether hardly anything else costs as much: no whole or half one. */
export function isOdd({ transaction }: Arrival): boolean {
  return !/(?:\.0*|\.50*)$|^-?\d+$/.test(transaction.amount);
}

/** A bank's words and a person's for them: "groceries" for "REWE SAGT DANKE 44123". */
export function ownWords({ transaction }: Arrival, { row }: Candidate): string {
  // Banks begin with the name; what follows are places and references.
  const words = normaliseDescription(transaction.description).split(/[^\p{L}]+/u);
  return `${words.find((word) => word.length > 2) ?? ''} ${normaliseDescription(row.description)}`;
}

function daysByAmount(
  items: readonly { readonly amount: string | null; readonly date: CalendarDate }[],
): ReadonlyMap<string | null, readonly number[]> {
  const groups = Map.groupBy(items, ({ amount }) => amount);
  return new Map([...groups].map(([amount, same]) => [amount, same.map(({ date }) => toEpochDay(date))]));
}
