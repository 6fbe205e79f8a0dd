import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useEffect, useState, useRef } from 'react';
import { useLocation } from 'wouter';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useTexts } from '../../base/words.tsx';
import { useCanSync, useAnswer } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Dialog } from '../../parts/dialogs.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { AddConnection } from './add-connection.tsx';
import { Connection } from './connection.tsx';
import { ImportFiles } from './import/import-files.tsx';
import { ScheduleCard } from './schedule/schedule-card.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { Muted, Button } from '../../parts/links.tsx';
import { Small } from '../../parts/rows-table.tsx';
import { MappingEditor } from './mapping/mapping-editor.tsx';

export function ConnectionsPage() {
  const { account } = useAccount();
  const { connections: text, pageNames } = useTexts();
  const { data: connections, error, refetch } = useAccountAnswer('connection.list');
  const { data: kinds, error: kindsError } = useAnswer('kind.list', {});
  const failure = error ?? kindsError;
  const [isAdding, { open, close }] = useDisclosure();
  const [added, setAdded] = useState<ConnectionView | null>(null);
  return (
    <>
      <PageTitle title={pageNames.connections} />
      <Stack gap="lg">
        <WhileInDemo />
        {added !== null && added.accountId === account.id && <FirstSync key={added.id} connection={added} />}
        <WaitingFiles key={`waiting ${account.id}`} connections={connections ?? []} />
        <ImportFiles key={`import ${account.id}`} />
        <SimpleGrid minColWidth="min(26rem, 100%)" spacing="lg" style={{ alignItems: 'start' }}>
          {connections === undefined || kinds === undefined ? (
            <LoadingState failure={failure} retry={refetch} />
          ) : (
            <ConnectionList connections={connections} add={open} />
          )}
          <ScheduleCard key={account.id} />
        </SimpleGrid>
      </Stack>
      <Dialog title={text.add} isOpen={isAdding && kinds !== undefined} close={close} size="lg">
        <AddConnection
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

function FirstSync({ connection: { accountId, health } }: { readonly connection: ConnectionView }) {
  const canSync = useCanSync(accountId);
  const { mutate, data, error } = useAccountAction('run.sync');
  const isTried = canSync && health.failures === 0;
  useEffect(() => {
    if (isTried) mutate({});
  }, [isTried, mutate]);
  if (!isTried) return null;
  return (
    <Alert role="status">
      {data !== undefined && <FollowRun runId={data.runId} />}
      <ErrorState failure={error} />
    </Alert>
  );
}

function ConnectionList({ connections, add }: Readonly<{ connections: readonly ConnectionView[]; add: () => void }>) {
  const { connections: text, parts, settingsProfiles } = useTexts();
  const [unrevoked, setUnrevoked] = useState<string | null>(null);
  return (
    <Card
      title={text.list}
      actions={
        connections.length > 0 && (
          <Button size="xs" px={{ base: 8, sm: 10 }} variant="default" icon={IconPlus} onClick={add}>
            {text.add}
          </Button>
        )
      }
    >
      <div aria-live="polite">
        {unrevoked !== null && (
          <Alert
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            mb="md"
            withCloseButton
            closeButtonLabel={parts.close}
            title={settingsProfiles.unrevokedTitle({ name: unrevoked })}
            onClose={() => setUnrevoked(null)}
          >
            {settingsProfiles.unrevoked({ names: [unrevoked] })}
          </Alert>
        )}
      </div>
      {connections.length === 0 ? (
        <EmptyState icon={MENU_ICONS.connections} action={<Button onClick={add}>{text.add}</Button>}>
          {text.none}
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0}>
          {connections.map((connection) => (
            <Connection
              key={connection.id}
              connection={connection}
              removed={(isRevoked) => setUnrevoked(isRevoked ? null : connection.name)}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}

/** Links on other pages lead to this address, which opens the questions about the first file. */
const QUESTIONS = '/connections/waiting';

/** Files in watched folders that could not be read, with remedies. Hidden if there are none. */
function WaitingFiles({ connections }: { readonly connections: readonly ConnectionView[] }) {
  const { connectionsWaiting: text, problemPlaces, parts } = useTexts();
  const [location, navigate] = useLocation();
  const { data: files, error, refetch } = useAccountAnswer('connection.waitingFiles');
  const [chosenPath, setChosenPath] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  if (error !== null) return <ErrorState failure={error} retry={refetch} />;
  if (files === undefined || files.length === 0) return null;
  const openPath = chosenPath ?? (location === QUESTIONS ? files.find(({ answerable }) => answerable)?.path : null);
  const close = (): void => {
    setChosenPath(null);
    if (location === QUESTIONS) navigate('/connections', { replace: true });
    place.current?.focus();
  };
  return (
    <Card title={text.title}>
      <Stack gap="md" ref={place} tabIndex={-1}>
        <Muted>{text.about}</Muted>
        {files.map((file) =>
          file.path === openPath ? (
            <MappingEditor key={file.path} file={file} remembered={null} saved={close} cancel={close} />
          ) : (
            <Group key={file.path} justify="space-between" align="flex-start" gap="sm">
              <div style={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={600} component="h3">
                  {file.name}
                </Text>
                {connections
                  .filter(({ id }) => id === file.connectionId)
                  .map(({ id, name }) => (
                    <Small key={id}>{text.of({ connection: name })}</Small>
                  ))}
                <MessageText message={file.problem} isQuiet />
              </div>
              {file.answerable && (
                <Button
                  size="xs"
                  aria-label={parts.named({ label: problemPlaces.go.answers, name: file.name })}
                  onClick={() => setChosenPath(file.path)}
                >
                  {problemPlaces.go.answers}
                </Button>
              )}
            </Group>
          ),
        )}
      </Stack>
    </Card>
  );
}
