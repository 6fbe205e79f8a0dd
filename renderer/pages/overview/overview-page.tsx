import { Box, Alert, Group, Stack, Card, Text, ThemeIcon } from '@mantine/core';
import { IconRobot, IconAlertTriangle, IconCheck, IconClock, IconFileImport, IconRefresh } from '@tabler/icons-react';
import type { StatusNote, AccountStatus } from '../../../src/contract/control/service.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useAnswer, useRunProgress } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAnswer } from '../../parts/account-context.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { PageTitle, LoadingState } from '../../parts/layout.tsx';
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
import { changesInWords } from '../../parts/count-words.ts';
import { RunProgress, CancelRun } from '../../parts/follow-run.tsx';
import { useAgo } from '../../parts/use-now.ts';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';

function OverviewPage() {
  const { account } = useAccount();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  const { data: workbook } = useAccountAnswer('workbook.get');
  const status = service?.accounts.find(({ id }) => id === account.id);
  return (
    <>
      <PageTitle title={account.name}>
        {/* Reserves the space until the workbook is known, so that the page does not move. */}
        {workbook === undefined ? (
          <Box h={36} w="12rem" visibleFrom="sm" />
        ) : (
          workbook !== null && (
            <OpenWorkbook workbook={workbook} {...('path' in workbook.place && { visibleFrom: 'sm' })} />
          )
        )}
      </PageTitle>
      {status === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Stack gap="lg">
          <WhileInDemo />
          <PossibleDuplicates accountId={status.id} />
          <OpenProposals />
          <StatusCard status={status} />
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
  // Hides the note about a failed run if another note gives the same reason.
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

/** Builds the sentence from the note's values, because the service's own sentence is formatted for a terminal. */
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

function StatusCard({ status }: { readonly status: AccountStatus }) {
  const { id: accountId, health, notes, running, lastRun, canSync, schedule } = status;
  const { overview: text, connection, schedule: scheduleText } = useTexts();
  const [isPreviewing, { open, close }] = useDisclosure();
  const needsUser = health === 'attention';
  const isIdle = canSync ? schedule === 'paused' : lastRun === null;
  const [Icon, color, sentence] = needsUser
    ? [IconAlertTriangle, 'orange', `${capitalized(connection.state.failing)}.`]
    : running
      ? [IconRefresh, 'teal', text.running]
      : isIdle
        ? [IconClock, 'gray', canSync ? scheduleText.paused : text.neverRan]
        : [IconCheck, 'teal', lastRun === null ? `${text.fine} ${text.neverRan}` : text.fine];
  const line = (
    <>
      <Group gap="sm" align="flex-start">
        <Group gap="sm" wrap="nowrap" align="flex-start" flex="1 1 18rem" miw={0} pt={7}>
          <ThemeIcon size={22} radius="xl" variant="light" color={color} aria-hidden>
            <Icon size={16} />
          </ThemeIcon>
          <div>
            <Text span fw={600} role="status">
              {sentence}
            </Text>{' '}
            <Muted component="span">
              <StatusFacts status={status} />
            </Muted>
          </div>
        </Group>
        <SyncButton status={status} isPreviewing={isPreviewing} open={open} />
      </Group>
      {running && <RunProgress accountId={accountId} runId={null} />}
    </>
  );
  return (
    <>
      {needsUser ? (
        <Card withBorder padding="lg">
          <Stack gap="md">
            {line}
            {notes.length > 0 && <Needs notes={notes} lastRunId={lastRun?.id ?? null} />}
          </Stack>
        </Card>
      ) : (
        <Stack gap="sm">{line}</Stack>
      )}
      {/* Outside of the card, so that a new status does not close the dialog with the user's decisions. */}
      {isPreviewing && (
        <Suspense fallback={<LoadingState height={30} />}>
          <PreviewSync close={close} />
        </Suspense>
      )}
    </>
  );
}

interface SyncButtonProps {
  readonly status: AccountStatus;
  readonly isPreviewing: boolean;
  readonly open: () => void;
}

function SyncButton({ status: { id: accountId, running, canSync }, isPreviewing, open }: SyncButtonProps) {
  const { preview: text, connectionsImport } = useTexts();
  const current = useRunProgress(accountId);
  // Stays a sync button while its dialog is open, because the focus returns to it when the dialog closes.
  if (running && !isPreviewing) return <CancelRun runId={current?.runId ?? null} />;
  if (!canSync)
    return (
      <PageButton to="/connections" icon={IconFileImport}>
        {connectionsImport.title}
      </PageButton>
    );
  return (
    <Button icon={IconRefresh} onClick={open}>
      {text.sync}
    </Button>
  );
}

function StatusFacts({ status }: { readonly status: AccountStatus }) {
  const { running, health, lastRun, schedule, canSync, awaitsConsent, balances } = status;
  const { overview: text, run: runText, connection, problemPlaces, schedule: scheduleText, parts, format } = useTexts();
  const ago = useAgo();
  const isNarrow = useIsNarrow();
  const accountsText = useTexts().accounts;
  const { data: run } = useAnswer('run.get', lastRun === null ? null : { runId: lastRun.id });
  const { provenUntil: day = null, proven = 0, accounts = 0 } = balances ?? {};
  function outcome(): ReactNode {
    if (running || run === undefined) return null;
    const changes = changesInWords(run.counts, runText, format);
    const isBrief = isNarrow && run.status === 'succeeded';
    const when = run.finishedAt === null ? '' : ago(run.finishedAt).replaceAll(' ', '\u00a0');
    const isSynced = !isBrief && when !== '' && run.kind === 'sync' && run.status === 'succeeded';
    const title = isSynced
      ? accountsText.synced({ when })
      : runText.title[run.trigger]({ what: runText.kind[run.kind] });
    return (
      <>
        <PageLink to={`/activity/${run.id}`}>{isBrief ? changes : capitalized(title)}</PageLink>
        {when !== '' && !isSynced && `, ${when}`}
        {!isBrief && `: ${run.status === 'succeeded' ? changes : runText.status[shownStatus(run)]}`}
        {run.status === 'partial' && `. ${changes}`}
      </>
    );
  }
  /** Says that the schedule is paused or missing. Omitted for a new user, who sees below how to begin. */
  function idle(): ReactNode {
    if (canSync && awaitsConsent) return text.nextRun({ when: connection.afterReconnect });
    if (canSync ? schedule !== 'paused' : lastRun === null) return null;
    const [sentence, label] = canSync
      ? [(running || health === 'attention') && scheduleText.paused, parts.resume]
      : [scheduleText.none, problemPlaces.go.connectBank];
    return (
      <>
        {sentence} <PageLink to="/connections">{label}</PageLink>
      </>
    );
  }
  const [latest, pause] = [outcome(), idle()];
  const gap = '\u00a0· ';
  return (
    <>
      {latest}
      {day !== null && (
        <Box component="span" {...(latest !== null && { visibleFrom: 'sm' })}>
          {latest !== null && gap}
          <PageLink to="/accounts">
            {proven === accounts ? text.addsUp({ day }) : text.addsUpPartly({ day, proven, accounts })}
          </PageLink>
        </Box>
      )}
      {pause !== null && (latest !== null || day !== null) && gap}
      {pause}
    </>
  );
}

export function StartPage() {
  const { data: view, error, isFetching } = useAccountAnswer('welcome.get');
  // Prefetches the overview's status while `welcome.get` decides between the overview and the welcome.
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
