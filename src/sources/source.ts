import type { Problem, Report } from '../messages/parameters.ts';
import type { Balance } from '../core/balance.ts';
import type { BankTransaction } from '../core/bank-transaction.ts';
import type { LearnedCsvMapping } from '../core/csv-mapping.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { PennyrowError } from '../platform/errors.ts';

/** The port that every kind of source implements; `test/contracts/source-contract.ts` tests it. */
export interface Source {
  /**
   * Fetches everything in the requested period, for all accounts. A partial failure is a message; throws PennyrowError
   * if nothing could be fetched.
   */
  fetch(request: FetchRequest): Promise<Fetched>;
  /** Lists the accounts without fetching transactions. Every source that needs an access has it. */
  test?(request: Pick<FetchRequest, 'timeZone' | 'signal'>): Promise<AccessTest>;
  close(): Promise<void>;
}

/** The result of testing an access. */
export interface AccessTest {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly SourceMessage[];
}

export interface FetchRequest {
  /** First day, inclusive. A source may return more; if it returns less, it must say so. */
  readonly since: CalendarDate;
  /** Today in the account's time zone; the last day, inclusive. */
  readonly today: CalendarDate;
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number | null) => void;
}

export interface Fetched {
  readonly transactions: readonly BankTransaction[];
  /**
   * Accounts whose transactions since `since` are complete, pending ones included. Only there does a missing pending
   * transaction count as dropped by the bank. Statement files list none.
   */
  readonly completeAccountIds: readonly string[];
  readonly messages: readonly SourceMessage[];
  /** Balances stated by the bank. */
  readonly balances: readonly FetchedBalance[];
  /** The statement files read, so that each is imported once. */
  readonly files?: readonly StatementFile[];
  /**
   * Skip new pending transactions. Those that have rows are still updated until they are posted or dropped.
   */
  readonly skipsNewPending?: boolean;
  /** Set if a part is missing that may come later: the next fetch starts at the same day. */
  readonly unfinished?: Unfinished;
}

export interface FetchedBalance extends Balance {
  /** The hash of the file that stated it; left out by a feed. */
  readonly file?: string;
}

export interface Unfinished {
  /** Epoch milliseconds before which the source cannot be asked again; null if at any time. */
  readonly notBeforeMs: number | null;
}

/** Thrown if the source cannot be asked before a certain time. */
export class RetryLater extends PennyrowError {
  /** Epoch milliseconds. */
  readonly notBeforeMs: number;
  /** False if no request was sent, so the state of the service is unknown. */
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
  /**
   * The number of transactions of each statement in the file, in the order of `transactions`; a zip contains several.
   */
  readonly pieces: readonly number[];
  /** The column mappings learned from the file, saved for files of the same layout. */
  readonly learned?: readonly LearnedCsvMapping[];
}

/** A message from the source to the user. External text: one line, shortened, untrusted. */
export interface SourceMessage extends Report {
  readonly severity: 'info' | 'warning' | 'problem';
}
