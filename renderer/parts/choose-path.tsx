import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type CSSProperties, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import type { ChoiceKind, ChosenPath } from '../../src/contract/control/desktop.ts';
import { useTexts } from '../base/words.tsx';
import { useCarrier } from '../base/control/use-control.tsx';
import type { ControlFailure } from '../base/control/carrier.ts';
import { ErrorState, LoadingState } from './layout.tsx';

const FolderBrowser = lazy(async () => ({ default: (await import('./folder-browser.tsx')).FolderBrowser }));

const BESIDE_FIELD: CSSProperties = { flexShrink: 0, marginTop: 'calc(var(--mantine-spacing-xs) / 2)' };

interface PathChooser {
  readonly kind: ChoiceKind;
  readonly typed: string;
  readonly label: string;
  readonly choose: (path: string) => void;
}

/** For `inputContainer`. The desktop opens the system's dialog, a browser a list of folders. */
export function withPathChooser(chooser: PathChooser): (field: ReactNode) => ReactNode {
  return (field) => <PathField {...chooser}>{field}</PathField>;
}

function PathField({ children, ...chooser }: PathChooser & { readonly children: ReactNode }) {
  const [button, below] = usePathChooser(chooser, BESIDE_FIELD);
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
        {button}
      </Group>
      {below}
    </>
  );
}

export function ChoosePath(chooser: PathChooser) {
  const [button, below] = usePathChooser(chooser);
  return (
    <div>
      {button}
      {below}
    </div>
  );
}

function usePathChooser(chooser: PathChooser, style: CSSProperties = {}): readonly [ReactNode, ReactNode] {
  const carrier = useCarrier();
  const byDialog = useDialog(chooser, style);
  const byList = useList(chooser, style);
  return carrier.isDesktop ? byDialog : byList;
}

function useDialog({ kind, typed, label, choose }: PathChooser, style: CSSProperties): readonly [ReactNode, ReactNode] {
  const text = useTexts().choosePath;
  const carrier = useCarrier();
  const ask = useMutation<ChosenPath | null, ControlFailure>({
    mutationFn: () => carrier.call('desktop.choose', { kind, startAt: typed.trim() }) as Promise<ChosenPath | null>,
    onSuccess: (chosen) => {
      if (chosen !== null) choose(chosen.path);
    },
  });
  return [
    <Button
      key="button"
      variant="default"
      aria-description={label}
      style={style}
      loading={ask.isPending}
      onClick={() => ask.mutate()}
    >
      {text.choose}
    </Button>,
    <ErrorState key="failure" failure={ask.error} />,
  ];
}

function useList({ kind, typed, label, choose }: PathChooser, style: CSSProperties): readonly [ReactNode, ReactNode] {
  const text = useTexts().choosePath;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return [
    <Button
      key="button"
      ref={opener}
      variant="default"
      aria-description={label}
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      style={style}
      onClick={() => setOpen(!isOpen)}
    >
      {text.browse}
    </Button>,
    isOpen && (
      <Suspense key="list" fallback={<LoadingState height={160} />}>
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
    ),
  ];
}
