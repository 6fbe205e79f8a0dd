import type { CalendarDate } from '../../core/calendar-date.ts';

export type DemoAccount = 'everyday' | 'travel';

/** One line that the demo bank shows on some days: forever once posted, for a while when pending. */
export interface LedgerEntry {
  /** Unique in its account. */
  readonly id: string;
  readonly account: DemoAccount;
  readonly date: CalendarDate;
  /** Positive is money in. */
  readonly cents: number;
  /** As the bank has it, before it is cleaned. */
  readonly text: string;
  readonly status: 'pending' | 'posted';
  /** The first day on which the bank shows it. */
  readonly shownFrom: CalendarDate;
  /** The first day on which it no longer does; null forever. */
  readonly goneFrom: CalendarDate | null;
}
