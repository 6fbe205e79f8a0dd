import { absoluteAmount, addAmounts, compareAmounts, negateAmount, type Amount } from './amount.ts';

/** The planned spending of a category, without a sign. */
export interface Budget {
  readonly category: string;
  readonly amount: Amount;
  /** YYYY-MM; null for the budget of all months without a separate budget. */
  readonly month: string | null;
}

export interface BudgetUse {
  readonly amount: Amount;
  /** The spending in the categories with a budget. */
  readonly spent: Amount;
  /** The categories that exceed their budget, and by how much; the largest excess first. */
  readonly over: readonly { readonly category: string; readonly amount: Amount }[];
}

const ZERO = '0.00' as Amount;

/** Compares the spending of a month with its budgets; null without budgets. `spentIn` is negative; null for income categories. */
export function budgetUse(
  budgets: readonly Budget[],
  month: string,
  spentIn: (category: string) => Amount | null,
): BudgetUse | null {
  const amounts = new Map<string, Amount>();
  for (const period of [null, month])
    for (const budget of budgets) if (budget.month === period) amounts.set(budget.category, budget.amount);
  let [amount, spent] = [ZERO, ZERO];
  const over = [];
  for (const [category, planned] of amounts) {
    const sum = spentIn(category);
    if (sum === null || isZero(planned)) continue;
    amount = addAmounts(amount, planned);
    spent = addAmounts(spent, absoluteAmount(sum));
    const excess = addAmounts(absoluteAmount(sum), negateAmount(planned));
    if (compareAmounts(excess, ZERO) > 0) over.push({ category, amount: excess });
  }
  if (isZero(amount)) return null;
  return { amount, spent, over: over.toSorted((a, b) => compareAmounts(b.amount, a.amount)) };
}

const isZero = (amount: Amount): boolean => compareAmounts(amount, ZERO) === 0;
