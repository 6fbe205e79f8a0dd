import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { NewToken } from '../../../src/contract/control/tokens.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useLeaveGuard } from '../../parts/use-leave-guard.ts';
import { useAccount } from '../../shell/account-context.tsx';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useTexts } from '../../words/words.tsx';
import { CreateToken } from './create-token.tsx';
import { FreshToken } from './fresh-token.tsx';
import { QuickStart } from './quick-start.tsx';
import { TokenList } from './token-list.tsx';

/** A token that is used is no event, since scripts may use one many times a second. */
const LAST_USE_MS = 15_000;

export function TokensPage() {
  const { account } = useAccount();
  const text = useTexts().tokens;
  const { data: tokens, error, refetch } = useAnswer('token.list', { accountId: account.id });
  // Those not yet kept, of any account: anyone who looks at another one meanwhile finds them again.
  const [fresh, setFresh] = useState<readonly NewToken[]>([]);
  const unkept = fresh.filter(({ id }) => tokens?.find((token) => token.id === id)?.revokedAt == null);
  const { isAsking, stay, leave } = useLeaveGuard(unkept.length > 0);
  const [isCreating, { open, close }] = useDisclosure();
  const shown = unkept.filter(({ accountId }) => accountId === account.id);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LAST_USE_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return (
    <>
      <PageTitle title={text.title} about={text.about}>
        <Button
          component={Link}
          href="/agents"
          variant="default"
          leftSection={<MENU_ICONS.agents size={16} aria-hidden />}
        >
          {text.agent}
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          {text.create}
        </Button>
      </PageTitle>
      <Stack gap="lg">
        {shown.map((token) => (
          <FreshToken
            key={token.id}
            token={token}
            done={() => setFresh((before) => before.filter(({ id }) => id !== token.id))}
          />
        ))}
        {tokens === undefined ? (
          <LoadingState failure={error} again={refetch} />
        ) : (
          <TokenList tokens={tokens} create={open} />
        )}
        <QuickStart fresh={shown[0] ?? null} />
      </Stack>
      <Dialog title={text.createTitle} isOpen={isCreating} close={close}>
        <CreateToken
          accountId={account.id}
          close={close}
          created={(token) => {
            setFresh((before) => [token, ...before]);
            close();
          }}
        />
      </Dialog>
      <Confirm title={text.leaveTitle} yes={text.leave} no={text.stay} isOpen={isAsking} confirm={leave} close={stay}>
        {text.leaveWhat}
      </Confirm>
    </>
  );
}
