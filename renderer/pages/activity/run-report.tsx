import { Box, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Run, PreviewView } from '../../../src/contract/control/runs.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.tsx';
import { PageTitle, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { RunMessages, RunStatus, FollowRun, RunProgress, CancelRun } from '../../parts/follow-run.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { ReportRows } from './report-rows.tsx';
import { useDisclosure } from '@mantine/hooks';
import { useCallback, useEffect } from 'react';
import { Dialog, DialogButtons } from '../../parts/dialogs.tsx';
import { Muted, PageLink, Button } from '../../parts/links.tsx';

export function RunReport({ runId }: { readonly runId: string }) {
  const { run: runText, pageNames } = useTexts();
  const { data: run, error, refetch } = useAnswer('run.get', { runId });
  return (
    <>
      <PageLink to="/activity">{pageNames.activity}</PageLink>
      {run === undefined ? (
        <>
          <PageTitle title={pageNames.activity} />
          <LoadingState height={480} failure={error} retry={refetch} />
        </>
      ) : (
        <>
          {/* The undo button stays in view while a long report scrolls. */}
          <Box
            pos="sticky"
            top="var(--app-shell-header-offset, 0)"
            pt="var(--space-2)"
            bg="var(--background)"
            style={{ zIndex: 1 }}
          >
            <PageTitle
              title={runText.title[run.trigger]({ what: runText.kind[run.kind] })}
              about={<RunFacts run={run} />}
            >
              {run.finishedAt === null ? <CancelRun runId={run.id} /> : <Undo run={run} isOffered={isUndoable(run)} />}
            </PageTitle>
          </Box>
          <Stack gap="lg">
            {run.finishedAt === null && <RunProgress accountId={run.accountId} runId={run.id} />}
            <RunMessages messages={run.messages} />
            <PossibleDuplicates accountId={run.accountId} runId={run.id} />
            {run.finishedAt !== null && <ReportRows run={run} />}
          </Stack>
        </>
      )}
    </>
  );
}

const SECOND = 1000;

function RunFacts({ run }: { readonly run: Run }) {
  const { activityReport: text, run: runText, format } = useTexts();
  const { queuedAt, startedAt, finishedAt, counts, undoes, undoneBy } = run;
  const tookMs = startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  const facts = [
    finishedAt !== null && countsInWords(counts, runText, format),
    tookMs !== null && format.duration(Math.max(tookMs, SECOND)),
    format.moment(queuedAt).replaceAll(' ', '\u00a0'),
  ];
  return (
    <Group component="span" gap="xs" fz="sm">
      <RunStatus run={run} />
      <span>{facts.filter(Boolean).join('\u00a0· ')}</span>
      {undoneBy !== null && <PageLink to={`/activity/${undoneBy}`}>{text.undoneBy}</PageLink>}
      {undoes !== null && <PageLink to={`/activity/${undoes}`}>{text.undoes}</PageLink>}
    </Group>
  );
}

export function isUndoable({ kind, status, undoneBy, counts }: Run): boolean {
  return (
    kind !== 'undo' &&
    undoneBy === null &&
    (status === 'succeeded' || status === 'partial') &&
    (['added', 'updated', 'elsewhere', 'balances', 'rules', 'additions'] as const).some((count) => counts[count])
  );
}

interface UndoProps extends Pick<ButtonProps, 'size'> {
  readonly run: Run;
  readonly isOffered: boolean;
}

export function Undo({ run, isOffered, size = 'sm' }: UndoProps) {
  const text = useTexts().activityReport;
  const [isOpen, { open, close }] = useDisclosure();
  // The dialog stays open after the undo to show its result.
  if (!isOffered && !isOpen) return null;
  return (
    <>
      <Button variant="default" size={size} icon={IconArrowBackUp} onClick={open}>
        {text.undo}
      </Button>
      <Dialog title={text.undo} isOpen={isOpen} close={close} size="lg">
        {isOpen && <UndoSteps run={run} close={close} />}
      </Dialog>
    </>
  );
}

function UndoSteps({ run, close }: { readonly run: Run; readonly close: () => void }) {
  const { activityReport: text, parts: partText } = useTexts();
  const { mutate: ask, data: preview, error } = useAction('run.previewUndo');
  const undo = useAction('run.undo');
  // Requests only the rows that the undo keeps. It may remove a hundred thousand rows, of which the page shows only the number.
  const look = useCallback(() => ask({ runId: run.id, only: 'kept' }), [ask, run.id]);
  useEffect(look, [look]);
  if (undo.data !== undefined) {
    return (
      <Stack gap="md">
        <FollowRun runId={undo.data.runId} />
        <DialogButtons close={close} closeLabel={partText.close} />
      </Stack>
    );
  }
  if (preview === undefined)
    return error === null ? <LoadingState height={160} /> : <ErrorState failure={error} retry={look} />;
  return (
    <Stack gap="md">
      <UndoPreview run={run} preview={preview} />
      <ErrorState failure={undo.error} />
      <DialogButtons close={close} isFocused>
        {!isNothing(preview) && (
          <Button color="red" loading={undo.isPending} onClick={() => undo.mutate({ runId: run.id })}>
            {text.undo}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

function isNothing({ counts: { removed, updated, rules = 0 } }: PreviewView): boolean {
  return removed + updated + rules === 0;
}

function UndoPreview({ run: { accountId, kind }, preview }: { readonly run: Run; readonly preview: PreviewView }) {
  const { activityReport: text, format } = useTexts();
  const { data: workbook } = useAnswer('workbook.get', { accountId });
  const { counts, items, messages } = preview;
  const unchanged = items.filter((item) => item.kind === 'kept').length;
  return (
    <Stack gap="xs" role="status">
      {isNothing(preview) && <Text>{text.undoNothing}</Text>}
      {counts.removed > 0 && (
        <Text>{text.undoRemoves({ count: counts.removed, rows: format.number(counts.removed) })}</Text>
      )}
      {counts.updated > 0 && (
        <Text>{text.undoUpdates({ count: counts.updated, rows: format.number(counts.updated) })}</Text>
      )}
      {counts.rules !== undefined && <Text>{text.undoRules({ count: counts.rules })}</Text>}
      <RunMessages messages={messages} />
      {counts.removed > 0 && workbook != null && 'path' in workbook.place && <Muted>{text.undoEmpties}</Muted>}
      {counts.removed > 0 && <Muted>{text.undoAgain({ kind: kind === 'import' ? kind : 'other' })}</Muted>}
      {unchanged > 0 && <Text>{text.undoKeeps({ count: unchanged, rows: format.number(unchanged) })}</Text>}
    </Stack>
  );
}
