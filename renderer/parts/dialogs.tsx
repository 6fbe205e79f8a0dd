import { Button, Group, Stack, Modal, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../base/control/carrier.ts';
import { ErrorState } from './layout.tsx';

/** A mutation, or the part of it that a dialog shows. */
export interface Action {
  readonly isPending: boolean;
  readonly error: ControlFailure | null;
}

interface DialogFormProps {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly action: Action;
  readonly isBusy?: boolean;
  readonly more?: ReactNode;
  readonly submit: () => unknown;
  readonly close: () => void;
}

/** A form in a dialog. The fields show their own errors, so browser validation is off. */
export function DialogForm({
  children,
  submitLabel,
  action: { isPending, error },
  isBusy = false,
  more,
  submit,
  close,
}: DialogFormProps) {
  const failureArea = useRef<HTMLDivElement>(null);
  // Scrolls to the error, because it is below the visible part of a long form.
  useEffect(() => {
    if (error !== null) failureArea.current?.scrollIntoView({ block: 'center' });
  }, [error]);
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
        {error !== null && (
          <div ref={failureArea}>
            <ErrorState failure={error} />
          </div>
        )}
        <DialogButtons close={close} isBusy={isBusy}>
          {more}
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** The field of a required name, with a check that shows the field's error if the name is empty. */
export function useNameField(initial = ''): readonly [name: string, field: ReactNode, mayUse: () => boolean] {
  const { parts: text, column } = useTexts();
  const [name, setName] = useState(initial);
  const [wasSubmitted, setSubmitted] = useState(false);
  const isMissing = name.trim() === '';
  const field = (
    <TextInput
      label={column.name}
      value={name}
      onChange={({ currentTarget }) => setName(currentTarget.value)}
      maxLength={100}
      error={wasSubmitted && isMissing && text.required}
      data-autofocus
      required
    />
  );
  const mayUse = (): boolean => {
    setSubmitted(true);
    return !isMissing;
  };
  return [name, field, mayUse];
}

interface DialogButtonsProps {
  readonly close: () => void;
  readonly closeLabel?: string | undefined;
  readonly isBusy?: boolean;
  readonly isFocused?: boolean;
  readonly children?: ReactNode;
}

export function DialogButtons({ close, closeLabel, isBusy = false, isFocused = false, children }: DialogButtonsProps) {
  const text = useTexts().parts;
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={close} disabled={isBusy} data-autofocus={isFocused || undefined}>
        {closeLabel ?? text.cancel}
      </Button>
      {children}
    </Group>
  );
}

interface Confirmation {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly isOpen: boolean;
  readonly action: Action;
  readonly confirm: () => unknown;
  readonly close: () => void;
}

export function Confirm({ children, confirmLabel, action, confirm, close, ...dialog }: Confirmation) {
  return (
    <Dialog close={close} {...dialog}>
      <Stack gap="md">
        <div>{children}</div>
        <ErrorState failure={action.error} />
        <DialogButtons close={close} isFocused>
          <Button color="red" loading={action.isPending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </DialogButtons>
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

/** Has no scroll lock, which would add styles that the content security policy forbids. */
export function Dialog({ title, isOpen, close, size = 'md', children }: DialogProps) {
  const text = useTexts().parts;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      size={size}
      centered
      lockScroll={false}
      // Closes without a transition, during which callers would have to keep the content.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The page already has a banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title fw={600} fz="lg" lh="xs">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={text.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
