import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { SourceKind } from '../../src/sources/source-kind.ts';
import type { FakeService } from '../fakes/banks/bank-world.ts';
import type { Payment } from './payments.ts';

/** A bank of the soak test: the payments of its one account, and how its service presents them. */
export interface SoakBank {
  readonly name: string;
  readonly kind: SourceKind;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The values that a user enters, which are encrypted unless a consent is requested. */
  readonly secret: Readonly<Record<string, string>> | string;
  /** The servers by host; none for a bank without HTTP. */
  readonly services: Readonly<Record<string, FakeService>>;
  readonly payments: readonly Payment[];
  /** True if its booked balances prove the rows. */
  readonly isProven: boolean;
  /** The final booking day of a booked payment. */
  dayOf(payment: Payment): CalendarDate;
  /** Publishes to its service the state at the end of a day. */
  render(today: number): void;
  /** Opens the page of a consent and agrees. */
  readonly agree?: (url: string) => string;
  /** The faults and oddities that begin on a day. */
  turn?(chance: () => number, today: number): void;
  /** Ends a longer fault. */
  settle?(): void;
}
