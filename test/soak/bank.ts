import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { SourceKind } from '../../src/sources/source-kind.ts';
import type { FakeService } from '../fakes/banks/bank-world.ts';
import type { Payment } from './payments.ts';

/** A bank of the soak test: the payments of its one account, and how its service presents them. */
export interface SoakBank {
  readonly name: string;
  readonly kind: SourceKind;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The secret values that a user enters: stored as they are or, if `agree` exists, used to request a consent. */
  readonly secret: Readonly<Record<string, string>> | string;
  /** The fake servers by host; none for a bank without HTTP. */
  readonly services: Readonly<Record<string, FakeService>>;
  readonly payments: readonly Payment[];
  /** True if the bank sends booked balances, which Pennyrow can compare with the rows. */
  readonly isProven: boolean;
  /** The date that the row of a booked payment must have. */
  dayOf(payment: Payment): CalendarDate;
  /** Makes the fake service return the state at the end of a day. */
  render(today: number): void;
  /** Opens the consent page at a URL and agrees; undefined for a bank without consents. */
  readonly agree?: (url: string) => string;
  /** Begins random faults and oddities on a day. */
  turn?(chance: () => number, today: number): void;
  /** Ends a fault that lasts for several weeks. */
  settle?(): void;
}
