import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useAnswer } from '../../control/use-control.ts';
import { useSourceKind } from '../../kinds/use-kinds.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';

// With the forms of all kinds: hardly any visit of the overview needs them.
const NewAccess = lazy(async () => ({ default: (await import('../connections/new-access.tsx')).NewAccess }));

/** A permission that ends soon, or has ended, is given again from where a person reads of it. */
export function Reconnect({ connectionId }: { readonly connectionId: string }) {
  const text = useTexts().connections;
  const { account } = useAccount();
  const { data: connections } = useAnswer('connection.list', { accountId: account.id });
  const connection = connections?.find(({ id }) => id === connectionId);
  const kind = useSourceKind(connection?.source ?? '');
  const [isOpen, { open, close }] = useDisclosure();
  if (connection === undefined || kind === null) return null;
  const { name } = connection;
  return (
    <>
      <Button size="compact-sm" mt={6} aria-label={text.named({ action: text.newAccess, name })} onClick={open}>
        {text.newAccess}
      </Button>
      <Dialog title={text.newAccessTitle({ name })} isOpen={isOpen} close={close} size="lg">
        <Suspense fallback={<LoadingState height={160} />}>
          <NewAccess connection={connection} kind={kind} close={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
