import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../control/failure.ts';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './states.tsx';

interface DialogFormProps {
  readonly children: ReactNode;
  /** What the button does, as a verb. */
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly failure?: ControlFailure | null;
  /** Whether what is under way can no longer be left. */
  readonly isHeld?: boolean;
  /** One more button, between the usual two. */
  readonly more?: ReactNode;
  readonly submit: () => void;
  readonly close: () => void;
}

/** Fields in a dialog, what failed, and the buttons. The fields name mistakes themselves, so the browser does not. */
export function DialogForm({
  children,
  submitLabel,
  isPending,
  failure = null,
  isHeld = false,
  more,
  submit,
  close,
}: DialogFormProps) {
  const text = useTexts().parts;
  const told = useRef<HTMLDivElement>(null);
  // In a long form, what failed and what to do about it would stand below the edge.
  useEffect(() => {
    if (failure !== null) told.current?.scrollIntoView({ block: 'center' });
  }, [failure]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        {children}
        {failure !== null && (
          <div ref={told}>
            <ErrorState failure={failure} />
          </div>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={isHeld}>
            {text.cancel}
          </Button>
          {more}
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Confirmation {
  /** A question. */
  readonly title: string;
  /** What will happen, and whether it can be taken back. */
  readonly children: ReactNode;
  /** What the button does, as a verb. */
  readonly yes: string;
  /** By default: cancel. */
  readonly no?: string;
  readonly isOpen: boolean;
  readonly isPending?: boolean;
  readonly failure?: ControlFailure | null;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** Asks before something that cannot simply be taken back. The focus begins on the harmless button. */
export function Confirm({
  title,
  children,
  yes,
  no,
  isOpen,
  isPending = false,
  failure = null,
  confirm,
  close,
}: Confirmation) {
  const text = useTexts().parts;
  return (
    <Dialog title={title} isOpen={isOpen} close={close}>
      <Stack gap="md">
        <div>{children}</div>
        {failure !== null && <ErrorState failure={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            {no ?? text.cancel}
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
