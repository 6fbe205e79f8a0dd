import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChoiceKind, ChosenPath } from '../../src/contract/control/desktop.ts';
import { useLine } from '../control/control-context.tsx';
import { toFailure, type ControlFailure } from '../control/failure.ts';
import { useTexts } from '../words/words.tsx';
import { ErrorState } from './error-state.tsx';

/** As far below it as Mantine puts the field. */
const BELOW_DESCRIPTION = 'calc(var(--mantine-spacing-xs) / 2)';

interface PathChooser {
  readonly kind: ChoiceKind;
  /** What is typed so far: the dialog begins there. */
  readonly typed: string;
  /** What the field is called, for who hears the button alone. */
  readonly label: string;
  readonly choose: (path: string) => void;
}

/**
 * On the desktop, a button beside a field for a path, which opens the system's own dialog; what is typed stays possible.
 * A browser gets the field alone: it shows no folders of the computer that Pennyrow runs on. For `inputContainer`.
 */
export function withPathChooser(chooser: PathChooser): (field: ReactNode) => ReactNode {
  return (field) => <PathField {...chooser}>{field}</PathField>;
}

function PathField({ kind, typed, label, choose, children }: PathChooser & { readonly children: ReactNode }) {
  const text = useTexts().choosePath;
  const { carrier } = useLine();
  const ask = useMutation<ChosenPath | null, ControlFailure>({
    mutationFn: () =>
      carrier.call('desktop.choose', { kind, startAt: typed.trim() }).catch((thrown: unknown) => {
        throw toFailure(thrown);
      }) as Promise<ChosenPath | null>,
    onSuccess: (chosen) => {
      if (chosen !== null) choose(chosen.path);
    },
  });
  if (!carrier.isDesktop) return children;
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
        <Button
          variant="default"
          aria-description={label}
          mt={BELOW_DESCRIPTION}
          style={{ flexShrink: 0 }}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {text.choose}
        </Button>
      </Group>
      {ask.error !== null && <ErrorState failure={ask.error} />}
    </>
  );
}
