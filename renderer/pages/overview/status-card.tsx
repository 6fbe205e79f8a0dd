import { Anchor, Button, Card, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconFileImport, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer, useRunProgress } from '../../base/control/use-control.ts';
import { countsInWords } from '../../parts/count-words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { useNow } from '../../parts/use-now.ts';

// Lazy: most visits preview nothing.
const PreviewSync = lazy(async () => ({ default: (await import('./preview-sync.tsx')).PreviewSync }));

/** One line on the state of the account, its last and next sync, and what to do next. */
export function StatusCard({ status }: { readonly status: AccountStatus }) {
  const { id: accountId, health, running, asOf, lastRun } = status;
  const text = useTexts().overview;
  const format = useFormat();
  const now = useNow();
  const needsUser = health === 'attention';
  const Icon = needsUser ? IconAlertTriangle : running ? IconRefresh : IconCheck;
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm" wrap="nowrap" role="status">
            <ThemeIcon radius="xl" variant="light" color={needsUser ? 'orange' : 'teal'} aria-hidden>
              <Icon size={16} />
            </ThemeIcon>
            <div>
              <Text span fw={600}>
                {needsUser ? text.attention : running ? text.running : text.fine}
                {lastRun === null && !running && !needsUser && ` ${text.neverRan}`}
              </Text>{' '}
              <Text span c="dimmed" size="sm">
                {asOf === null ? text.neverSeen : text.seen({ when: format.relative(asOf, now) })}
              </Text>
            </div>
          </Group>
          <SyncButtons status={status} />
        </Group>
        {running && <RunProgress accountId={accountId} runId={null} />}
        <StatusFacts status={status} />
      </Stack>
    </Card>
  );
}

function SyncButtons({ status: { id: accountId, running, canSync } }: { readonly status: AccountStatus }) {
  const text = useTexts().overview;
  const previewText = useTexts().preview;
  const sync = useAction('run.sync');
  const cancel = useAction('run.cancel');
  const current = useRunProgress(accountId);
  const [isPreviewing, { open, close }] = useDisclosure();
  if (running)
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        disabled={current === null}
        onClick={() => current !== null && cancel.mutate({ runId: current.runId })}
      >
        {text.cancel}
      </Button>
    );
  if (!canSync)
    return (
      <Button component={Link} href="/connections" size="xs" leftSection={<IconFileImport size={16} aria-hidden />}>
        {text.importFiles}
      </Button>
    );
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={open}>
        {previewText.title}
      </Button>
      <Button
        size="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={sync.isPending}
        onClick={() => sync.mutate({ accountId })}
      >
        {text.syncNow}
      </Button>
      {sync.error !== null && <ErrorState failure={sync.error} />}
      <Dialog title={previewText.about} isOpen={isPreviewing} close={close} size="xl">
        <Suspense fallback={<LoadingState height={160} />}>
          <PreviewSync accountId={accountId} close={close} />
        </Suspense>
      </Dialog>
    </Group>
  );
}

function StatusFacts({
  status: { id: accountId, running, lastRun, nextRunAt, schedule, canSync, awaitsConsent, balances },
}: {
  readonly status: AccountStatus;
}) {
  const text = useTexts().overview;
  const runText = useTexts().run;
  const format = useFormat();
  const now = useNow();
  const { data: run } = useAnswer('run.get', lastRun === null ? null : { runId: lastRun.id });
  const { data: news } = useAnswer('run.list', { accountId, withNews: true, limit: 1 });
  const { data: uncategorized } = useAnswer('transaction.list', { accountId, category: '', limit: 1 });
  const [latest] = news ?? [];
  const link = (href: string, label: string): ReactNode => (
    <Anchor component={Link} href={href} inherit>
      {label}
    </Anchor>
  );
  function outcome(): ReactNode {
    if (run === undefined) return '…';
    const isWhole = run.status === 'succeeded' || run.status === 'partial';
    return (
      <>
        {link(`/activity/${run.id}`, runText.title[run.trigger](run))}
        {run.finishedAt !== null && `, ${format.relative(run.finishedAt, now)}`}:{' '}
        {run.status !== 'succeeded' && `${runText.status[shownStatus(run)]}. `}
        {isWhole && countsInWords(run.counts, runText, format)}
      </>
    );
  }
  function next(): ReactNode {
    if (!canSync)
      return (
        <>
          {text.noBank} {link('/connections', text.connectBank)}
        </>
      );
    if (awaitsConsent) return text.afterReconnect;
    if (nextRunAt !== null) return `${format.moment(nextRunAt)} (${format.relative(nextRunAt, now)})`;
    return (
      <>
        {schedule === 'paused' ? text.paused : text.noNext}{' '}
        {schedule === 'paused' ? link('/connections', text.resume) : link('/connections/schedule', text.plan)}
      </>
    );
  }
  function addsUp(): ReactNode {
    const { provenUntil: day, proven = 0, accounts = 0 } = balances ?? { provenUntil: null };
    if (day === null) return null;
    return link('/accounts', proven === accounts ? text.addsUp({ day }) : text.addsUpPartly({ day, proven, accounts }));
  }
  return (
    <Facts
      facts={[
        [text.lastRun, running ? null : lastRun === null ? text.noRun : outcome()],
        latest !== undefined &&
          latest.id !== lastRun?.id && [
            text.news,
            link(
              `/activity/${latest.id}`,
              text.added({
                count: format.number(latest.counts.added),
                when: format.relative(latest.finishedAt ?? latest.queuedAt, now),
              }),
            ),
          ],
        [text.nextSync, next()],
        [text.balances, addsUp()],
        uncategorized !== undefined &&
          uncategorized.total > 0 && [
            text.uncategorized,
            link(transactionsAddress({ category: '' }), text.categorize({ count: uncategorized.total })),
          ],
      ]}
    />
  );
}
