import { Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import { useTexts } from '../../base/words.tsx';
import { BankLines } from '../../parts/bank-lines.tsx';
import { RunMessages } from '../../parts/follow-run.tsx';
import { useDecisions } from '../../parts/same-rows.tsx';
import { ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Button } from '../../parts/links.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Dialog, DialogButtons } from '../../parts/dialogs.tsx';

/** The changes that a sync would make now. It asks the banks as a sync does; closing it cancels the request. */
export function PreviewSync({ close }: { readonly close: () => void }) {
  const text = useTexts().preview;
  // No event invalidates it, since each preview counts as a request at the bank.
  const options = { staleTime: Infinity, gcTime: 0 };
  const { data, error, refetch, isFetching } = useAccountAnswer('preview.make', {}, options);
  return (
    <Dialog title={text.about} isOpen close={close} size={data === undefined || isEmpty(data) ? 'lg' : 'xl'}>
      {error !== null && !isFetching ? (
        <ErrorState failure={error} retry={refetch} />
      ) : data === undefined ? (
        <div role="status">
          <Text>{text.asking}</Text>
          <LoadingState height={160} />
        </div>
      ) : (
        <Result preview={data} retry={refetch} close={close} />
      )}
    </Dialog>
  );
}

function isEmpty({ counts }: KeptPreview): boolean {
  return counts.added + counts.updated + (counts.alreadyThere ?? 0) === 0;
}

interface ResultProps {
  readonly preview: KeptPreview;
  readonly retry: () => unknown;
  readonly close: () => void;
}

function Result({ preview, retry, close }: ResultProps) {
  const { preview: text, bankLines: linesText, parts } = useTexts();
  const decisions = useDecisions(preview);
  const sync = useAccountAction('run.sync');
  const isNothing = isEmpty(preview);
  return (
    <Stack gap="sm">
      <div role="status">
        <Text>{isNothing ? text.nothingNew : text.nothingWritten}</Text>
        {decisions.fewer > 0 && <Text size="sm">{linesText.fewer({ count: decisions.fewer })}</Text>}
      </div>
      <RunMessages messages={preview.messages} />
      <BankLines key={preview.previewId} preview={preview} decisions={decisions} retry={retry}>
        <DialogButtons close={close} {...(isNothing && { closeLabel: parts.close })}>
          {!isNothing && (
            <Button
              icon={IconRefresh}
              loading={sync.isPending}
              disabled={decisions.same.open > 0}
              onClick={() => sync.mutate({ answers: decisions.answers }, { onSuccess: close })}
            >
              {text.sync}
            </Button>
          )}
        </DialogButtons>
        <ErrorState failure={sync.error} />
      </BankLines>
    </Stack>
  );
}
