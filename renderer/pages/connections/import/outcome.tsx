import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Run } from '../../../../src/contract/control/runs.ts';
import { countsInWords } from '../../../parts/count-words.ts';
import { ToldText } from '../../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

/** What came of an import. */
export function Outcome({
  runs,
  again,
  close,
}: {
  readonly runs: readonly Run[];
  readonly again: () => void;
  readonly close: () => void;
}) {
  const text = useTexts().connectionsImport;
  const place = useRef<HTMLDivElement>(null);
  const hasFailed = runs.some(({ status }) => status === 'failed' || status === 'cancelled');
  const isWhole = runs.every(({ status }) => status === 'succeeded');
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status">
      <Alert
        color={isWhole ? 'teal' : hasFailed ? 'red' : 'orange'}
        icon={isWhole ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={isWhole ? text.done : hasFailed && runs.length === 1 ? text.failed : text.partly}
      >
        {runs.map((run) => (
          <RunOutcome key={run.id} run={run} />
        ))}
        <Group gap="xs" mt="sm">
          {hasFailed && (
            <Button size="xs" onClick={again}>
              {text.again}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={close}>
            {text.close}
          </Button>
        </Group>
      </Alert>
    </div>
  );
}

function RunOutcome({ run: { id, counts, messages, status } }: { readonly run: Run }) {
  const text = useTexts().connectionsImport;
  const runText = useTexts().run;
  const format = useFormat();
  return (
    <>
      <Text size="sm">
        {status !== 'failed' && status !== 'cancelled' && `${countsInWords(counts, runText, format)}. `}
        <Anchor component={Link} href={`/activity/${id}`} size="sm" c="inherit">
          {text.toRun}
        </Anchor>
      </Text>
      {messages.map((told) => (
        <ToldText key={told.message} told={told} />
      ))}
    </>
  );
}
