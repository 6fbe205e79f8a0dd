import { Anchor, Button, Stack, Group, Text } from '@mantine/core';
import { IconPlayerStop, IconArrowBackUp } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Run, PreviewView } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts, useSpeech } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { Facts } from '../../parts/facts.tsx';
import { RunMessages, RunStatus, FollowRun } from '../../parts/follow-run.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { ReportRows } from './report-rows.tsx';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { Pager } from '../../parts/pager.tsx';
import { unchangedReason } from './report-row.tsx';
import classes from './activity.module.css';

export function RunReport({ runId }: { readonly runId: string }) {
  const text = useTexts().activityReport;
  const activityText = useTexts().activity;
  const runText = useTexts().run;
  const format = useFormat();
  const { data: run, error, refetch } = useAnswer('run.get', { runId });
  return (
    <>
      <Anchor component={Link} href="/activity" size="sm">
        {activityText.all}
      </Anchor>
      {run === undefined ? (
        <>
          <PageTitle title={activityText.title} />
          <LoadingState height={480} failure={error} retry={refetch} />
        </>
      ) : (
        <>
          <div className={classes['sticky']}>
            <PageTitle title={runText.title[run.trigger](run)} about={format.moment(run.queuedAt)}>
              <Undo run={run} />
            </PageTitle>
          </div>
          <Stack gap="lg">
            <RunSummary run={run} />
            <PossibleDuplicates accountId={run.accountId} runId={run.id} />
            {run.messages.length > 0 && (
              <Card title={text.messages}>
                <RunMessages messages={run.messages} />
              </Card>
            )}
            {run.finishedAt !== null && <ReportRows run={run} />}
          </Stack>
        </>
      )}
    </>
  );
}

const SECOND = 1000;

function RunSummary({ run }: { readonly run: Run }) {
  const text = useTexts().activityReport;
  const runText = useTexts().run;
  const format = useFormat();
  const cancel = useAction('run.cancel');
  const { id, accountId, startedAt, finishedAt, counts, undoes, undoneBy } = run;
  const isOpen = finishedAt === null;
  const tookMs = startedAt === null || isOpen ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  return (
    <Card
      title={text.summary}
      actions={
        isOpen ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ runId: id })}
          >
            {text.cancel}
          </Button>
        ) : (
          <RunStatus run={run} />
        )
      }
    >
      <Stack gap="md">
        {isOpen && <RunProgress accountId={accountId} runId={id} />}
        {cancel.error !== null && <ErrorState failure={cancel.error} />}
        <Facts
          facts={[
            [text.counts, isOpen ? null : countsInWords(counts, runText, format)],
            [text.duration, tookMs === null ? null : tookMs < SECOND ? text.atOnce : format.duration(tookMs)],
            [text.undoneBy, undoneBy === null ? null : <RunLink key="undoneBy" runId={undoneBy} />],
            [text.undoes, undoes === null ? null : <RunLink key="undoes" runId={undoes} />],
          ]}
        />
      </Stack>
    </Card>
  );
}

function RunLink({ runId }: { readonly runId: string }) {
  const { report } = useTexts().parts;
  return (
    <Anchor component={Link} href={`/activity/${runId}`}>
      {report}
    </Anchor>
  );
}

function Undo({ run }: { readonly run: Run }) {
  const text = useTexts().activityReport;
  const [isOpen, { open, close }] = useDisclosure();
  const { kind, status, undoneBy, counts } = run;
  const isUndoable =
    kind !== 'undo' &&
    undoneBy === null &&
    (status === 'succeeded' || status === 'partial') &&
    counts.added +
      counts.updated +
      counts.elsewhere +
      (counts.balances ?? 0) +
      (counts.rules ?? 0) +
      (counts.additions ?? 0) >
      0;
  // The dialog stays open after the undo to show its result.
  if (!isUndoable && !isOpen) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={open}>
        {text.undo}
      </Button>
      <Dialog title={undoneBy === null ? text.undoTitle : text.undoneTitle} isOpen={isOpen} close={close} size="lg">
        {isOpen && <UndoSteps run={run} close={close} />}
      </Dialog>
    </>
  );
}

/** Shows a preview of the undo, then its progress and result. */
function UndoSteps({ run, close }: { readonly run: Run; readonly close: () => void }) {
  const text = useTexts().activityReport;
  const partText = useTexts().parts;
  const { mutate: ask, data: preview, error } = useAction('run.previewUndo');
  const undo = useAction('run.undo');
  // Only count the removed rows: there may be a hundred thousand.
  const look = useCallback(() => ask({ runId: run.id, only: 'kept' }), [ask, run.id]);
  useEffect(look, [look]);
  if (undo.data !== undefined) {
    return (
      <Stack gap="md">
        <FollowRun runId={undo.data.runId} />
        <Group justify="flex-end">
          <Button onClick={close}>{text.close}</Button>
        </Group>
      </Stack>
    );
  }
  if (preview === undefined)
    return error === null ? <LoadingState height={160} /> : <ErrorState failure={error} retry={look} />;
  const isNothing = preview.counts.removed + preview.counts.updated + (preview.counts.rules ?? 0) === 0;
  return (
    <Stack gap="md">
      <UndoPreview run={run} preview={preview} isNothing={isNothing} />
      {undo.error !== null && <ErrorState failure={undo.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          {partText.cancel}
        </Button>
        {!isNothing && (
          <Button color="red" loading={undo.isPending} onClick={() => undo.mutate({ runId: run.id })}>
            {text.undoYes}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function UndoPreview({
  run: { accountId, kind },
  preview: { counts, items, rows, messages },
  isNothing,
}: {
  readonly run: Run;
  readonly preview: PreviewView;
  readonly isNothing: boolean;
}) {
  const speech = useSpeech();
  const { format } = speech;
  const text = speech.texts.pages.activityReport;
  const { data: workbook } = useAnswer('workbook.get', { accountId });
  const unchanged = items.flatMap((item) => (item.kind === 'kept' ? [item] : []));
  return (
    <Stack gap="xs" role="status">
      {isNothing && <Text>{text.undoNothing}</Text>}
      {counts.removed > 0 && (
        <Text>{text.undoRemoves({ count: counts.removed, rows: format.number(counts.removed) })}</Text>
      )}
      {counts.updated > 0 && (
        <Text>{text.undoUpdates({ count: counts.updated, rows: format.number(counts.updated) })}</Text>
      )}
      {counts.rules !== undefined && <Text>{text.undoRules({ count: counts.rules })}</Text>}
      <RunMessages messages={messages} />
      {counts.removed > 0 && workbook != null && 'path' in workbook.place && (
        <Text size="sm" c="dimmed">
          {text.undoEmpties}
        </Text>
      )}
      {counts.removed > 0 && (
        <Text size="sm" c="dimmed">
          {text.undoAgain({ kind: kind === 'import' ? kind : 'other' })}
        </Text>
      )}
      {unchanged.length > 0 && (
        <>
          <Text>{text.undoKeeps({ count: unchanged.length, rows: format.number(unchanged.length) })}</Text>
          <UnchangedRows
            unchanged={unchanged.map((item) => ({ row: rows[item.transactionId], why: unchangedReason(item, speech) }))}
          />
        </>
      )}
    </Stack>
  );
}

const UNCHANGED_PER_PAGE = 10;

function UnchangedRows({
  unchanged,
}: {
  readonly unchanged: readonly { readonly row: PreviewView['rows'][string] | undefined; readonly why: string }[];
}) {
  const text = useTexts().activityReport;
  const format = useFormat();
  const [page, setPage] = useState(1);
  return (
    <>
      <Stack component="ul" gap={6} className={classes['list'] ?? ''}>
        {unchanged.slice((page - 1) * UNCHANGED_PER_PAGE, page * UNCHANGED_PER_PAGE).map(({ row, why }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes.
          <Text key={`${page} ${place}`} component="li" size="sm">
            {row === undefined
              ? text.unknownRow
              : `${format.day(row.date)}, ${row.description}, ${format.money(row.amount, row.currency)}`}{' '}
            <Text span c="dimmed">
              {why}
            </Text>
          </Text>
        ))}
      </Stack>
      <Pager total={unchanged.length} size={UNCHANGED_PER_PAGE} page={page} turn={setPage} />
    </>
  );
}
