import type { Amount } from '../../../core/amount.ts';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import type { SumCheck } from '../adds-up.ts';
import { ExactSum } from '../exact-sum.ts';
import { outerBalances, type CamtBalance } from './camt-balances.ts';
import { isWhole, type CamtPage } from './camt-pages.ts';
import { missingPages } from './camt-warnings.ts';

/** What one statement, or all pages of one, says and holds in money, to see whether both agree. */
export class CamtTally {
  readonly account: BankAccount;
  readonly #balances: CamtBalance[] = [];
  readonly #pages: CamtPage[] = [];
  readonly #booked = new ExactSum();
  /** False once an entry counts in other money, which no balance can show. */
  #isClear = true;

  constructor(account: BankAccount) {
    this.account = account;
  }

  add(balances: readonly CamtBalance[], booked: readonly BookedSum[], page: CamtPage | null): void {
    for (const balance of balances) this.#balances.push(balance);
    for (const { currency, sum } of booked) {
      if (currency === (this.#balances[0]?.currency ?? this.account.currency)) this.#booked.add(sum);
      else this.#isClear = false;
    }
    if (page !== null) this.#pages.push(page);
  }

  /** The pages that are missing; null when all are there, and then their sum is checked. */
  warning(file: string, sums: SumCheck): SourceMessage | null {
    if (this.#pages.length > 0 && !isWhole(this.#pages)) return missingPages(file, this.account, this.#pages);
    const outer = this.#isClear ? outerBalances(this.#balances) : null;
    if (outer === null) return null;
    const { opening, closing } = outer;
    sums.see({
      account: this.account.name,
      currency: closing.currency ?? this.account.currency,
      opening: opening.amount,
      closing: closing.amount,
      booked: this.#booked.total(),
      days: opening.date === null || closing.date === null ? null : { from: opening.date, to: closing.date },
      line: null,
    });
    return null;
  }
}

/** What the booked entries of one currency come to. */
export interface BookedSum {
  readonly currency: string;
  readonly sum: Amount;
}
