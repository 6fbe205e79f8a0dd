import { Code, Text } from '@mantine/core';
import type { MatchingRule } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';

interface RuleProps {
  readonly rule: MatchingRule;
  readonly currency?: string;
}

export function RuleWords(props: RuleProps) {
  return (
    <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <RuleCondition {...props} /> <RuleEffect {...props} />
    </Text>
  );
}

export function RuleCondition({ rule, currency = '' }: RuleProps) {
  const { description, minAmount, maxAmount, account } = rule;
  const { rules, transactions: text, format } = useTexts();
  const isPattern = /^\/.+\/$|\*/s.test(description.trim());
  const min = minAmount && format.money(minAmount, currency);
  const max = maxAmount && format.money(maxAmount, currency);
  return (
    <>
      {isPattern ? rules.matches : rules.description}{' '}
      <Code lh={1.2} display="inline-block" style={{ overflow: 'visible', whiteSpace: 'pre-wrap' }}>
        {description}
      </Code>
      {(min ?? max) !== null && ` ${text.ruleAnd({ min, max })}`}
      {account !== undefined && `, ${text.onlyAccount({ account })}`}
    </>
  );
}

export function RuleEffect({ rule: { category, renameTo } }: RuleProps) {
  const text = useTexts().transactions;
  return (
    <>
      {'→\u00a0'}
      <strong>{category}</strong>
      {renameTo !== undefined && `, ${text.renamed({ renameTo })}`}
    </>
  );
}
