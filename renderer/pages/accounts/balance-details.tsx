import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BalanceView, ProofView } from '../../../src/contract/control/balances.ts';
import { Facts } from '../../parts/facts.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './accounts.module.css';
import { isTrend } from './trend-path.ts';

/** What "adds up" means, and all that it is based on. */
export function BalanceDetails({ balance }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes['details']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={text.detailsOf({ name: balance.name })}>{text.details}</summary>
      {isOpen && <Opened balance={balance} />}
    </details>
  );
}

function Opened({ balance }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const { accountId: accountIdName } = useTexts().column;
  const format = useFormat();
  const now = useNow();
  const { bankAccountId, connections, lastSyncedAt, proof, trend } = balance;
  return (
    <Stack gap="sm" mt="xs">
      <Text size="sm">
        {text.meaning} {isTrend(trend) && text.bar}
      </Text>
      <Facts
        facts={[
          [text.spans, <Spans key="spans" proof={proof} />],
          [
            text.lastSynced,
            lastSyncedAt === null
              ? text.never
              : `${format.moment(lastSyncedAt)} (${format.relative(lastSyncedAt, now)})`,
          ],
          [
            text.connections,
            connections.length === 0 ? text.fromFiles : format.list(connections.map(({ name }) => name)),
          ],
          [accountIdName, bankAccountId],
        ]}
      />
    </Stack>
  );
}

function Spans({ proof }: { readonly proof: ProofView }) {
  const text = useTexts().accounts;
  const spans = spansOf(proof);
  if (spans.length === 0) return text.noSpans;
  return (
    <ul className={classes['spans']}>
      {spans.map(({ from, until }) => (
        <li key={from}>{text.span({ from, until })}</li>
      ))}
    </ul>
  );
}

/** Oldest first. */
export function spansOf(proof: ProofView): readonly { readonly from: string; readonly until: string }[] {
  if (proof.state === 'proven') return [{ from: proof.from, until: proof.until }];
  return proof.state === 'differs' ? proof.proven : [];
}
