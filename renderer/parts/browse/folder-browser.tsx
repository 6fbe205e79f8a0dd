import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChoiceKind } from '../../../src/contract/control/desktop.ts';
import type { EntryView, FolderListView } from '../../../src/contract/control/folders.ts';
import { useAnswer } from '../../control/use-control.ts';
import { useTexts } from '../../words/words.tsx';
import { ErrorState } from '../error-state.tsx';
import { LoadingState } from '../loading-state.tsx';
import classes from './browse.module.css';
import { EntryList } from './entry-list.tsx';

/** Whoever is in it leaves it by Escape; a dialog around it stays. */
const KEEPS_DIALOG = { 'data-mantine-stop-propagation': true };

interface FolderBrowserProps {
  readonly id: string;
  readonly kind: ChoiceKind;
  /** It begins in the folder that is nearest to this. */
  readonly typed: string;
  /** A file that is looked for. */
  readonly wanted?: string | undefined;
  readonly choose: (path: string) => void;
  readonly close: () => void;
}

/** The folders of the machine that Pennyrow runs on, for a browser that cannot tell where a file is. */
export function FolderBrowser({ id, kind, typed, wanted, choose, close }: FolderBrowserProps) {
  const text = useTexts().choosePath;
  const [near] = useState(typed);
  const [folder, setFolder] = useState<string | null>(null);
  /** Which entry has the focus once the folder is shown: the one that a person comes back from, else the first. */
  const [from, setFrom] = useState<string | null>(null);
  const shows = kind === 'workbook' ? 'workbooks' : 'folders';
  const { data, error, refetch } = useAnswer('folder.list', folder === null ? { near, shows } : { folder, shows });
  // Until the next folder has come, the one before stays: the list must not jump.
  const [shown, setShown] = useState<FolderListView | null>(null);
  if (data !== undefined && data !== shown) setShown(data);
  const go = (to: EntryView, back: string | null = null): void => {
    setFrom(back);
    setFolder(to.path);
  };
  return (
    // Keys of the list bubble to here: Escape closes it from anywhere within.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      id={id}
      aria-label={text.title}
      className={classes['browser']}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600}>
          {text.title}
        </Text>
        <ActionIcon variant="subtle" color="gray" aria-label={text.close} onClick={close} {...KEEPS_DIALOG}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {error !== null && <ErrorState failure={error} again={() => void refetch()} />}
      {shown === null ? (
        error === null && <LoadingState height={160} />
      ) : (
        <>
          <Trail trail={shown.trail} go={go} />
          <EntryList key={shown.path} view={shown} from={from} wanted={wanted} shows={shows} go={go} choose={choose} />
          {kind !== 'workbook' && (
            <Group justify="flex-end">
              <Button
                size="xs"
                onClick={() => choose(kind === 'new-workbook' ? fileIn(shown.path, typed) : shown.path)}
                {...KEEPS_DIALOG}
              >
                {text.use}
              </Button>
            </Group>
          )}
        </>
      )}
    </section>
  );
}

function Trail({
  trail,
  go,
}: {
  readonly trail: FolderListView['trail'];
  readonly go: (to: EntryView, back: string) => void;
}) {
  const text = useTexts().choosePath;
  return (
    <nav aria-label={text.trail} className={classes['trail']}>
      {trail.map((entry, place) => {
        const next = trail[place + 1];
        return next === undefined ? (
          <Text key={entry.path} component="span" size="sm" fw={600} aria-current="true">
            {entry.name}
          </Text>
        ) : (
          <button key={entry.path} type="button" onClick={() => go(entry, next.path)} {...KEEPS_DIALOG}>
            {entry.name}
          </button>
        );
      })}
    </nav>
  );
}

/** The name that was typed or proposed, in another folder. */
function fileIn(folder: string, typed: string): string {
  const name = typed.trim().split(/[/\\]/).at(-1) || 'Pennyrow.xlsx';
  return `${folder}${folder.includes('\\') ? '\\' : '/'}${name}`;
}
