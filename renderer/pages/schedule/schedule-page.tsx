import { Stack, Text } from '@mantine/core';
import { useCanSync } from '../../control/use-can-sync.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { CurrentSchedule } from './current-schedule.tsx';
import { ScheduleForm } from './schedule-form.tsx';

export function SchedulePage() {
  const { account } = useAccount();
  const text = useTexts().schedule;
  const canSync = useCanSync(account.id);
  const { data: schedule, error, refetch } = useAnswer('schedule.get', { accountId: account.id });
  return (
    <>
      <PageTitle title={text.title} about={text.about} />
      {schedule === undefined ? (
        <LoadingState height={480} failure={error} again={refetch} />
      ) : (
        <Stack gap="lg">
          {schedule === null ? (
            <Card title={text.now}>
              <Text c="dimmed">{canSync ? text.none : text.noBank}</Text>
            </Card>
          ) : (
            <CurrentSchedule accountId={account.id} schedule={schedule} />
          )}
          <ScheduleForm key={account.id} accountId={account.id} schedule={schedule} />
        </Stack>
      )}
    </>
  );
}
