import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { NewToken } from '../../../../src/contract/control/tokens.ts';
import { useAccount } from '../../../parts/account-context.tsx';
import { AgentCalls } from './agent-calls.tsx';
import { Certificate } from './certificate.tsx';
import { Limits } from './limits.tsx';
import { Programs } from './programs.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** Everything for programs: scripts, agents and receivers of events. A token belongs to one profile. */
export function ApiSection() {
  const { account } = useAccount();
  return <ApiOf key={account.id} accountId={account.id} />;
}

function ApiOf({ accountId }: { readonly accountId: string }) {
  const [fresh, setFresh] = useState<NewToken | null>(null);
  return (
    <Stack gap="lg">
      <Tokens accountId={accountId} fresh={fresh} setFresh={setFresh} />
      <Programs token={fresh?.token ?? null} />
      <AgentCalls accountId={accountId} />
      <Webhooks />
      <Limits />
      <Certificate />
    </Stack>
  );
}
