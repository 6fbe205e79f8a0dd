import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ControlFailure } from '../control/failure.ts';
import { useTexts } from '../words/words.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';

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
