import { Alert, Anchor, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { ConnectionView, WaitingFile } from '../../../src/contract/control/connections.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCanSync } from '../../base/control/use-control.ts';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { AddConnection } from './add-connection.tsx';
import { Connection } from './connection.tsx';
import { ImportFiles } from './import/import-files.tsx';
import { RememberedMappings } from './mapping/remembered-mappings.tsx';
import classes from './connections.module.css';
import { MessageText } from '../../parts/message-text.tsx';
import { MappingEditor } from './mapping/mapping-editor.tsx';

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
              <LoadingState failure={failure} retry={refetch} />
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

/** The next step after a connection was added, and its result. */
function AddedNotice({
  connection: { accountId, name, health },
  done,
}: {
  readonly connection: ConnectionView;
  readonly done: () => void;
}) {
  const text = useTexts().connections;
  const runText = useTexts().run;
  const format = useFormat();
  const canSync = useCanSync(accountId);
  const sync = useAction('run.sync');
  const [runId, setRunId] = useState<string | null>(null);
  const { data: run } = useAnswer('run.get', runId === null ? null : { runId });
  const isOver = run != null && run.finishedAt !== null;
  return (
    <Paper withBorder p="md" role="status">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>{text.added({ name })}</Text>
          <Text size="sm">
            {isOver
              ? `${runText.kind[run.kind]}: ${runText.status[shownStatus(run)]}. ${countsInWords(run.counts, runText, format)}.`
              : runId === null
                ? health.failures > 0
                  ? text.addedFailing
                  : canSync
                    ? text.addedNext
                    : text.addedImport
                : text.syncing}{' '}
            {runId !== null && (
              <Anchor component={Link} href={`/activity/${runId}`} size="sm">
                {text.toRun}
              </Anchor>
            )}
          </Text>
        </div>
        <Group gap="xs">
          {runId === null && canSync && (
            <Button
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={sync.isPending}
              onClick={() => sync.mutate({ accountId }, { onSuccess: (started) => setRunId(started.runId) })}
            >
              {text.syncNow}
            </Button>
          )}
          <Button variant="default" onClick={done}>
            {text.done}
          </Button>
        </Group>
      </Group>
      {sync.error !== null && <ErrorState failure={sync.error} />}
    </Paper>
  );
}

function ConnectionList({
  connections,
  add,
}: {
  readonly connections: readonly ConnectionView[];
  readonly add: () => void;
}) {
  const text = useTexts().connections;
  const [unrevoked, setUnrevoked] = useState<string | null>(null);
  return (
    <Card title={text.list}>
      <div aria-live="polite">
        {unrevoked !== null && (
          <Alert
            color="orange"
            icon={<IconAlertTriangle aria-hidden />}
            mb="md"
            withCloseButton
            closeButtonLabel={text.done}
            onClose={() => setUnrevoked(null)}
          >
            {text.unrevoked({ name: unrevoked })}
          </Alert>
        )}
      </div>
      {connections.length === 0 ? (
        <EmptyState icon={MENU_ICONS.connections} action={<Button onClick={add}>{text.add}</Button>}>
          {text.none}
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
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

/** Links elsewhere lead here; the first question is then open. */
const QUESTIONS = '/connections/waiting';

/** Files in watched folders that could not be read, with remedies. Hidden if there are none. */
function WaitingFiles({
  accountId,
  connections,
}: {
  readonly accountId: string;
  readonly connections: readonly ConnectionView[];
}) {
  const text = useTexts().connectionsWaiting;
  const [location, navigate] = useLocation();
  const { data: files, error, refetch } = useAnswer('connection.waitingFiles', { accountId });
  const [chosenPath, setChosenPath] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  if (error !== null) return <ErrorState failure={error} retry={() => void refetch()} />;
  const message = saved === null ? null : <Text size="sm">{text.saved({ name: saved })}</Text>;
  if (files === undefined || (files.length === 0 && message === null)) return null;
  const openPath = chosenPath ?? (location === QUESTIONS ? files.find(({ answerable }) => answerable)?.path : null);
  const close = (): void => {
    setChosenPath(null);
    if (location === QUESTIONS) navigate('/connections', { replace: true });
    place.current?.focus();
  };
  return (
    <Card title={text.title}>
      <Stack gap="md" ref={place} tabIndex={-1}>
        <div role="status">{message}</div>
        {files.length > 0 && (
          <Text size="sm" c="dimmed">
            {text.about}
          </Text>
        )}
        {files.map((file) =>
          file.path === openPath ? (
            <MappingEditor
              key={file.path}
              accountId={accountId}
              file={file}
              remembered={null}
              saved={() => {
                setSaved(file.name);
                close();
              }}
              cancel={close}
            />
          ) : (
            <WaitingLine
              key={file.path}
              file={file}
              connection={connections.find(({ id }) => id === file.connectionId)?.name ?? ''}
              answer={() => setChosenPath(file.path)}
            />
          ),
        )}
      </Stack>
    </Card>
  );
}

function WaitingLine({
  file: { name, problem, answerable },
  connection,
  answer,
}: {
  readonly file: WaitingFile;
  readonly connection: string;
  readonly answer: () => void;
}) {
  const text = useTexts().connectionsWaiting;
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <div style={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600} component="h3">
          {name}
        </Text>
        {connection !== '' && (
          <Text size="xs" c="dimmed">
            {text.of({ connection })}
          </Text>
        )}
        <MessageText message={problem} isQuiet />
      </div>
      {answerable && (
        <Button size="xs" aria-label={text.named({ action: text.answer, name })} onClick={answer}>
          {text.answer}
        </Button>
      )}
    </Group>
  );
}
