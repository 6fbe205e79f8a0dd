import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useAction } from '../../control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTexts } from '../../words/words.tsx';

export function RenameConnection({
  connection,
  close,
}: {
  readonly connection: ConnectionView;
  readonly close: () => void;
}) {
  const text = useTexts().connections;
  const update = useAction('connection.update');
  const [name, setName] = useState(connection.name);
  const [isTried, setTried] = useState(false);
  const isMissing = name.trim() === '';
  const submit = (): void => {
    setTried(true);
    if (!isMissing) update.mutate({ connectionId: connection.id, name }, { onSuccess: close });
  };
  return (
    <DialogForm
      submitLabel={text.save}
      isPending={update.isPending}
      failure={update.error}
      submit={submit}
      close={close}
    >
      <TextInput
        label={text.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={100}
        error={isTried && isMissing && text.nameMissing}
        data-autofocus
        required
      />
    </DialogForm>
  );
}
