import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useAnswer } from '../../../control/use-control.ts';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useAccount } from '../../../shell/account-context.tsx';
import { useTexts } from '../../../words/words.tsx';
import { DeletedRows } from './deleted-rows.tsx';
import { Forget } from './forget.tsx';

export function DeletedPage() {
  const { account } = useAccount();
  const text = useTexts().activityDeleted;
  const activityText = useTexts().activity;
  const { data: rows, error, refetch } = useAnswer('deleted.list', { accountId: account.id });
  return (
    <>
      <Anchor component={Link} href="/activity" size="sm">
        {activityText.all}
      </Anchor>
      <PageTitle title={text.title} about={text.about} />
      {rows === undefined ? (
        <LoadingState height={480} failure={error} again={refetch} />
      ) : (
        <Stack gap="lg" key={account.id}>
          <DeletedRows accountId={account.id} rows={rows} />
          <Forget accountId={account.id} rows={rows} />
        </Stack>
      )}
    </>
  );
}
