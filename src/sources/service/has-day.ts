import type { ServiceTransaction } from './bank-protocol.ts';

/** For pending transactions: some banks give them a day only when they book them, and send them again then. */
export function hasDay(transaction: ServiceTransaction): boolean {
  return !('problem' in transaction && transaction.problem === 'other');
}
