import { Box, Group } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import type { ChoiceKind } from '../../src/contract/control/desktop.ts';
import { useTexts } from '../base/words.tsx';
import { useAction, useCarrier } from '../base/control/use-control.tsx';
import { ErrorState, LoadingState } from './layout.tsx';
import { Button } from './links.tsx';

const FolderBrowser = lazy(async () => ({ default: (await import('./folder-browser.tsx')).FolderBrowser }));

interface PathChooser {
  readonly kind: ChoiceKind;
  readonly typed: string;
  readonly label: string;
  readonly choose: (path: string) => void;
}

/** For Mantine's `inputContainer`: puts a button beside the field, and the list that it opens below. */
export function withPathChooser(chooser: PathChooser): (field: ReactNode) => ReactNode {
  return (field) => (
    <Group gap="xs" align="flex-start">
      <Box flex="1 1 15rem" miw={0}>
        {field}
      </Box>
      <ChoosePath {...chooser} />
    </Group>
  );
}

/** Opens the system's dialog on the desktop, and a list of folders in a browser. */
function ChoosePath({ kind, typed, label, choose }: PathChooser) {
  const { parts } = useTexts();
  const carrier = useCarrier();
  const ask = useAction('desktop.choose');
  const openDialog = (): void =>
    ask.mutate({ kind, startAt: typed.trim() }, { onSuccess: (chosen) => chosen !== null && choose(chosen.path) });
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        mt="calc(var(--mantine-spacing-xs) / 2)"
        aria-description={label}
        loading={ask.isPending}
        onClick={() => (carrier.isDesktop ? openDialog() : setOpen(!isOpen))}
        {...(carrier.isDesktop ? {} : { 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined })}
      >
        {`${parts.choose}…`}
      </Button>
      {(isOpen || ask.error !== null) && (
        <Box w="100%">
          <ErrorState failure={ask.error} />
          {isOpen && (
            <Suspense fallback={<LoadingState height={160} />}>
              <FolderBrowser
                id={id}
                kind={kind}
                typed={typed}
                choose={(path) => {
                  close();
                  choose(path);
                }}
                close={close}
              />
            </Suspense>
          )}
        </Box>
      )}
    </>
  );
}
