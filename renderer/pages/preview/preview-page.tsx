import { Stack } from '@mantine/core';
import { useAction } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { Ask } from './ask.tsx';
import { PreviewResult } from './preview-result.tsx';
import { usePreview } from './use-preview.ts';

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
  const { asked, ask, cancel, forget } = usePreview(accountId);
  const sync = useAction('run.sync');
  const askAnew = (): void => {
    sync.reset();
    ask();
  };
  return (
    <Stack gap="lg">
      <Ask accountId={accountId} asked={asked} ask={askAnew} cancel={cancel} />
      {asked.state === 'failed' && <ErrorState failure={asked.failure} again={askAnew} />}
      {sync.error !== null && <ErrorState failure={sync.error} />}
      {sync.data !== undefined && (
        <Card title={text.syncing}>
          <FollowRun key={sync.data.runId} runId={sync.data.runId} />
        </Card>
      )}
      {asked.state === 'answered' && (
        <PreviewResult
          preview={asked.preview}
          again={askAnew}
          isStarting={sync.isPending}
          sync={(answers) => sync.mutate({ accountId, answers }, { onSuccess: forget })}
        />
      )}
    </Stack>
  );
}
