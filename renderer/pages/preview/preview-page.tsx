import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import type { RowAnswer } from '../../../src/contract/control/runs.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/control-context.tsx';
import { type ControlFailure, toFailure } from '../../base/control/failure.ts';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { BankLines } from '../../parts/bank-lines.tsx';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { FollowRun, RunMessages } from '../../parts/follow-run.tsx';
import { useSourceKinds } from '../../parts/kinds/use-kinds.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { SameRows } from '../../parts/same-rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import { useDecisions } from '../../parts/use-decisions.ts';

export function PreviewPage() {
  const { account } = useAccount();
  const text = useTexts().preview;
  return (
    <>
      <PageTitle title={text.title} about={text.about} />
      <Question key={account.id} accountId={account.id} />
    </>
  );
}

function Question({ accountId }: { readonly accountId: string }) {
  const text = useTexts().preview;
  const { request, ask, cancel, forget } = usePreview(accountId);
  const sync = useAction('run.sync');
  const askAnew = (): void => {
    sync.reset();
    ask();
  };
  return (
    <Stack gap="lg">
      <Ask accountId={accountId} request={request} ask={askAnew} cancel={cancel} />
      {request.state === 'failed' && <ErrorState failure={request.failure} retry={askAnew} />}
      {sync.error !== null && <ErrorState failure={sync.error} />}
      {sync.data !== undefined && (
        <Card title={text.syncing}>
          <FollowRun key={sync.data.runId} runId={sync.data.runId} />
        </Card>
      )}
      {request.state === 'answered' && (
        <PreviewResult
          preview={request.preview}
          retry={askAnew}
          isStarting={sync.isPending}
          sync={(answers) => sync.mutate({ accountId, answers }, { onSuccess: forget })}
        />
      )}
    </Stack>
  );
}

/** Shows which banks would be asked, before asking them. */
function Ask({
  accountId,
  request,
  ask,
  cancel,
}: {
  readonly accountId: string;
  readonly request: PreviewRequest;
  readonly ask: () => void;
  readonly cancel: () => void;
}) {
  const text = useTexts().preview;
  const format = useFormat();
  const { data: connections, error, refetch } = useAnswer('connection.list', { accountId });
  const kinds = useSourceKinds();
  const live = connections?.filter(({ paused }) => !paused);
  const counts = kinds.flatMap(({ id, access }) =>
    access !== null && live?.some(({ source }) => source === id) === true ? [access.requestsPerDay] : [],
  );
  return (
    <Card title={text.before}>
      {live === undefined ? (
        <LoadingState height={120} failure={error} retry={refetch} />
      ) : live.length === 0 ? (
        <EmptyState
          icon={MENU_ICONS.preview}
          action={
            <Button component={Link} href="/connections">
              {text.toConnections}
            </Button>
          }
        >
          {text.none}
        </EmptyState>
      ) : (
        <Stack gap="sm">
          <Text>{text.asks({ names: format.list(live.map(({ name }) => name)) })}</Text>
          <Text size="sm" c="dimmed">
            {counts.length > 0 ? text.counted({ requests: format.number(Math.min(...counts)) }) : text.free}
          </Text>
          <Group gap="sm">
            {request.state === 'asking' ? (
              <Button variant="default" leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={cancel}>
                {text.cancel}
              </Button>
            ) : (
              <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={ask}>
                {request.state === 'idle' ? text.ask : text.askAgain}
              </Button>
            )}
            {request.state === 'asking' && <Loader size="sm" aria-hidden />}
            <Text size="sm" c="dimmed" role="status">
              {request.state === 'asking' ? text.asking : request.state === 'cancelled' ? text.cancelled : ''}
            </Text>
          </Group>
        </Stack>
      )}
    </Card>
  );
}

function PreviewResult({
  preview,
  retry,
  isStarting,
  sync,
}: {
  readonly preview: KeptPreview;
  readonly retry: () => void;
  readonly isStarting: boolean;
  readonly sync: (answers: RowAnswer[]) => void;
}) {
  const text = useTexts().preview;
  const linesText = useTexts().bankLines;
  const runText = useTexts().run;
  const format = useFormat();
  const { counts, messages, kinds } = preview;
  const decisions = useDecisions(preview);
  const { same } = decisions;
  const isNothing = counts.added + counts.updated + (counts.alreadyThere ?? 0) === 0;
  return (
    <>
      <Card
        title={text.result}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isStarting}
            disabled={same.open > 0}
            onClick={() => sync(decisions.answers)}
          >
            {text.sync}
          </Button>
        }
      >
        <Stack gap="sm">
          <div role="status">
            <Text fw={600}>{isNothing ? text.nothingNew : countsInWords(counts, runText, format)}</Text>
            <Text size="sm" c="dimmed">
              {isNothing && counts.known > 0 ? countsInWords(counts, runText, format) : text.nothingWritten}
            </Text>
          </div>
          {decisions.fewer > 0 && (
            <Text size="sm" role="status">
              {linesText.fewer({ count: decisions.fewer })}
            </Text>
          )}
          <RunMessages messages={messages} />
          <SameRows answers={same} />
        </Stack>
      </Card>
      {kinds.length > 0 && (
        <Card title={text.lines}>
          <BankLines key={preview.previewId} preview={preview} decisions={decisions} retry={retry} />
        </Card>
      )}
    </>
  );
}

type PreviewRequest =
  | { readonly state: 'idle' | 'asking' | 'cancelled' }
  | { readonly state: 'answered'; readonly preview: KeptPreview }
  | { readonly state: 'failed'; readonly failure: ControlFailure };

/** Asks only on request, since banks limit requests. Leaving the page cancels it. */
function usePreview(accountId: string): {
  readonly request: PreviewRequest;
  readonly ask: () => void;
  readonly cancel: () => void;
  readonly forget: () => void;
} {
  const carrier = useCarrier();
  const [request, setRequest] = useState<PreviewRequest>({ state: 'idle' });
  const question = useRef<AbortController | null>(null);
  useEffect(() => () => question.current?.abort(), []);
  const ask = useCallback(async () => {
    question.current?.abort();
    const { signal } = (question.current = new AbortController());
    setRequest({ state: 'asking' });
    try {
      const preview = (await carrier.call('preview.make', { accountId }, signal)) as KeptPreview;
      if (!signal.aborted) setRequest({ state: 'answered', preview });
    } catch (thrown) {
      if (!signal.aborted) setRequest({ state: 'failed', failure: toFailure(thrown) });
    }
  }, [carrier, accountId]);
  const cancel = useCallback(() => {
    question.current?.abort();
    setRequest({ state: 'cancelled' });
  }, []);
  const forget = useCallback(() => setRequest({ state: 'idle' }), []);
  return { request, ask: () => void ask(), cancel, forget };
}
