import { addAmounts, negateAmount, type Amount } from '../../../../core/amount.ts';

/** One line as the check of the running balance sees it. */
export interface BalancedLine {
  /** Null for a line that only tells a balance, such as the opening one. */
  readonly amount: Amount | null;
  readonly balance: Amount;
  /** Lines of one account and currency share it. */
  readonly group: string;
}

/** How the amounts lead from one balance to the next. */
export type BalanceFit = 'fits' | 'fits-negated' | 'no';

/**
 * Whether each balance is the one before it plus the amount, in lines from the oldest or from the newest on: then
 * it is sure that these are the amounts, and of which sign. 'no' also when there are too few lines to tell.
 */
export function checkBalance(lines: readonly BalancedLine[]): BalanceFit {
  for (const [fit, turned] of [
    ['fits', false],
    ['fits-negated', true],
  ] as const) {
    if (leads(lines, turned) || leads(lines.toReversed(), turned)) return fit;
  }
  return 'no';
}

/** Fewer steps may fit by chance. */
const FEWEST_STEPS = 2;

function leads(lines: readonly BalancedLine[], isNegated: boolean): boolean {
  const last = new Map<string, Amount>();
  let steps = 0;
  for (const { amount, balance, group } of lines) {
    const before = last.get(group);
    last.set(group, balance);
    if (before === undefined || amount === null) continue;
    if (addAmounts(before, isNegated ? negateAmount(amount) : amount) !== balance) return false;
    if (!/^-?0\.0+$/.test(amount)) steps += 1;
  }
  return steps >= FEWEST_STEPS;
}
