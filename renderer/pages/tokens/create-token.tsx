import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewToken } from '../../../src/contract/control/tokens.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction } from '../../base/control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { dayOf, useNow } from '../../parts/use-now.ts';

type Scope = NewToken['scopes'][number];
const SCOPES: readonly Scope[] = ['read', 'write'];
const NAME_LENGTH = 100;

/** Errors appear at the fields after the first attempt to submit. */
export function CreateToken({
  accountId,
  created,
  close,
}: {
  readonly accountId: string;
  readonly created: (token: NewToken) => void;
  readonly close: () => void;
}) {
  const text = useTexts().tokens;
  const create = useAction('token.create');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [expiry, setExpiry] = useState<ExpiryChoice>('90');
  const [day, setDay] = useState('');
  const [wasSubmitted, setTried] = useState(false);
  const today = dayOf(new Date(useNow()));
  const wrong = {
    name: name.trim() === '' ? text.nameMissing : null,
    scopes: scopes.length === 0 ? text.scopeMissing : null,
    day: expiry === 'day' && day < today ? text.expiryDayWrong : null,
  };
  const visibleProblem = (problem: string | null): string | false => wasSubmitted && (problem ?? false);
  const submit = (): void => {
    setTried(true);
    if (Object.values(wrong).some((problem) => problem !== null)) return;
    create.mutate(
      { accountId, name, scopes: [...scopes], expiresAt: expiresAt(expiry, day, Date.now()) },
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
        description={text.nameAbout}
        placeholder={text.nameExample}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={NAME_LENGTH}
        error={visibleProblem(wrong.name)}
        data-autofocus
        required
      />
      <Checkbox.Group label={text.scopes} value={[...scopes]} onChange={setScopes} error={visibleProblem(wrong.scopes)}>
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={text.scope[scope]} description={text.scopeAbout[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={text.expiry}
        value={expiry}
        onChange={({ currentTarget }) => setExpiry(currentTarget.value as ExpiryChoice)}
        data={EXPIRY_CHOICES.map((choice) => ({ value: choice, label: text.expiryChoice[choice] }))}
      />
      {expiry === 'day' && (
        <TextInput
          type="date"
          label={text.expiryDay}
          min={today}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          error={visibleProblem(wrong.day)}
          required
        />
      )}
    </DialogForm>
  );
}

const EXPIRY_CHOICES = ['90', '30', '365', 'day', 'never'] as const;
type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

const DAY = 86_400_000;

/** Null for never. The chosen day is included, in the user's time zone. */
function expiresAt(choice: ExpiryChoice, day: string, now: number): string | null {
  if (choice === 'never') return null;
  if (choice !== 'day') return new Date(now + Number(choice) * DAY).toISOString();
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + 1).toISOString();
}
