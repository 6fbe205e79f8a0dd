import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { ConnectionView, WaitingFile } from '../../../src/contract/control/connections.ts';
import { useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { MappingEditor } from './mapping/mapping-editor.tsx';

/** Links elsewhere lead here; the first question is then open. */
const QUESTIONS = '/connections/waiting';

/** Files in watched folders that could not be read, with remedies. Hidden if there are none. */
export function WaitingFiles({
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
