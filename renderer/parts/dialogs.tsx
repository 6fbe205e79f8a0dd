import { Button, Group, Stack, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../base/control/failure.ts';
import { ErrorState } from './layout.tsx';

interface DialogFormProps {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly failure?: ControlFailure | null;
  readonly isBusy?: boolean;
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
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
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

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** Without scroll lock, which would add styles that the content security policy forbids. */
export function Dialog({ title, isOpen, close, size = 'md', children }: DialogProps) {
  const text = useTexts().parts;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      size={size}
      centered
      lockScroll={false}
      // Closes at once, so that callers need not keep the content.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The page already has a banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={text.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
