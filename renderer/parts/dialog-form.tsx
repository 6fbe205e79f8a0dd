import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../base/control/failure.ts';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './states.tsx';

interface DialogFormProps {
  readonly children: ReactNode;
  /** A verb. */
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly failure?: ControlFailure | null;
  /** True while the action cannot be interrupted. */
  readonly isBusy?: boolean;
  /** Shown between cancel and submit. */
  readonly more?: ReactNode;
  readonly submit: () => void;
  readonly close: () => void;
}

/** A form in a dialog. The fields show their own errors, so browser validation is off. */
export function DialogForm({
  children,
  submitLabel,
  isPending,
  failure = null,
  isBusy = false,
  more,
  submit,
  close,
}: DialogFormProps) {
  const text = useTexts().parts;
  const failureArea = useRef<HTMLDivElement>(null);
  // In a long form the error would be below the visible part.
  useEffect(() => {
    if (failure !== null) failureArea.current?.scrollIntoView({ block: 'center' });
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
          <div ref={failureArea}>
            <ErrorState failure={failure} />
          </div>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={isBusy}>
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
  /** The consequences, and if they can be undone. */
  readonly children: ReactNode;
  /** A verb. */
  readonly confirmLabel: string;
  /** Default: cancel. */
  readonly cancelLabel?: string;
  readonly isOpen: boolean;
  readonly isPending?: boolean;
  readonly failure?: ControlFailure | null;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** Confirms an action that is hard to undo. The focus starts on the harmless button. */
export function Confirm({
  title,
  children,
  confirmLabel,
  cancelLabel,
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
            {cancelLabel ?? text.cancel}
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
