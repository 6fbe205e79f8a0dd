import { Button, Grid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { AddConnection } from './add/add-connection.tsx';
import { AddedNotice } from './added-notice.tsx';
import { ConnectionList } from './connection-list.tsx';
import { ImportFiles } from './import/import-files.tsx';
import { RememberedMappings } from './mapping/remembered-mappings.tsx';
import { WaitingFiles } from './waiting/waiting-files.tsx';

/** Where transactions come from: what is connected and how it is, and files that a person brings. */
export function ConnectionsPage() {
  const { account } = useAccount();
  const text = useTexts().connections;
  const addText = useTexts().connectionsAdd;
  const { data: connections, error, refetch } = useAnswer('connection.list', { accountId: account.id });
  const { data: kinds, error: kindsError } = useAnswer('kind.list', {});
  const failure = error ?? kindsError;
  const [isAdding, { open, close }] = useDisclosure();
  const [added, setAdded] = useState<ConnectionView | null>(null);
  return (
    <>
      <PageTitle title={text.title} about={text.about}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          {text.add}
        </Button>
      </PageTitle>
      <Stack gap="lg">
        <WhileInDemo />
        {added !== null && added.accountId === account.id && (
          <AddedNotice key={added.id} connection={added} done={() => setAdded(null)} />
        )}
        <Grid gap="lg" align="flex-start">
          <Grid.Col span={{ base: 12, xl: 6 }}>
            {connections === undefined || kinds === undefined ? (
              <LoadingState failure={failure} again={refetch} />
            ) : (
              <ConnectionList connections={connections} add={open} />
            )}
          </Grid.Col>
          <Grid.Col span={{ base: 12, xl: 6 }}>
            <Stack gap="lg">
              <WaitingFiles key={`waiting ${account.id}`} accountId={account.id} connections={connections ?? []} />
              <ImportFiles key={account.id} accountId={account.id} />
              <RememberedMappings accountId={account.id} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
      <Dialog title={addText.title} isOpen={isAdding && kinds !== undefined} close={close} size="lg">
        <AddConnection
          accountId={account.id}
          close={close}
          added={(connection) => {
            setAdded(connection);
            close();
          }}
        />
      </Dialog>
    </>
  );
}
