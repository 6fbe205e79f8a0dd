import { Badge, Text, Title } from '@mantine/core';
import type { TransactionDetails } from '../../../../src/contract/control/transactions.ts';
import { useTexts } from '../../../words/words.tsx';
import { RuleWords } from '../../rules/rule-words.tsx';
import classes from './facts.module.css';

/** The rules that fit, the one that wins first. */
export function MatchingRules({ details: { transaction, rules } }: { readonly details: TransactionDetails }) {
  const text = useTexts().transactions;
  const { amount, currency, category } = transaction;
  const wins = category === '' || category === rules[0]?.category ? text.wins : text.wouldWin;
  return (
    <section>
      <Title order={3} mb={4}>
        {text.rules}
      </Title>
      {rules.length === 0 && <Text size="sm">{amount === '' ? text.rulesNoAmount : text.rulesNone}</Text>}
      <ol className={classes['rules']}>
        {rules.map((rule, place) => (
          // Two rules may be equal to the letter.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <RuleWords rule={rule} currency={currency} />
            <Badge variant="light" color={place === 0 ? 'teal' : 'gray'} tt="none" mt={4}>
              {place === 0 ? wins : text.alsoFits}
            </Badge>
          </li>
        ))}
      </ol>
      {rules.length > 0 && wins === text.wouldWin && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.keeps}
        </Text>
      )}
    </section>
  );
}
