import { Code, Group, Text } from '@mantine/core';
import type { MatchingRule } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import classes from './rules.module.css';

export function RuleWords({
  rule: { description, category, minAmount, maxAmount, account, renameTo },
  currency = '',
}: {
  readonly rule: MatchingRule;
  readonly currency?: string;
}) {
  const text = useTexts().transactions;
  const format = useFormat();
  const [min, max] = [minAmount, maxAmount].map((bound) => (bound === null ? null : format.money(bound, currency))) as [
    string | null,
    string | null,
  ];
  const bounds =
    min !== null && max !== null
      ? text.between({ min, max })
      : min !== null
        ? text.atLeast({ min })
        : max !== null
          ? text.atMost({ max })
          : null;
  return (
    <Group gap={6}>
      <Code className={classes['pattern'] ?? ''}>{description}</Code>
      <Text size="sm" span aria-hidden>
        →
      </Text>
      <Text size="sm" span>
        {category}
      </Text>
      {bounds !== null && (
        <Text size="sm" c="dimmed" span>
          {bounds}
        </Text>
      )}
      {[
        account === undefined ? null : text.onlyAccount({ account }),
        renameTo === undefined ? null : text.renamed({ renameTo }),
      ]
        .filter((limit) => limit !== null)
        .map((limit) => (
          <Text key={limit} size="sm" c="dimmed" span>
            {limit}
          </Text>
        ))}
    </Group>
  );
}
