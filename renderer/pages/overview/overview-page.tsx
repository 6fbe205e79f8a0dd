import { Grid, Stack } from '@mantine/core';
import type { AccountStatus, StatusView } from '../../../src/contract/control/service.ts';
import { useAnswer } from '../../control/use-control.ts';
import { LoadingState } from '../../parts/loading-state.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Accounts } from './accounts.tsx';
import { Health } from './health.tsx';
import { Money } from './money.tsx';
import { Needs } from './needs.tsx';
import { Syncing } from './syncing.tsx';

/** Is everything fine? And what came in and went out. */
export function OverviewPage() {
  const { account } = useAccount();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  const { data: workbook } = useAnswer('workbook.get', { accountId: account.id });
  const status = service?.accounts.find(({ id }) => id === account.id);
  return (
    <>
      <PageTitle title={account.name}>
        {workbook != null && <OpenWorkbook accountId={account.id} workbook={workbook} />}
      </PageTitle>
      {service === undefined || status === undefined ? (
        <LoadingState height={480} failure={error} again={refetch} />
      ) : (
        <Known service={service} status={status} />
      )}
    </>
  );
}

function Known({ service: { accounts }, status }: { readonly service: StatusView; readonly status: AccountStatus }) {
  const isFine = status.notes.length === 0;
  return (
    <Stack gap="lg">
      <WhileInDemo />
      <PossibleDuplicates accountId={status.id} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, xl: isFine ? 4 : 12 }}>
          <Health status={status} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: isFine ? 12 : 6, xl: isFine ? 8 : 6 }}>
          <Syncing status={status} />
        </Grid.Col>
        {!isFine && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Needs notes={status.notes} lastRunId={status.lastRun?.id ?? null} />
          </Grid.Col>
        )}
      </Grid>
      {accounts.length > 1 && <Accounts accounts={accounts} />}
      <Money accountId={status.id} />
    </Stack>
  );
}
