import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Run } from '../../../../src/contract/control/runs.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { useTexts } from '../../../words/words.tsx';
import { UndoSteps } from './undo-steps.tsx';

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
