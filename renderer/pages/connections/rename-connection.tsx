import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useAction } from '../../control/use-control.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { useTexts } from '../../words/words.tsx';

export function RenameConnection({
  connection,
  close,
}: {
  readonly connection: ConnectionView;
  readonly close: () => void;
}) {
  const text = useTexts().connections;
  const partText = useTexts().parts;
  const update = useAction('connection.update');
  const [name, setName] = useState(connection.name);
  const [isTried, setTried] = useState(false);
  const isMissing = name.trim() === '';
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) update.mutate({ connectionId: connection.id, name }, { onSuccess: close });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={text.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          error={isTried && isMissing && text.nameMissing}
          data-autofocus
          required
        />
        {update.error !== null && <ErrorState failure={update.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {partText.cancel}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
