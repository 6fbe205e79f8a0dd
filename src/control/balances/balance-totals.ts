import type { BalanceTotal, BalanceView } from '../../contract/control/balances.ts';
import { addAmounts, type Amount } from '../../core/amount.ts';

/** By currency. */
export function balanceTotals(balances: readonly Pick<BalanceView, 'currency' | 'latest'>[]): BalanceTotal[] {
  const byCurrency = Map.groupBy(
    balances.filter(({ latest }) => latest !== null),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      amount: some.reduce((sum, { latest }) => addAmounts(sum, (latest?.amount ?? '0.00') as Amount), ZERO),
      accounts: some.length,
    }))
    .sort((a, b) => a.currency.localeCompare(b.currency));
}

const ZERO = '0.00' as Amount;
