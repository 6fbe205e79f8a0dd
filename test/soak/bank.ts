import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { SourceKind } from '../../src/sources/source-kind.ts';
import type { FakeService } from '../fakes/banks/bank-world.ts';
import type { Payment } from './payments.ts';

/** A bank of the soak: what happened in its one account, and how its service tells of it. */
export interface SoakBank {
  readonly name: string;
  readonly kind: SourceKind;
  readonly settings: Readonly<Record<string, unknown>>;
  /** What a person fills in; what is sealed is that, unless a consent is asked for. */
  readonly secret: Readonly<Record<string, string>> | string;
  /** By host; none for one that is asked otherwise. */
  readonly services: Readonly<Record<string, FakeService>>;
  readonly payments: readonly Payment[];
  /** Its booked balances prove the rows. */
  readonly isProven: boolean;
  /** The day on which a booked payment is in the end. */
  dayOf(payment: Payment): CalendarDate;
  /** Tells its service what is known by the end of a day. */
  render(today: number): void;
  /** Visits the page that a person was sent to and agrees. */
  readonly agree?: (url: string) => string;
  /** What goes wrong with it, or is odd, from a day on. */
  turn?(chance: () => number, today: number): void;
  /** Ends what went wrong for longer. */
  settle?(): void;
}
