import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewToken } from '../../../../src/contract/control/tokens.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';

const NAME_LENGTH = 100;

/** In days. */
const LIFETIMES = ['90', '30', '365', 'never'] as const;

const DAY_MS = 86_400_000;

/** Tokens with other permissions or another end are created in a terminal. */
export function CreateToken({
  accountId,
  created,
  close,
}: {
  readonly accountId: string;
  readonly created: (token: NewToken) => void;
  readonly close: () => void;
}) {
  const text = useTexts().settingsApi;
  const create = useAction('token.create');
  const [name, setName] = useState('');
  const [mayChange, setMayChange] = useState(false);
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>('90');
  const [wasSubmitted, setTried] = useState(false);
  const isNamed = name.trim() !== '';
  const submit = (): void => {
    setTried(true);
    if (!isNamed) return;
    const expiresAt = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
    create.mutate(
      { accountId, name, scopes: mayChange ? ['read', 'write'] : ['read'], expiresAt },
      { onSuccess: created },
    );
  };
  return (
    <DialogForm
      submitLabel={text.make}
      isPending={create.isPending}
      failure={create.error}
      submit={submit}
      close={close}
    >
      <TextInput
        label={text.name}
        placeholder={text.nameExample}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={NAME_LENGTH}
        error={wasSubmitted && !isNamed && text.nameMissing}
        data-autofocus
        required
      />
      <Radio.Group
        label={text.scopes}
        value={mayChange ? 'write' : 'read'}
        onChange={(value) => setMayChange(value === 'write')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="read" label={text.mayRead} description={text.mayReadAbout} />
          <Radio value="write" label={text.mayChange} description={text.mayChangeAbout} />
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={text.expiry}
        value={lifetime}
        onChange={({ currentTarget }) => setLifetime(currentTarget.value as (typeof LIFETIMES)[number])}
        data={LIFETIMES.map((value) => ({ value, label: text.expiryChoice[value] }))}
      />
    </DialogForm>
  );
}
