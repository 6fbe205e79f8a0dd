import { Card, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconFileImport, IconRefresh } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer, useRunProgress } from '../../base/control/use-control.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { Dialog } from '../../parts/dialogs.tsx';
import { Muted, PageButton, PageLink, Button } from '../../parts/links.tsx';
import { RunProgress, CancelRun } from '../../parts/follow-run.tsx';
import { ErrorState, LoadingState } from '../../parts/layout.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';

// Lazy: most visits preview nothing.
const PreviewSync = lazy(async () => ({ default: (await import('./preview-sync.tsx')).PreviewSync }));

interface StatusProps {
  readonly status: AccountStatus;
  readonly children: ReactNode;
}

/** One line, or a card with everything that needs attention. */
export function StatusCard({ status, children }: StatusProps) {
  const { id: accountId, health, running, lastRun } = status;
  const text = useTexts().overview;
  const needsUser = health === 'attention';
  const Icon = needsUser ? IconAlertTriangle : running ? IconRefresh : IconCheck;
  const line = (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon radius="xl" variant="light" color={needsUser ? 'orange' : 'teal'} aria-hidden>
            <Icon size={16} />
          </ThemeIcon>
          <div>
            <Text fw={600} role="status">
              {needsUser ? text.attention : running ? text.running : text.fine}
              {lastRun === null && !running && !needsUser && ` ${text.neverRan}`}
            </Text>
            <Muted component="div">
              <StatusFacts status={status} />
            </Muted>
          </div>
        </Group>
        <SyncButtons status={status} />
      </Group>
      {running && <RunProgress accountId={accountId} runId={null} />}
    </>
  );
  if (!needsUser) return <Stack gap="sm">{line}</Stack>;
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        {line}
        {children}
      </Stack>
    </Card>
  );
}

function SyncButtons({ status: { id: accountId, running, canSync } }: { readonly status: AccountStatus }) {
  const { overview: text, preview: previewText } = useTexts();
  const sync = useAccountAction('run.sync');
  const current = useRunProgress(accountId);
  const [isPreviewing, { open, close }] = useDisclosure();
  if (running) return <CancelRun runId={current?.runId ?? null} />;
  if (!canSync)
    return (
      <PageButton to="/connections" size="xs" icon={IconFileImport}>
        {text.importFiles}
      </PageButton>
    );
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={open}>
        {previewText.title}
      </Button>
      <Button size="xs" icon={IconRefresh} loading={sync.isPending} onClick={() => sync.mutate({})}>
        {text.syncNow}
      </Button>
      <ErrorState failure={sync.error} />
      <Dialog title={previewText.about} isOpen={isPreviewing} close={close} size="xl">
        <Suspense fallback={<LoadingState height={160} />}>
          <PreviewSync close={close} />
        </Suspense>
      </Dialog>
    </Group>
  );
}

function StatusFacts({
  status: { running, lastRun, nextRunAt, schedule, canSync, awaitsConsent, balances, asOf },
}: {
  readonly status: AccountStatus;
}) {
  const { overview: text, run: runText } = useTexts();
  const format = useFormat();
  const now = useNow();
  const { data: run } = useAnswer('run.get', lastRun === null ? null : { runId: lastRun.id });
  const { data: news } = useAccountAnswer('run.list', { withNews: true, limit: 1 });
  const [latest] = news ?? [];
  const { provenUntil: day = null, proven = 0, accounts = 0 } = balances ?? {};
  function outcome(): ReactNode {
    if (running || run === undefined) return null;
    const isWhole = run.status === 'succeeded' || run.status === 'partial';
    return (
      <div>
        <PageLink to={`/activity/${run.id}`}>{runText.title[run.trigger](run)}</PageLink>
        {run.finishedAt !== null && `, ${format.relative(run.finishedAt, now)}`}:{' '}
        {run.status !== 'succeeded' && `${runText.status[shownStatus(run)]}. `}
        {isWhole && countsInWords(run.counts, runText, format)}
        {latest !== undefined && latest.id !== run.id && (
          <>
            {' · '}
            <PageLink to={`/activity/${latest.id}`}>
              {text.added({
                count: format.number(latest.counts.added),
                when: format.relative(latest.finishedAt ?? latest.queuedAt, now),
              })}
            </PageLink>
          </>
        )}
      </div>
    );
  }
  function next(): ReactNode {
    if (!canSync)
      return (
        <>
          {text.noBank} <PageLink to="/connections">{text.connectBank}</PageLink>
        </>
      );
    if (awaitsConsent) return text.afterReconnect;
    if (nextRunAt !== null)
      return text.nextSync({ moment: format.moment(nextRunAt), when: format.relative(nextRunAt, now) });
    return schedule === 'paused' ? (
      <>
        {text.paused} <PageLink to="/connections">{text.resume}</PageLink>
      </>
    ) : (
      <>
        {text.noNext} <PageLink to="/connections/schedule">{text.plan}</PageLink>
      </>
    );
  }
  return (
    <>
      {outcome()}
      <div>
        {next()}
        {day !== null && (
          <>
            {' · '}
            <PageLink to="/accounts">
              {proven === accounts ? text.addsUp({ day }) : text.addsUpPartly({ day, proven, accounts })}
            </PageLink>
          </>
        )}
        {` · ${asOf === null ? text.neverSeen : text.seen({ when: format.relative(asOf, now) })}`}
      </div>
    </>
  );
}
