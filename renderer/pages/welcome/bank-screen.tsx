import { Button, List, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { AddConnection } from '../connections/add-connection.tsx';
import { ImportFiles } from '../connections/import/import-files.tsx';
import { readStoredFiles } from '../connections/import/use-files.ts';
import { Frame, type WizardNav } from './frame.tsx';

type Shown = 'connected' | 'kinds' | 'file';

/** Choose between a service, a watched folder and importing a file once. */
export function BankScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { bank: text, next, skip } = useTexts().welcome;
  const sync = useAction('run.sync');
  const { data: connections } = useAnswer('connection.list', { accountId: account.id });
  const { data: runs } = useAnswer('run.list', { accountId: account.id, limit: 10 });
  const [chosenView, setChosenView] = useState<Shown | null>(() =>
    readStoredFiles(account.id).length > 0 ? 'file' : null,
  );
  /** Incremented to reset a canceled form. */
  const [attempt, setAttempt] = useState(0);
  const view = chosenView ?? (connections !== undefined && connections.length > 0 ? 'connected' : 'kinds');
  const isImported =
    runs?.some(({ kind, finishedAt, status }) => kind === 'import' && finishedAt !== null && status !== 'failed') ===
    true;
  const begin = (): void => sync.mutate({ accountId: account.id }, { onSuccess: () => nav.goTo('sync') });
  const another = (
    <Button variant="default" onClick={() => setChosenView('kinds')}>
      {view === 'file' ? text.otherWays : text.another}
    </Button>
  );
  return (
    <Frame
      screen="bank"
      nav={nav}
      title={text.title}
      {...(view === 'connected' ? {} : { lead: view === 'file' ? text.fileAbout : text.about })}
      failure={sync.error}
      actions={
        <>
          {view === 'connected' && (
            <Button loading={sync.isPending} onClick={begin}>
              {next}
            </Button>
          )}
          {view === 'file' && isImported && <Button onClick={() => nav.goTo('schedule')}>{next}</Button>}
          {view !== 'kinds' && another}
          {view !== 'connected' && !isImported && (
            <Button variant="default" onClick={() => nav.pass(['bank'], 'schedule')}>
              {skip}
            </Button>
          )}
        </>
      }
    >
      {view === 'connected' && (
        <div>
          <Text>{text.chosen}</Text>
          <List fw={600}>
            {connections?.map(({ id, name }) => (
              <List.Item key={id}>{name}</List.Item>
            ))}
          </List>
        </div>
      )}
      {view === 'kinds' && (
        <Stack gap="sm">
          <AddConnection
            key={attempt}
            accountId={account.id}
            offersTrial={false}
            more={{ icon: IconFileImport, name: text.file, about: text.fileAbout, choose: () => setChosenView('file') }}
            added={() => {
              setChosenView('connected');
              begin();
            }}
            close={() => setAttempt(attempt + 1)}
          />
        </Stack>
      )}
      {view === 'file' && <ImportFiles accountId={account.id} opensAtOnce />}
    </Frame>
  );
}
