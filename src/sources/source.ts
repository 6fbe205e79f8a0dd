import type { Problem, Report } from '../messages/parameters.ts';
import type { Balance } from '../core/balance.ts';
import type { BankTransaction } from '../core/bank-transaction.ts';
import type { LearnedCsvMapping } from '../core/csv-mapping.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { PennyrowError } from '../platform/errors.ts';

/** The port that every kind of source implements; `test/contracts/source-contract.ts` says what must hold. */
export interface Source {
  /**
   * Everything the source has within the request, for all its accounts. Throws PennyrowError when
   * nothing at all could be had; a part that failed is a message beside the rest.
   */
  fetch(request: FetchRequest): Promise<Fetched>;
  /** Asks once and says what it sees: of every source that needs an access. */
  test?(asked: Pick<FetchRequest, 'timeZone' | 'signal'>): Promise<AccessTest>;
  close(): Promise<void>;
}

/** What a look at an access shows. */
export interface AccessTest {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly SourceMessage[];
}

export interface FetchRequest {
  /** First day wanted, inclusive. A source may return more, never less without saying so. */
  readonly since: CalendarDate;
  /** Today in the account's time zone; the last day wanted, inclusive. */
  readonly today: CalendarDate;
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number | null) => void;
}

export interface Fetched {
  readonly transactions: readonly BankTransaction[];
  /**
   * Accounts whose feed is whole from `since` on, pending ones included: only there may a missing
   * pending transaction be taken as gone. A statement file lists none.
   */
  readonly completeAccountIds: readonly string[];
  readonly messages: readonly SourceMessage[];
  /** What the bank said that the accounts hold. */
  readonly balances: readonly FetchedBalance[];
  /** Statement files that this came from; remembered once the run is written, so that each is read once. */
  readonly files?: readonly StatementFile[];
  /**
   * New pending transactions are not wanted: those that have rows come until they are booked or gone, and any others that
   * come with them are left out.
   */
  readonly skipsNewPending?: boolean;
  /** Set when a part is missing that may come yet: the next fetch begins where this one began. */
  readonly unfinished?: Unfinished;
}

export interface FetchedBalance extends Balance {
  /** The hash of the file that stated it; left out by a feed. */
  readonly file?: string;
}

export interface Unfinished {
  /** Epoch milliseconds before which the source cannot be asked for the rest; null when it can at any time. */
  readonly notBeforeMs: number | null;
}

/** Thrown by a source that cannot be asked before a certain moment. */
export class RetryLater extends PennyrowError {
  /** Epoch milliseconds. */
  readonly notBeforeMs: number;
  /** False when nothing was sent to it, so that nobody knows how it is. */
  readonly wasAsked: boolean;

  constructor(problem: Problem, when: { readonly notBeforeMs: number; readonly wasAsked: boolean }) {
    super(problem);
    this.notBeforeMs = when.notBeforeMs;
    this.wasAsked = when.wasAsked;
  }
}

export interface StatementFile {
  readonly path: string;
  /** Hash of the file's bytes. */
  readonly contentHash: string;
  /** How many of the transactions each statement in it brought, in the order of `transactions`; a zip holds several. */
  readonly pieces: readonly number[];
  /** How CSV files of its make are read, when the file itself told: to be remembered with it. */
  readonly learned?: readonly LearnedCsvMapping[];
}

/** Something the source said that a person must see. Text from outside: plain, shortened, never trusted. */
export interface SourceMessage extends Report {
  readonly severity: 'info' | 'warning' | 'problem';
}
