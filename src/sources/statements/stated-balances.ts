import type { Balance } from '../../core/balance.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';

export interface FirstBooking {
  readonly date: CalendarDate;
  readonly isValueDate: boolean;
}

export class BookedDays {
  first: FirstBooking | null = null;
  last: CalendarDate | null = null;

  see(date: CalendarDate, isValueDate: boolean): void {
    const { first, last } = this;
    // On the same day, keep the less certain date.
    if (first === null || date < first.date || (date === first.date && isValueDate && !first.isValueDate))
      this.first = { date, isValueDate };
    if (last === null || date > last) this.last = date;
  }
}

/**
 * Banks date the opening balance on the day before the statement or on its first day. If all transactions are later, it
 * is the closing balance of its day in both cases. Null if transactions of its day make it ambiguous.
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

/** A balance between two statements of one day is not the balance of the whole day. */
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
