import { Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import { useTexts } from '../../base/words.tsx';
import { BankLines, BESIDE_ANOTHER } from '../../parts/bank-lines.tsx';
import { RunMessages } from '../../parts/follow-run.tsx';
import { useDecisions } from '../../parts/same-rows.tsx';
import { ErrorState, LoadingState } from '../../parts/layout.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Dialog } from '../../parts/dialogs.tsx';

/** Shows the changes of a sync and asks the user; a sync without changes runs at once. Closing cancels the request. */
export function PreviewSync({ close }: { readonly close: () => void }) {
  const text = useTexts().preview;
  // Never fetched again automatically, since each preview counts as a request at the bank.
  const options = { staleTime: Infinity, gcTime: 0 };
  const { data, error, refetch, isFetching } = useAccountAnswer('preview.make', {}, options);
  return (
    <Dialog title={text.sync} isOpen close={close} size={data === undefined || changesOf(data) === 0 ? 'lg' : 'xl'}>
      {error !== null && !isFetching ? (
        <ErrorState failure={error} retry={refetch} />
      ) : data === undefined ? (
        <div role="status">
          <Text>{text.asking}</Text>
          <LoadingState height={160} />
        </div>
      ) : (
        <Result preview={data} retry={() => void refetch()} close={close} />
      )}
    </Dialog>
  );
}

function changesOf({ counts }: KeptPreview): number {
  return counts.added + counts.updated + (counts.alreadyThere ?? 0);
}

function Result({ preview, retry, close }: Readonly<{ preview: KeptPreview; retry: () => void; close: () => void }>) {
  const { preview: text, bankLines: linesText, proposals, parts } = useTexts();
  const decisions = useDecisions(preview);
  const { mutate, isPending, error } = useAccountAction('run.sync');
  const { previewId } = preview;
  const isNothing = changesOf(preview) === 0;
  const hasNoProblem = preview.messages.every(({ severity }) => severity !== 'problem');
  const count = changesOf(preview) - decisions.fewer;
  useEffect(() => {
    if (isNothing) mutate({ previewId });
  }, [isNothing, mutate, previewId]);
  return (
    <Stack gap="sm">
      <div role="status">
        {isNothing ? hasNoProblem && <Text>{text.nothingNew}</Text> : <Text>{text.nothingWritten}</Text>}
        {decisions.fewer > 0 && <Text size="sm">{linesText.fewer({ count: decisions.fewer })}</Text>}
      </div>
      <RunMessages messages={preview.messages} />
      <BankLines key={previewId} preview={preview} decisions={decisions} retry={retry} isSummary>
        {!isNothing && (
          <Button
            px={BESIDE_ANOTHER}
            loading={isPending}
            disabled={decisions.same.open > 0}
            onClick={() => mutate({ previewId, answers: decisions.answers }, { onSuccess: close })}
          >
            {count > 0 ? proposals.confirm({ count }) : text.sync}
          </Button>
        )}
        <Button px={BESIDE_ANOTHER} variant="default" onClick={close}>
          {isNothing ? parts.close : parts.cancel}
        </Button>
        <ErrorState failure={error} />
      </BankLines>
    </Stack>
  );
}
