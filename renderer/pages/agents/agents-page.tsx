import { Stack } from '@mantine/core';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { Calls } from './calls.tsx';
import { ConnectAgent } from './connect-agent.tsx';
import { Proposals } from './proposals.tsx';

/** What agents would like to change, how to let one in, and what they asked. */
export function AgentsPage() {
  const { account } = useAccount();
  const text = useTexts().agents;
  return (
    <>
      <PageTitle title={text.title} about={text.about} />
      <Stack gap="lg">
        <Proposals accountId={account.id} />
        {/* A token is of one account: another account begins without. */}
        <ConnectAgent key={account.id} accountId={account.id} />
        <Calls accountId={account.id} />
      </Stack>
    </>
  );
}
