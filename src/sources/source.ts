import type { Problem, Report } from '../messages/parameters.ts';
import type { Balance } from '../core/balance.ts';
import type { BankTransaction } from '../core/bank-transaction.ts';
import type { LearnedCsvMapping } from '../core/csv-mapping.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { PennyrowError } from '../platform/errors.ts';
import { report } from '../messages/problem.ts';

/** The port that every kind of source implements; `test/contracts/source-contract.ts` tests it. */
export interface Source {
  /** Returns everything in the requested period. A partial failure is a message; throws if nothing could be fetched. */
  fetch(request: FetchRequest): Promise<Fetched>;
  test?(request: Pick<FetchRequest, 'timeZone' | 'signal'>): Promise<AccessTest>;
  close(): Promise<void>;
}

export interface AccessTest {
  readonly host: string;
  readonly accounts: readonly { readonly name: string; readonly bank: string | null; readonly currency: string }[];
  readonly messages: readonly SourceMessage[];
}

export interface FetchRequest {
  readonly since: CalendarDate;
  readonly today: CalendarDate;
  readonly timeZone: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number | null) => void;
}

export interface Fetched {
  readonly transactions: readonly BankTransaction[];
  /** Accounts in which a missing pending transaction counts as dropped by the bank. */
  readonly completeAccountIds: readonly string[];
  readonly messages: readonly SourceMessage[];
  readonly balances: readonly FetchedBalance[];
  readonly files?: readonly StatementFile[];
  /** True to skip new pending transactions. Pending transactions with rows are still updated. */
  readonly skipsNewPending?: boolean;
  readonly unfinished?: Unfinished;
}

export interface FetchedBalance extends Balance {
  readonly file?: string;
}

export interface Unfinished {
  readonly notBeforeMs: number | null;
}

export class RetryLater extends PennyrowError {
  readonly notBeforeMs: number;
  /** False if no request was sent, so the state of the service is unknown. */
  readonly wasRequested: boolean;

  constructor(problem: Problem, when: { readonly notBeforeMs: number; readonly wasRequested: boolean }) {
    super(problem);
    this.notBeforeMs = when.notBeforeMs;
    this.wasRequested = when.wasRequested;
  }
}

export interface StatementFile {
  readonly path: string;
  readonly contentHash: string;
  /** The number of transactions of each statement in the file; a zip contains several. */
  readonly pieces: readonly number[];
  /** The column mappings learned from the file, saved for files of the same layout. */
  readonly learned?: readonly LearnedCsvMapping[];
}

/** A message from the source to the user. External text in it is untrusted, and shortened to one line. */
export interface SourceMessage extends Report {
  readonly severity: 'info' | 'warning' | 'problem';
}

export function sourceMessage(severity: SourceMessage['severity'], notice: Problem): SourceMessage {
  return { severity, ...report(notice) };
}
