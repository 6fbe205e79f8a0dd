import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ConnectionRunView } from '../../../src/contract/control/connections.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useAnswer } from '../../control/use-control.ts';
import { LoadingState } from '../../parts/loading-state.tsx';
import { ToldText } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './connections.module.css';

/** The runs in which the connection brought or said something; asked for once a person wants to see them. */
export function History({ connectionId }: { readonly connectionId: string }) {
  const text = useTexts().connections;
  const [isOpen, setOpen] = useState(false);
  const { data: history, error, refetch } = useAnswer('connection.history', isOpen ? { connectionId } : null);
  return (
    <details className={classes['more']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.history}</summary>
      {isOpen && history === undefined && <LoadingState height={60} failure={error} again={refetch} />}
      {history !== undefined && (
        <Stack gap="xs" mt="xs">
          <Text size="sm">
            {history.rows === 0 && history.runs.length === 0 ? text.noHistory : text.rows({ count: history.rows })}
          </Text>
          <Stack component="ul" gap="xs" className={classes['list'] ?? ''}>
            {history.runs.map((run) => (
              <RunLine key={run.runId} run={run} />
            ))}
          </Stack>
        </Stack>
      )}
    </details>
  );
}

function RunLine({
  run: { runId, kind, trigger, status, finishedAt, isUndone, added, updated, messages },
}: {
  readonly run: ConnectionRunView;
}) {
  const text = useTexts().connections;
  const runText = useTexts().run;
  const format = useFormat();
  const brought = [
    ...(added === 0 ? [] : [`${format.number(added)} ${runText.counts.added}`]),
    ...(updated === 0 ? [] : [`${format.number(updated)} ${runText.counts.updated}`]),
    ...(isUndone ? [text.undone] : []),
  ];
  return (
    <li>
      <Text size="sm">
        {finishedAt !== null && `${format.moment(finishedAt)}: `}
        {runText.title[trigger]({ kind })}: {runText.status[shownStatus({ status, messages })]}.{' '}
        {brought.length > 0 && `${format.list(brought)}. `}
        <Anchor component={Link} href={`/activity/${runId}`} size="sm">
          {text.seeRun}
        </Anchor>
      </Text>
      {messages.map((told) => (
        <ToldText key={told.message} told={told} isQuiet />
      ))}
    </li>
  );
}
