import { Code, Text } from '@mantine/core';
import type { MatchingRule } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';

export function RuleWords({ rule, currency = '' }: { readonly rule: MatchingRule; readonly currency?: string }) {
  const { description, category, minAmount, maxAmount, account, renameTo } = rule;
  const { transactions: text, format } = useTexts();
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
    <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
      {text.ruleIf} <Code style={{ whiteSpace: 'pre-wrap' }}>{description}</Code>
      {bounds !== null && ` ${text.ruleAnd({ bounds })}`}
      {account !== undefined && `, ${text.onlyAccount({ account })}`} → <strong>{category}</strong>
      {renameTo !== undefined && `, ${text.renamed({ renameTo })}`}
    </Text>
  );
}
