import { Anchor, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { ProposalView } from '../../../src/contract/control/proposals.ts';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useNow } from '../../parts/use-now.ts';
import { ToldText } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import { RuleWords } from '../rules/rule-words.tsx';
import lines from '../../parts/lines.module.css';
import classes from './agents.module.css';

/** What agents would like to change: those that wait for an answer, then how the last ones ended. */
export function Proposals({ accountId }: { readonly accountId: string }) {
  const text = useTexts().agents;
  const { data: proposals, error, refetch } = useAnswer('proposal.list', { accountId });
  const open = proposals?.filter(({ state }) => state === 'open') ?? [];
  const decided = proposals?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <Card title={text.proposals}>
      {proposals === undefined ? (
        <LoadingState height={140} failure={error} again={refetch} />
      ) : proposals.length === 0 ? (
        <EmptyState>{text.noProposals}</EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
          {[...open, ...decided].map((proposal) => (
            <Proposal key={proposal.id} accountId={accountId} proposal={proposal} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function Proposal({ accountId, proposal }: { readonly accountId: string; readonly proposal: ProposalView }) {
  const text = useTexts().agents;
  const format = useFormat();
  const now = useNow();
  const apply = useAction('proposal.apply');
  const reject = useAction('proposal.reject');
  const { id, proposedAt, client, reason, state, runs, changes } = proposal;
  const failed = apply.data?.problem ?? null;
  const asked = { accountId, proposalId: id };
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
      {failed !== null && <ToldText told={failed} />}
      {[apply.error, reject.error].map((failure, place) =>
        failure === null ? null : <ErrorState key={place === 0 ? 'apply' : 'reject'} failure={failure} />,
      )}
      {state === 'open' && (
        <Group justify="flex-end" gap="sm" mt="sm">
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate(asked)}>
            {text.decline}
          </Button>
          <Button loading={apply.isPending} onClick={() => apply.mutate(asked)}>
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

/** All of them, as they would be written. */
function Changes({ changes: { rules, rows } }: { readonly changes: ProposalView['changes'] }) {
  const text = useTexts().agents;
  const format = useFormat();
  return (
    // No region: there is one for each proposal, and a screen reader lists regions as the parts of the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
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
              <Table.Th>{text.date}</Table.Th>
              <Table.Th>{text.description}</Table.Th>
              <Table.Th className={classes['amount']}>{text.amount}</Table.Th>
              <Table.Th>{text.category}</Table.Th>
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
