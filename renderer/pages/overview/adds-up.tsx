import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { BalanceSummary } from '../../../src/contract/control/service.ts';
import { useTexts } from '../../words/words.tsx';

/** Until when the rows add up to what the banks say; what does not is among what needs attention. */
export function AddsUp({ balances }: { readonly balances: BalanceSummary }) {
  const text = useTexts().overviewBalances;
  const { provenUntil: day, proven, differing, accounts } = balances;
  const sentence =
    day !== null
      ? proven === accounts
        ? text.addsUp({ day })
        : text.addsUpPartly({ day, proven, accounts })
      : differing === 0
        ? text.notProvable
        : null;
  return (
    <Text size="sm" mt={2}>
      {sentence}{' '}
      <Anchor component={Link} href="/accounts" size="sm">
        {text.toAccounts}
      </Anchor>
    </Text>
  );
}
