import type { Balance } from '../../core/balance.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';

/** The day on which the first transaction of a statement was booked. */
export interface FirstBooking {
  readonly date: CalendarDate;
  /** Whether it is the value date, since the bank does not say when it was booked. */
  readonly isValueDate: boolean;
}

/** The days between which the transactions of a statement were booked; pending ones are none of them. */
export class BookedDays {
  first: FirstBooking | null = null;
  last: CalendarDate | null = null;

  see(date: CalendarDate, isValueDate: boolean): void {
    const { first, last } = this;
    // Of two on one day the less certain.
    if (first === null || date < first.date || (date === first.date && isValueDate && !first.isValueDate))
      this.first = { date, isValueDate };
    if (last === null || date > last) this.last = date;
  }
}

/**
 * What the opening balance of a statement says of a day. Some banks give it the day of the statement before, others the
 * first of this one, and the transactions show which: before the first of them, it is what the account held at the
 * end of its day, either way. Null where it cannot be told from what else was booked on its day.
 *
 * @param stated the balance with the bank's day.
 * @param first null for a statement without transactions.
 * @param end the day of the closing balance; null when there is none.
 */
export function openingBalance(
  stated: Omit<Balance, 'kind'>,
  first: FirstBooking | null,
  end: CalendarDate | null,
): Balance | null {
  if (first === null) return end === null || stated.date < end ? { ...stated, kind: 'closing' } : null;
  if (first.date > stated.date) return { ...stated, kind: 'closing' };
  return first.date === stated.date && !first.isValueDate ? { ...stated, kind: 'opening' } : null;
}

/**
 * The balances of a file, each once. Of several statements of one day, what one ends and the next begins with is no
 * balance of a whole day: as a closing one it was `booked` by some moment of the day, and as an opening one it is left
 * out. The day's own two are those that no other statement goes on from or leads to.
 */
export function settledBalances<Stated extends Balance>(stated: readonly Stated[]): readonly Stated[] {
  const days = new Map<string, Day>();
  for (const balance of stated) {
    const { kind, amount } = balance;
    if (kind !== 'opening' && kind !== 'closing') continue;
    const day = days.get(dayKey(balance)) ?? { opening: new Set(), closing: new Set() };
    days.set(dayKey(balance), day);
    day[kind].add(amount);
  }
  // A file may state thousands of balances for one day.
  const outer = new Map([...days].map(([key, day]) => [key, outerOf(day)]));
  const settled = new Map<string, Stated>();
  for (const balance of stated) {
    const found = settle(balance, outer.get(dayKey(balance)));
    if (found === null) continue;
    const key = `${dayKey(found)} ${found.kind} ${found.amount} ${found.at}`;
    if (!settled.has(key)) settled.set(key, found);
  }
  return [...settled.values()];
}

type Day<Found = Set<string>> = Readonly<Record<'opening' | 'closing', Found>>;

/** The balances of a day that no other statement leads to or continues from; null for several, or for none. */
function outerOf({ opening, closing }: Day): Day<string | null> {
  return { opening: onlyOne(opening, closing), closing: onlyOne(closing, opening) };
}

function onlyOne(amounts: ReadonlySet<string>, others: ReadonlySet<string>): string | null {
  const [first, ...more] = [...amounts].filter((amount) => !others.has(amount));
  return more.length === 0 ? (first ?? null) : null;
}

function settle<Stated extends Balance>(balance: Stated, outer: Day<string | null> | undefined): Stated | null {
  const { kind, amount } = balance;
  if (outer === undefined || (kind !== 'opening' && kind !== 'closing') || outer[kind] === amount) return balance;
  return kind === 'opening' ? null : { ...balance, kind: 'booked' };
}

function dayKey({ account, currency, date }: Balance): string {
  return `${account.id} ${currency} ${date}`;
}
