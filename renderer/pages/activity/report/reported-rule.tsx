import { Badge, Group, Text } from '@mantine/core';
import type { RunItem } from '../../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { RuleWords } from '../../rules/rule-words.tsx';
import classes from './report.module.css';

/** What became of a line of the Rules sheet. */
export function ReportedRule({ item: { row, from, to } }: { readonly item: Extract<RunItem, { kind: 'rule' }> }) {
  const text = useTexts().activityReport;
  const format = useFormat();
  const what = from === null ? text.rule.added : to === null ? text.rule.deleted : text.rule.changed;
  return (
    <li className={classes['row']}>
      <div className={classes['rule']}>
        <Group gap={6}>
          <Badge variant="default" tt="none" size="sm">
            {what}
          </Badge>
          {row !== null && (
            <Text size="xs" c="dimmed">
              {text.rule.row({ row: format.number(row) })}
            </Text>
          )}
        </Group>
        {from !== null && to !== null && (
          <Group gap={6} className={classes['before'] ?? ''}>
            <Text size="sm" c="dimmed">
              {text.before}
            </Text>
            <RuleWords rule={from} />
          </Group>
        )}
        <Group gap={6}>
          {from !== null && to !== null && (
            <Text size="sm" c="dimmed">
              {text.after}
            </Text>
          )}
          {(to ?? from) !== null && <RuleWords rule={to ?? from ?? NO_RULE} />}
        </Group>
      </div>
    </li>
  );
}

const NO_RULE = { description: '', category: '', minAmount: null, maxAmount: null };
