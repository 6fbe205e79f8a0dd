import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { PreviewView, Run } from '../../../src/contract/control/runs.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useFormat, useSpeech, useTexts } from '../../base/words.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { FollowRun, RunMessages } from '../../parts/follow-run.tsx';
import { Pager } from '../../parts/pager.tsx';
import { whyKept } from './row-details.tsx';
import classes from './activity.module.css';

/** The button that takes a run back, where there is something to take back. */
export function Undo({ run }: { readonly run: Run }) {
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
  // The dialog outlives what it did, to show what came of it.
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

/** First what it would do, as of now; then, once it is wanted, how far it is and what came of it. */
function UndoSteps({ run, close }: { readonly run: Run; readonly close: () => void }) {
  const text = useTexts().activityReport;
  const partText = useTexts().parts;
  const { mutate: ask, data: preview, error } = useAction('run.previewUndo');
  const undo = useAction('run.undo');
  // Of all that would go only the number is said: the rows themselves may be a hundred thousand.
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
    return error === null ? <LoadingState height={160} /> : <ErrorState failure={error} again={look} />;
  const isNothing = preview.counts.removed + preview.counts.updated + (preview.counts.rules ?? 0) === 0;
  return (
    <Stack gap="md">
      <WhatItWouldDo run={run} preview={preview} isNothing={isNothing} />
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

function WhatItWouldDo({
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
  const kept = items.flatMap((item) => (item.kind === 'kept' ? [item] : []));
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
      {kept.length > 0 && (
        <>
          <Text>{text.undoKeeps({ count: kept.length, rows: format.number(kept.length) })}</Text>
          <KeptRows kept={kept.map((item) => ({ row: rows[item.transactionId], why: whyKept(item, speech) }))} />
        </>
      )}
    </Stack>
  );
}

const KEPT_SHOWN = 10;

function KeptRows({
  kept,
}: {
  readonly kept: readonly { readonly row: PreviewView['rows'][string] | undefined; readonly why: string }[];
}) {
  const text = useTexts().activityReport;
  const format = useFormat();
  const [page, setPage] = useState(1);
  return (
    <>
      <Stack component="ul" gap={6} className={classes['list'] ?? ''}>
        {kept.slice((page - 1) * KEPT_SHOWN, page * KEPT_SHOWN).map(({ row, why }, place) => (
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
      <Pager total={kept.length} size={KEPT_SHOWN} page={page} turn={setPage} />
    </>
  );
}
