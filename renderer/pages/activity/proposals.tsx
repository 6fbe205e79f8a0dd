import { Anchor, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { ProposalView } from '../../../src/contract/control/proposals.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { RuleWords } from '../rules/rule-words.tsx';
import lines from '../../parts/lines.module.css';
import classes from './proposals.module.css';

/** Changes that agents proposed: the open ones, then the latest answered ones. Hidden if there are none. */
export function Proposals({ accountId }: { readonly accountId: string }) {
  const text = useTexts().proposals;
  const { data: proposals = [] } = useAnswer('proposal.list', { accountId });
  if (proposals.length === 0) return null;
  const isOpen = ({ state }: ProposalView): boolean => state === 'open';
  return (
    <Card title={text.title}>
      <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
        {proposals
          .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
          .map((proposal) => (
            <Proposal key={proposal.id} accountId={accountId} proposal={proposal} />
          ))}
      </Stack>
    </Card>
  );
}

function Proposal({ accountId, proposal }: { readonly accountId: string; readonly proposal: ProposalView }) {
  const text = useTexts().proposals;
  const format = useFormat();
  const now = useNow();
  const apply = useAction('proposal.apply');
  const reject = useAction('proposal.reject');
  const { id, proposedAt, client, reason, state, runs, changes } = proposal;
  const failed = apply.data?.problem ?? null;
  const input = { accountId, proposalId: id };
  return (
    <li className={lines['line']}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600}>{text.by({ client })}</Text>
          <Badge variant={state === 'open' ? 'filled' : 'default'} tt="none">
            {text.state[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          <time dateTime={proposedAt}>{format.relative(proposedAt, now)}</time>
        </Text>
      </Group>
      <Text size="sm" my="xs">
        {text.reason({ reason })}
      </Text>
      <Changes changes={changes} />
      {failed !== null && <MessageText message={failed} />}
      {[apply.error, reject.error].map((failure, place) =>
        failure === null ? null : <ErrorState key={place === 0 ? 'apply' : 'reject'} failure={failure} />,
      )}
      {state === 'open' && (
        <Group justify="flex-end" gap="sm" mt="sm">
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate(input)}>
            {text.decline}
          </Button>
          <Button loading={apply.isPending} onClick={() => apply.mutate(input)}>
            {text.confirm({ count: changes.rules.length + changes.rows.length })}
          </Button>
        </Group>
      )}
      {runs.length > 0 && (
        <Group gap="sm" mt="xs">
          {runs.map((runId) => (
            <Anchor key={runId} component={Link} href={`/activity/${runId}`} size="sm">
              {text.toRun}
            </Anchor>
          ))}
        </Group>
      )}
    </li>
  );
}

function Changes({ changes: { rules, rows } }: { readonly changes: ProposalView['changes'] }) {
  const text = useTexts().proposals;
  const columns = useTexts().column;
  const format = useFormat();
  return (
    // Not a region: screen readers list regions as main parts of the page, and there is one per proposal.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
    <div className={classes['tall']} tabIndex={0} role="group" aria-label={text.changes}>
      {rules.map(({ description, category, minAmount, maxAmount, applyToOld, wouldCategorise }) => (
        <div key={`${description} ${category} ${minAmount} ${maxAmount}`}>
          <Text size="sm">{applyToOld ? text.ruleAndRows({ count: wouldCategorise }) : text.rule}</Text>
          <RuleWords rule={{ description, category, minAmount, maxAmount }} />
        </div>
      ))}
      {rows.length > 0 && (
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.date}</Table.Th>
              <Table.Th>{columns.description}</Table.Th>
              <Table.Th className={classes['amount']}>{columns.amount}</Table.Th>
              <Table.Th>{columns.category}</Table.Th>
              <Table.Th>{text.gets}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, row, day, description, amount, currency, category, chosen }) => (
              <Table.Tr key={`${id} ${row}`}>
                <Table.Td className={classes['date']}>{format.day(day)}</Table.Td>
                <Table.Td>{description}</Table.Td>
                <Table.Td className={classes['amount']}>{format.money(amount, currency)}</Table.Td>
                <Table.Td>{category === '' ? text.none : category}</Table.Td>
                <Table.Td>{chosen === '' ? text.none : chosen}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
