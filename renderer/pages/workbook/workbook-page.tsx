import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconReplace, IconTableOptions } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { DisconnectedView } from '../../../src/contract/control/workbook.ts';
import { useAnswer } from '../../control/use-control.ts';
import { useWorkbookKind, useWorkbookKinds } from '../../kinds/use-kinds.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { AddMissing } from './add-missing.tsx';
import { BalancesSheet } from './balances-sheet.tsx';
import { Columns } from './columns.tsx';
import { ConnectWorkbook } from './connect/connect-workbook.tsx';
import { ConnectedNotice } from './connect/connected-notice.tsx';
import { ConsentSteps } from './connect/consent-steps.tsx';
import { useConsent } from './connect/use-consent.ts';
import { Notes } from './notes.tsx';
import { Trouble } from './trouble.tsx';
import { WorkbookCard } from './workbook-card.tsx';

const LOOK_AGAIN_MS = 5000;

/** Where the transactions go: what it is, how it is read, and whatever stands in the way. */
export function WorkbookPage() {
  const { account } = useAccount();
  // Nothing of one account's may be left when another one is chosen.
  return <WorkbookOf key={account.id} />;
}

function WorkbookOf() {
  const { account } = useAccount();
  const text = useTexts().workbook;
  const connectText = useTexts().workbookConnect;
  const kinds = useWorkbookKinds();
  const { data: workbook, error, refetch } = useAnswer('workbook.get', { accountId: account.id });
  const { data: unmapped } = useAnswer('workbook.unmapped', { accountId: account.id });
  // Here, since an answer may come when the form that asked is gone.
  const consent = useConsent(account.id);
  const [isConnecting, { open, close }] = useDisclosure();
  // That a workbook cannot be read any more is no event: anyone who comes here sees how it is now.
  useEffect(() => void refetch(), [refetch]);
  useEffect(() => {
    if (consent.connected !== null) close();
  }, [consent.connected, close]);
  // A file that could not be read while another program saved it can be a moment later.
  const isFileInTrouble = workbook != null && 'path' in workbook.place && workbook.problem !== null;
  useEffect(() => {
    if (!isFileInTrouble) return undefined;
    const again = setInterval(() => void refetch(), LOOK_AGAIN_MS);
    return () => clearInterval(again);
  }, [isFileInTrouble, refetch]);
  const [left, setLeft] = useState<(DisconnectedView & { readonly kind: string }) | null>(null);
  const leftKind = useWorkbookKind(left?.kind);
  const providerOf = (kind: string | undefined | null): string => kinds.find(({ id }) => id === kind)?.provider ?? '';
  const whatBecame = (permission: DisconnectedView['permission']): string => {
    const { none, revoked, shared, unreachable } = text.disconnected;
    const provider = leftKind?.provider ?? '';
    if (permission === 'none') return none;
    if (permission === 'unreachable') return unreachable({ provider, page: leftKind?.permissions ?? '' });
    return permission === 'revoked' ? revoked({ provider }) : shared({ provider });
  };
  const beginsAt = (consent.isUnderWay ? consent.kind : unmapped?.kind) ?? null;
  return (
    <>
      <PageTitle title={text.title} about={text.about}>
        {workbook != null && (
          <Button variant="default" leftSection={<IconReplace size={16} aria-hidden />} onClick={open}>
            {text.another}
          </Button>
        )}
      </PageTitle>
      <Stack gap="lg">
        <WhileInDemo />
        {consent.connected !== null && (
          <ConnectedNotice connected={consent.connected} close={() => consent.tell(null)} />
        )}
        {left !== null && workbook === null && <Alert role="status">{whatBecame(left.permission)}</Alert>}
        {workbook === undefined &&
          (error === null ? <LoadingState /> : <ErrorState failure={error} again={() => void refetch()} />)}
        {workbook === null && (
          <Card title={connectText.title}>
            <Text mb="md">{text.none}</Text>
            {unmapped === undefined ? (
              <LoadingState height={120} />
            ) : (
              <ConnectWorkbook
                account={account}
                consent={consent}
                replaces={false}
                beginsAt={beginsAt}
                done={() => setLeft(null)}
              />
            )}
          </Card>
        )}
        {workbook != null && (
          <>
            {consent.isUnderWay && !isConnecting && (
              <Card title={connectText.consent({ provider: providerOf(consent.kind) })}>
                <ConsentSteps consent={consent} provider={providerOf(consent.kind)} />
              </Card>
            )}
            {unmapped != null && !isConnecting && (
              <Alert title={connectText.waits({ title: unmapped.title })} icon={<IconTableOptions aria-hidden />}>
                <Text size="sm">{connectText.waitsAbout({ provider: providerOf(unmapped.kind) })}</Text>
                <Button mt="sm" size="xs" onClick={open}>
                  {text.repair}
                </Button>
              </Alert>
            )}
            <Trouble accountId={account.id} workbook={workbook} consent={consent} again={() => void refetch()} />
            <WorkbookCard accountId={account.id} workbook={workbook} disconnected={setLeft} />
            <Columns accountId={account.id} workbook={workbook} />
            {workbook.problem === null && <AddMissing accountId={account.id} />}
            {workbook.problem === null && <BalancesSheet accountId={account.id} />}
            <Notes workbook={workbook} />
          </>
        )}
      </Stack>
      <Dialog title={connectText.title} isOpen={isConnecting && workbook !== null} close={close} size="xl">
        <ConnectWorkbook account={account} consent={consent} replaces beginsAt={beginsAt} done={close} />
      </Dialog>
    </>
  );
}
