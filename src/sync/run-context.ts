import type { Run } from '../core/run.ts';
import type { Account } from '../store/accounts.ts';
import type { Workbook } from '../workbooks/workbook.ts';
import type { Stage } from './events.ts';

/** What a run works with. */
export interface RunContext {
  readonly run: Run;
  readonly account: Account;
  readonly workbook: Workbook;
  /** Whether a person started the run, or has joined it by now. */
  readonly isPersonWaiting: () => boolean;
  readonly signal: AbortSignal;
  readonly report: (stage: Stage, step?: string, done?: number, total?: number | null) => void;
}
