import { Alert, Group, Stack, Card, Text, ThemeIcon } from '@mantine/core';
import { IconRobot, IconAlertTriangle, IconCheck, IconFileImport, IconRefresh } from '@tabler/icons-react';
import type { StatusNote, AccountStatus } from '../../../src/contract/control/service.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useAnswer, useRunProgress } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAnswer, useAccountAction } from '../../parts/account-context.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { PageTitle, LoadingState, ErrorState } from '../../parts/layout.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Money } from './money.tsx';
import { PageButton, PageLink, Muted, Button } from '../../parts/links.tsx';
import type { Place } from '../../parts/problem-places.ts';
import { MessageText, SolveLink } from '../../parts/message-text.tsx';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { countsInWords } from '../../parts/count-words.ts';
import { RunProgress, CancelRun } from '../../parts/follow-run.tsx';
import { useNow } from '../../parts/use-now.ts';

function OverviewPage() {
  const { account } = useAccount();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  const { data: workbook } = useAccountAnswer('workbook.get');
  const status = service?.accounts.find(({ id }) => id === account.id);
  return (
    <>
      <PageTitle title={account.name}>{workbook != null && <OpenWorkbook workbook={workbook} />}</PageTitle>
      {status === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Stack gap="lg">
          <WhileInDemo />
          <PossibleDuplicates accountId={status.id} />
          <OpenProposals />
          <StatusCard status={status}>
            {status.notes.length > 0 && <Needs notes={status.notes} lastRunId={status.lastRun?.id ?? null} />}
          </StatusCard>
          <Money />
        </Stack>
      )}
    </>
  );
}

function OpenProposals() {
  const { proposals: text, parts } = useTexts();
  const { data: proposals = [] } = useAccountAnswer('proposal.list');
  const count = proposals.filter(({ state }) => state === 'open').length;
  if (count === 0) return null;
  return (
    <Alert color="orange" icon={<IconRobot aria-hidden />} title={text.open({ count })}>
      <PageLink to="/activity">{parts.review}</PageLink>
    </Alert>
  );
}

const PLACES: Readonly<Partial<Record<StatusNote['about'], Place>>> = {
  workbook: 'workbook',
  connection: 'connections',
  balance: 'accounts',
  webhook: 'api',
};

function Needs({ notes, lastRunId }: { readonly notes: readonly StatusNote[]; readonly lastRunId: string | null }) {
  const { parts } = useTexts();
  // A failed run adds nothing if its reason is already shown.
  const shownNotes = notes.filter(
    ({ about, code }) => about !== 'run' || !notes.some((other) => other.about !== 'run' && other.code === code),
  );
  return (
    <Stack component="ul" gap="md">
      {shownNotes.map((note) => (
        <li key={`${note.about} ${note.message}`}>
          <Note note={note} />
          <Group gap="xs">
            <SolveLink code={note.code} otherwise={note.renewable === undefined ? PLACES[note.about] : 'connections'} />
            {note.about === 'run' && lastRunId !== null && (
              <PageButton to={`/activity/${lastRunId}`} size="compact-sm" variant="light" mt={6}>
                {parts.report}
              </PageButton>
            )}
          </Group>
        </li>
      ))}
    </Stack>
  );
}

/** The service's sentences are formatted for a terminal; these use the same facts in the user's format. */
function Note({ note }: { readonly note: StatusNote }) {
  const { connection, lines } = note;
  const { overviewNeeds: text, format } = useTexts();
  if (lines !== null) return <MessageText message={note} sentence={text.lines({ count: lines })} isQuiet />;
  if (connection === null) return <MessageText message={note} isQuiet />;
  const { name, problem, lastSuccessAt } = connection;
  const lastGood = text.lastGood({ moment: lastSuccessAt && format.moment(lastSuccessAt) });
  return <MessageText message={problem} before={`${name}: `} after={lastGood} isQuiet />;
}

const PreviewSync = lazy(async () => ({ default: (await import('./preview-sync.tsx')).PreviewSync }));

function StatusCard({ status, children }: { readonly status: AccountStatus; readonly children: ReactNode }) {
  const { id: accountId, health, running, lastRun } = status;
  const { overview: text, connection } = useTexts();
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
              {needsUser ? `${capitalized(connection.state.failing)}.` : running ? text.running : text.fine}
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
  const { preview: previewText, connectionsImport } = useTexts();
  const sync = useAccountAction('run.sync');
  const current = useRunProgress(accountId);
  const [isPreviewing, { open, close }] = useDisclosure();
  if (running) return <CancelRun runId={current?.runId ?? null} />;
  if (!canSync)
    return (
      <PageButton to="/connections" size="xs" icon={IconFileImport}>
        {connectionsImport.title}
      </PageButton>
    );
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={open}>
        {previewText.title}
      </Button>
      <Button size="xs" icon={IconRefresh} loading={sync.isPending} onClick={() => sync.mutate({})}>
        {previewText.sync}
      </Button>
      <ErrorState failure={sync.error} />
      {isPreviewing && (
        <Suspense fallback={<LoadingState height={30} />}>
          <PreviewSync close={close} />
        </Suspense>
      )}
    </Group>
  );
}

function StatusFacts({ status }: { readonly status: AccountStatus }) {
  const { running, lastRun, nextRunAt, schedule, canSync, awaitsConsent, balances, asOf } = status;
  const { overview: text, run: runText, connection, problemPlaces, schedule: scheduleText, parts, format } = useTexts();
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
        <PageLink to={`/activity/${run.id}`}>{runText.title[run.trigger]({ what: runText.kind[run.kind] })}</PageLink>
        {run.finishedAt !== null && `, ${format.relative(run.finishedAt, now)}`}:{' '}
        {run.status !== 'succeeded' && `${runText.status[shownStatus(run)]}. `}
        {isWhole && countsInWords(run.counts, runText, format)}
        {latest !== undefined && latest.id !== run.id && (
          <>
            {'\u00a0· '}
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
    if (canSync && awaitsConsent) return text.nextRun({ when: connection.afterReconnect });
    if (canSync && nextRunAt !== null)
      return text.nextRun({ when: `${format.moment(nextRunAt)} (${format.relative(nextRunAt, now)})` });
    const [sentence, to, label] = !canSync
      ? [scheduleText.none, '/connections', problemPlaces.go.connectBank]
      : schedule === 'paused'
        ? [scheduleText.paused, '/connections', parts.resume]
        : [scheduleText.none, '/connections/schedule', scheduleText.save];
    return (
      <>
        {sentence} <PageLink to={to}>{label}</PageLink>
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
            {'\u00a0· '}
            <PageLink to="/accounts">
              {proven === accounts ? text.addsUp({ day }) : text.addsUpPartly({ day, proven, accounts })}
            </PageLink>
          </>
        )}
        {`\u00a0· ${text.seen({ when: asOf && format.relative(asOf, now) })}`}
      </div>
    </>
  );
}

export function StartPage() {
  const { data: view, error, isFetching } = useAccountAnswer('welcome.get');
  // Prefetched before it is known which one is shown.
  useAnswer('service.status', {});
  // Decided once, so that removing the last connection does not lead away from the overview.
  const [isWelcome, decide] = useState<boolean | null>(null);
  if (isWelcome === null) {
    if (view?.isWanted === false || error !== null) decide(false);
    else if (view?.isWanted === true && !isFetching) decide(true);
    return <LoadingState height={480} />;
  }
  return isWelcome ? <Redirect to="/welcome" replace /> : <OverviewPage />;
}
