import type { Amount } from '../../../core/amount.ts';
import type { BankAccount } from '../../../core/bank-transaction.ts';
import type { SourceMessage } from '../../source.ts';
import { expectedChange, unexplained, type CamtBalance } from './camt-balances.ts';
import { isWhole, type CamtPage } from './camt-pages.ts';
import { CamtSum } from './camt-sum.ts';
import { balanceMismatch, missingPages } from './camt-warnings.ts';

/** What one statement, or all pages of one, says and holds in money, to see whether both agree. */
export class CamtTally {
  readonly account: BankAccount;
  readonly #balances: CamtBalance[] = [];
  readonly #pages: CamtPage[] = [];
  readonly #booked = new CamtSum();
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

  warning(file: string): SourceMessage | null {
    if (this.#pages.length > 0 && !isWhole(this.#pages)) return missingPages(file, this.account, this.#pages);
    const expected = this.#isClear ? expectedChange(this.#balances) : null;
    if (expected === null) return null;
    const booked = this.#booked.total;
    const missing = unexplained(expected.opening, booked, expected.closing);
    return missing === null ? null : balanceMismatch(file, this.account, { ...expected, booked, missing });
  }
}

/** What the booked entries of one currency come to. */
export interface BookedSum {
  readonly currency: string;
  readonly sum: Amount;
}
