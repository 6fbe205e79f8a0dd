import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconReplace, IconTableOptions } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { DisconnectedView } from '../../../src/contract/control/workbook.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Columns } from './columns.tsx';
import { ConnectWorkbook } from './connect/connect-workbook.tsx';
import { ConnectedNotice } from './connect/connected-notice.tsx';
import { ConsentSteps } from './connect/consent-steps.tsx';
import { useConsent } from './connect/use-consent.ts';
import { Notes } from './notes.tsx';
import { Trouble } from './trouble.tsx';
import { WorkbookCard } from './workbook-card.tsx';

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
  const { data: workbook, error, refetch } = useAnswer('workbook.get', { accountId: account.id });
  const { data: undecided } = useAnswer('google.undecided', { accountId: account.id });
  // Here, since an answer of Google's may come when the form that asked is gone.
  const consent = useConsent(account.id);
  const [isConnecting, { open, close }] = useDisclosure();
  // That a workbook cannot be read any more is no event: whoever comes here sees how it is now.
  useEffect(() => void refetch(), [refetch]);
  useEffect(() => {
    if (consent.connected !== null) close();
  }, [consent.connected, close]);
  const [left, setLeft] = useState<DisconnectedView | null>(null);
  const beginsAt = undecided == null ? 'file' : 'google';
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
        {left !== null && workbook === null && <Alert role="status">{text.disconnected[left.permission]}</Alert>}
        {workbook === undefined && <LoadingState failure={error} again={refetch} />}
        {workbook === null && (
          <Card title={connectText.title}>
            <Text mb="md">{text.none}</Text>
            {undecided === undefined ? (
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
              <Card title={connectText.consent}>
                <ConsentSteps consent={consent} />
              </Card>
            )}
            {undecided != null && !isConnecting && (
              <Alert title={connectText.waits({ title: undecided.title })} icon={<IconTableOptions aria-hidden />}>
                <Text size="sm">{connectText.waitsAbout}</Text>
                <Button mt="sm" size="xs" onClick={open}>
                  {text.repair}
                </Button>
              </Alert>
            )}
            <Trouble accountId={account.id} workbook={workbook} consent={consent} again={() => void refetch()} />
            <WorkbookCard accountId={account.id} workbook={workbook} disconnected={setLeft} />
            <Columns accountId={account.id} workbook={workbook} />
            <Notes workbook={workbook} />
          </>
        )}
      </Stack>
      <Dialog title={connectText.title} isOpen={isConnecting} close={close} size="xl">
        <ConnectWorkbook
          account={account}
          consent={consent}
          replaces
          beginsAt={consent.isUnderWay ? 'google' : beginsAt}
          done={close}
        />
      </Dialog>
    </>
  );
}
