import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ControlFailure } from '../control/failure.ts';
import { useTexts } from '../words/words.tsx';
import { ErrorState } from './error-state.tsx';

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
