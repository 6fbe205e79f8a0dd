import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ControlFailure } from '../../../control/failure.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { useTexts } from '../../../words/words.tsx';

/** What the forms of connections have in common. */
export interface ConnectionForm {
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  readonly cancel: () => void;
  /** Whether a name can be given, too. */
  readonly isNamed?: boolean;
}

interface Frame extends ConnectionForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly submit: () => void;
  /** One more way to send the form, beside the usual one. */
  readonly more?: { readonly label: string; readonly submit: () => void } | undefined;
  readonly children: ReactNode;
}

export function FormFrame({
  submitLabel,
  isPending,
  failure,
  cancel,
  isNamed = false,
  name,
  setName,
  submit,
  more,
  children,
}: Frame) {
  const text = useTexts().connectionsAdd;
  return (
    <DialogForm
      submitLabel={submitLabel}
      isPending={isPending}
      failure={failure}
      isHeld={isPending}
      more={
        more !== undefined && (
          <Button variant="default" onClick={more.submit} disabled={isPending}>
            {more.label}
          </Button>
        )
      }
      submit={submit}
      close={cancel}
    >
      {children}
      {isNamed && (
        <TextInput
          label={text.name}
          description={text.nameAbout}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
        />
      )}
    </DialogForm>
  );
}
