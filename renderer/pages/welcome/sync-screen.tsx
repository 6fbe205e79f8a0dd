import { Button, Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Run } from '../../../src/contract/control/runs.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { RunMessages, RunProgress } from '../../parts/follow-run.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { Muted, PageLink } from '../../parts/links.tsx';
import { Frame, type WizardNav, WorkbookPlaceLine } from './frame.tsx';

export function SyncScreen(nav: WizardNav) {
  const { sync: text, next, skip } = useTexts().welcome;
  const { parts, preview } = useTexts();
  const { isInDemo } = nav.view;
  const { data: runs, error, refetch } = useAccountAnswer('run.list', { limit: 1 });
  // `demo.begin` also connects the demo bank, if the demo was interrupted before that step.
  const [begin, sync] = [useAccountAction('demo.begin'), useAccountAction('run.sync')];
  const action = isInDemo ? begin : sync;
  const start = (): void => action.mutate({});
  const run = runs?.[0];
  const isRunning = run !== undefined && run.finishedAt === null;
  const isGood = run?.status === 'succeeded' || run?.status === 'partial';
  const retry = (
    <Button variant={isGood ? 'default' : 'filled'} loading={action.isPending} onClick={start}>
      {run === undefined ? preview.sync : parts.again}
    </Button>
  );
  return (
    <Frame
      nav={nav}
      title={text.title}
      failure={action.error}
      actions={
        runs !== undefined &&
        !isRunning && (
          <>
            {!isGood && (
              <Button variant="default" onClick={() => nav.pass(['bank', 'sync'], 'schedule')}>
                {skip}
              </Button>
            )}
            {(!isGood || run.status === 'partial') && retry}
            {isGood && <Button onClick={() => nav.goTo('schedule')}>{next}</Button>}
          </>
        )
      }
    >
      {runs === undefined ? (
        <LoadingState height={160} failure={error} retry={refetch} />
      ) : (
        <FirstRun run={run} isInDemo={isInDemo} />
      )}
    </Frame>
  );
}

function FirstRun({ run, isInDemo }: { readonly run: Run | undefined; readonly isInDemo: boolean }) {
  const { overview, parts, run: runText, welcome } = useTexts();
  const text = welcome.sync;
  const { data: workbook } = useAccountAnswer('workbook.get');
  if (run === undefined) return <Text>{overview.neverRan}</Text>;
  const { id, status, counts, messages } = run;
  if (run.finishedAt === null) {
    return (
      <Stack gap="sm" mih={160}>
        <RunProgress accountId={run.accountId} runId={id} />
      </Stack>
    );
  }
  const isGood = status === 'succeeded' || status === 'partial';
  const sentence = !isGood
    ? `${runText.kind.sync}: ${runText.status[status]}`
    : counts.added === 0
      ? text.nothing
      : text.done({ count: counts.added });
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
          {isGood && counts.added > 0 && <PageLink to={`/activity/${id}`}>{parts.report}</PageLink>}
        </div>
      </Group>
      {status !== 'succeeded' && <RunMessages messages={messages} />}
      {isGood && workbook != null && (
        <Paper withBorder p="lg">
          <Stack gap="sm" align="flex-start">
            <WorkbookPlaceLine workbook={workbook} />
            <OpenWorkbook workbook={workbook} />
            {isInDemo && <Muted>{text.demoNext}</Muted>}
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}
