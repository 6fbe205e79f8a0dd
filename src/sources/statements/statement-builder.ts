import { addAmounts, type Amount, negateAmount, parseAmount } from '../../core/amount.ts';
import type { Balance } from '../../core/balance.ts';
import type { BankAccount, BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import type { SourceMessage } from '../source.ts';
import { settledBalances } from './stated-balances.ts';
import { fileMessage, placeOf, type StatementErrorCode, type StatementText } from './statement-error.ts';
import { combinePeriods, type Statement, type StatementAccount, type StatementPeriod } from './statement.ts';

export class StatementBuilder {
  readonly transactions: BankTransaction[] = [];
  readonly balances: Balance[] = [];
  readonly warnings: SourceMessage[] = [];
  readonly #text: StatementText;
  readonly #accounts = new Map<string, StatementAccount>();
  readonly #counts = new Map<string, number>();
  readonly #others = new Map<string, () => SourceMessage>();

  constructor(text: StatementText) {
    this.#text = text;
  }

  /** Returns the account as the file first stated it. */
  addAccount(found: BankAccount, period: StatementPeriod | null = null): BankAccount {
    const before = this.#accounts.get(found.id);
    const account = before?.account ?? found;
    this.#accounts.set(found.id, { account, period: combinePeriods(before?.period ?? null, period) });
    return account;
  }

  warn<Code extends StatementErrorCode>(
    severity: SourceMessage['severity'],
    code: Code,
    params: Omit<ProblemParameters[Code], 'file'>,
  ): void {
    this.warnings.push(fileMessage(severity, code, this.#text.name, params));
  }

  /** Lists the first few warnings of a kind and counts the others, because a file may have thousands. */
  warnAt<Code extends StatementErrorCode>(
    severity: SourceMessage['severity'],
    code: Code,
    offset: number | null,
    found: Omit<ProblemParameters[Code], 'file' | 'line'>,
  ): void {
    const { name, text } = this.#text;
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > SHOWN) {
      this.#others.set(code, () => fileMessage(severity, 'statement_more', name, { more: count - SHOWN }));
      return;
    }
    const line = offset === null ? null : String(placeOf(text, offset).line);
    this.warn(severity, code, { ...found, line } as unknown as Omit<ProblemParameters[Code], 'file'>);
  }

  /** Warns about a difference instead of rejecting the file, because each transaction was read without doubt. */
  checkSum({ account, currency, opening, closing, booked, offset }: StatementSum): void {
    const difference = addAmounts(closing.amount, negateAmount(addAmounts(opening.amount, booked)));
    if (difference === ZERO) return;
    const areDated = opening.date !== null && closing.date !== null;
    this.warnAt('warning', 'statement_balance_mismatch', offset, {
      account,
      from: areDated ? opening.date : null,
      to: areDated ? closing.date : null,
      opening: { amount: opening.amount, currency },
      booked: { amount: booked, currency },
      closing: { amount: closing.amount, currency },
      difference: { amount: difference, currency },
    });
  }

  finish(format: string): Statement {
    return {
      format,
      accounts: [...this.#accounts.values()],
      transactions: this.transactions,
      balances: settledBalances(this.balances),
      warnings: [...this.warnings, ...[...this.#others.values()].map((message) => message())],
    };
  }
}

const SHOWN = 5;

/** The balances that a bank states for one statement, and the sum of the transactions in between. */
export interface StatementSum {
  readonly account: string;
  readonly currency: string;
  readonly opening: DatedAmount;
  readonly closing: DatedAmount;
  readonly booked: Amount;
  /** The place of the closing balance in the file; null if the warning should name no line. */
  readonly offset: number | null;
}

interface DatedAmount {
  readonly amount: Amount;
  readonly date: CalendarDate | null;
}

export const ZERO = parseAmount('0') as Amount;
