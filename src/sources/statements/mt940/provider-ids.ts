import type { BankTransaction } from '../../../core/bank-transaction.ts';

/**
 * Finds the bank's references that name several entries of one statement, with the same value date and amount:
 * they tell none of them apart. Entries of different statements never meet here, so that an entry has the same
 * id in every file that holds its statement.
 */
export class ProviderIds {
  /** Where each id of a unit was seen first; -1 once it is known to be repeated. */
  readonly #firstSeen = new Map<string, Map<string, number>>();
  readonly #repeated = new Set<number>();

  /** @param unit what stands for one statement. @param start the place of the first of `transactions` in the file. */
  see(unit: string, transactions: readonly BankTransaction[], start: number): void {
    const firstSeen = this.#firstSeen.get(unit) ?? new Map<string, number>();
    this.#firstSeen.set(unit, firstSeen);
    for (const [index, { providerId }] of transactions.entries()) {
      if (providerId === null) continue;
      const first = firstSeen.get(providerId);
      if (first === undefined) firstSeen.set(providerId, start + index);
      else this.#repeated.add(first).add(start + index);
    }
  }

  withoutRepeated(transactions: readonly BankTransaction[]): readonly BankTransaction[] {
    if (this.#repeated.size === 0) return transactions;
    return transactions.map((transaction, index) =>
      this.#repeated.has(index) ? { ...transaction, providerId: null } : transaction,
    );
  }
}
