import { Anchor, Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Run } from '../../../src/contract/control/runs.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { RunMessages } from '../../parts/run-messages.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { useTexts } from '../../words/words.tsx';
import { WorkbookPlaceLine } from './workbook-place.tsx';

interface Told {
  /** Null before there was one. */
  readonly run: Run | null;
  readonly workbook: WorkbookView | null;
  readonly isInDemo: boolean;
}

export function FirstRun({ run, workbook, isInDemo }: Told) {
  const { sync: text } = useTexts().welcome;
  if (run === null) return <Text>{text.none}</Text>;
  if (run.finishedAt === null) {
    return (
      <Stack gap="sm" mih={160}>
        <Text c="dimmed">{text.running}</Text>
        <RunProgress accountId={run.accountId} runId={run.id} />
      </Stack>
    );
  }
  return <Result run={run} workbook={workbook} isInDemo={isInDemo} />;
}

function Result({
  run: { id, accountId, status, counts, messages },
  workbook,
  isInDemo,
}: Told & { readonly run: Run }) {
  const { sync: text } = useTexts().welcome;
  const isGood = status === 'succeeded' || status === 'partial';
  const sentence =
    status === 'cancelled'
      ? text.cancelled
      : !isGood
        ? text.failed
        : counts.added === 0
          ? text.nothing
          : `${text.done({ count: text.transactions({ count: counts.added }) })}.`;
  return (
    <Stack gap="lg" mih={160} role="status">
      <Group gap="md" wrap="nowrap">
        <ThemeIcon size="xl" radius="xl" variant="light" color={isGood ? 'teal' : 'orange'} aria-hidden>
          {isGood ? <IconCheck size={24} /> : <IconAlertTriangle size={24} />}
        </ThemeIcon>
        <div>
          <Text size="lg" fw={600}>
            {sentence}
          </Text>
          {isGood && counts.added === 0 && (
            <Text size="sm" c="dimmed">
              {text.nothingAbout}
            </Text>
          )}
          {isGood && counts.added > 0 && (
            <Anchor component={Link} href={`/activity/${id}`} size="sm">
              {text.report}
            </Anchor>
          )}
        </div>
      </Group>
      {!isGood || status === 'partial' ? (
        <div>
          {status === 'partial' && <Text mb="xs">{text.partly}</Text>}
          <RunMessages messages={messages} />
        </div>
      ) : null}
      {isGood && workbook !== null && (
        <Paper withBorder p="lg">
          <Stack gap="sm" align="flex-start">
            {'path' in workbook.place && <Text size="sm">{text.file}</Text>}
            <WorkbookPlaceLine workbook={workbook} />
            <OpenWorkbook accountId={accountId} workbook={workbook} />
            {isInDemo && (
              <Text size="sm" c="dimmed">
                {text.demoNext}
              </Text>
            )}
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}
