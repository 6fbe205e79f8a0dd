import { Text } from '@mantine/core';
import type { CurrencySum } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../words/words.tsx';

/** What came in and went out in all that is shown, in each currency. */
export function Sums({ sums }: { readonly sums: readonly CurrencySum[] }) {
  const text = useTexts().transactions;
  const format = useFormat();
  return sums.map(({ currency, income, spending, transfers }) => (
    <Text key={currency} size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {text.sums({
        income: format.money(income, currency),
        spending: format.money(spending.replace('-', ''), currency),
      })}
      {transfers.count > 0 && `, ${text.withoutTransfers({ count: transfers.count })}`}
    </Text>
  ));
}
