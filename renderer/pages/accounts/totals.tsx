import { Text } from '@mantine/core';
import type { BalanceTotal } from '../../../src/contract/control/balances.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './accounts.module.css';

/** What all hold together, by currency; one bank account alone is its own total. */
export function Totals({ totals }: { readonly totals: readonly BalanceTotal[] }) {
  const text = useTexts().accounts;
  const format = useFormat();
  if (totals.reduce((sum, { accounts }) => sum + accounts, 0) < 2) return null;
  return (
    <dl className={classes['totals']}>
      {totals.map(({ currency, amount, accounts }) => (
        <div key={currency}>
          <dt>{totals.length === 1 ? text.total : text.totalIn({ currency })}</dt>
          <dd>
            <Text span fz="var(--text-2xl)" lh={1.3} fw={600} data-figures>
              {format.money(amount, currency)}
            </Text>
            <Text size="sm" c="dimmed">
              {text.totalOf({ count: accounts })}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}
