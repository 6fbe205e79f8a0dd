import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import { useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/control-context.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';
import { useAction } from '../../base/control/use-control.ts';
import { BankLines } from '../../parts/bank-lines.tsx';
import { RunMessages } from '../../parts/follow-run.tsx';
import { SameRows } from '../../parts/same-rows.tsx';
import { ErrorState, LoadingState } from '../../parts/layout.tsx';
import { useDecisions } from '../../parts/same-rows.tsx';

interface PreviewSyncProps {
  readonly accountId: string;
  readonly close: () => void;
}

/** The changes that a sync would make now. It asks the banks as a sync does; closing it cancels the request. */
export function PreviewSync({ accountId, close }: PreviewSyncProps) {
  const text = useTexts().preview;
  const carrier = useCarrier();
  const { data, error, refetch, isFetching } = useQuery<KeptPreview, ControlFailure>({
    // Not a procedure's name: events invalidate those, and each preview counts as a request at the bank.
    queryKey: ['preview', accountId],
    queryFn: ({ signal }) => carrier.call('preview.make', { accountId }, signal) as Promise<KeptPreview>,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null && !isFetching) return <ErrorState failure={error} retry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status">
        <Text>{text.asking}</Text>
        <LoadingState height={160} />
      </div>
    );
  return <Result accountId={accountId} preview={data} retry={() => void refetch()} close={close} />;
}

function Result({
  accountId,
  preview,
  retry,
  close,
}: PreviewSyncProps & { readonly preview: KeptPreview; readonly retry: () => void }) {
  const { preview: text, bankLines: linesText } = useTexts();
  const { counts, messages } = preview;
  const decisions = useDecisions(preview);
  const { same } = decisions;
  const sync = useAction('run.sync');
  const isNothing = counts.added + counts.updated + (counts.alreadyThere ?? 0) === 0;
  return (
    <Stack gap="sm">
      <div role="status">
        <Text>{isNothing ? text.nothingNew : text.nothingWritten}</Text>
        {decisions.fewer > 0 && <Text size="sm">{linesText.fewer({ count: decisions.fewer })}</Text>}
      </div>
      <RunMessages messages={messages} />
      <SameRows answers={same} />
      <BankLines key={preview.previewId} preview={preview} decisions={decisions} retry={retry}>
        <Group gap="sm" mb="md">
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={sync.isPending}
            disabled={same.open > 0}
            onClick={() => sync.mutate({ accountId, answers: decisions.answers }, { onSuccess: close })}
          >
            {text.sync}
          </Button>
        </Group>
        {sync.error !== null && <ErrorState failure={sync.error} />}
      </BankLines>
    </Stack>
  );
}
