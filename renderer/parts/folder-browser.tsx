import { ActionIcon, Anchor, Button, Group, Paper, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconFolder, IconTable, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChoiceKind } from '../../src/contract/control/desktop.ts';
import type { EntryView, FolderListView } from '../../src/contract/control/kinds.ts';
import { useTexts } from '../base/words.tsx';
import { useAnswer } from '../base/control/use-control.tsx';
import { ErrorState, LoadingState } from './layout.tsx';
import { Muted } from './links.tsx';
import classes from './folder-browser.module.css';

/** Escape closes the folder browser, but not a dialog around it. */
const KEEPS_DIALOG = { 'data-mantine-stop-propagation': true };

interface FolderBrowserProps {
  readonly id: string;
  readonly kind: ChoiceKind;
  readonly typed: string;
  readonly choose: (path: string) => void;
  readonly close: () => void;
}

/** Replaces the browser's file dialog, which does not reveal paths. Lists the folders of the computer that runs Pennyrow. */
export function FolderBrowser({ id, kind, typed, choose, close }: FolderBrowserProps) {
  const { choosePath: text, parts } = useTexts();
  const [near] = useState(typed);
  const [folder, setFolder] = useState<string | null>(null);
  /** The folder that the user came back from gets the focus, otherwise the first entry. */
  const [from, setFrom] = useState<string | null>(null);
  const shows = kind === 'workbook' ? 'workbooks' : 'folders';
  const { data, error, refetch } = useAnswer('folder.list', folder === null ? { near, shows } : { folder, shows });
  const [shownFolder, setShownFolder] = useState<FolderListView | null>(null);
  if (data !== undefined && data !== shownFolder) setShownFolder(data);
  const go = (to: EntryView, back: string | null = null): void => {
    setFrom(back);
    setFolder(to.path);
  };
  return (
    // Key events bubble to this element, so that Escape closes the folder browser wherever the focus is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <Paper
      component="section"
      id={id}
      aria-label={text.title}
      withBorder
      display="grid"
      mt="xs"
      p="sm"
      style={{ gap: 'var(--space-2)' }}
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
        <ActionIcon variant="subtle" color="gray" aria-label={parts.close} onClick={close} {...KEEPS_DIALOG}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ErrorState failure={error} retry={refetch} />
      {shownFolder === null ? (
        error === null && <LoadingState height={160} />
      ) : (
        <>
          <nav aria-label={parts.folder} className={classes['trail']}>
            {shownFolder.trail.map((entry, place, { [place + 1]: next }) =>
              next === undefined ? (
                <Text key={entry.path} component="span" size="sm" fw={600} aria-current="true">
                  {entry.name}
                </Text>
              ) : (
                <Anchor
                  key={entry.path}
                  component="button"
                  type="button"
                  c="var(--accent-ink)"
                  underline="hover"
                  onClick={() => go(entry, next.path)}
                  {...KEEPS_DIALOG}
                >
                  {entry.name}
                </Anchor>
              ),
            )}
          </nav>
          <EntryList key={shownFolder.path} view={shownFolder} from={from} shows={shows} go={go} choose={choose} />
          {kind !== 'workbook' && (
            <Group justify="flex-end">
              <Button
                size="xs"
                onClick={() => choose(kind === 'new-workbook' ? fileIn(shownFolder.path, typed) : shownFolder.path)}
                {...KEEPS_DIALOG}
              >
                {text.use}
              </Button>
            </Group>
          )}
        </>
      )}
    </Paper>
  );
}

function fileIn(folder: string, typed: string): string {
  const name = typed.trim().split(/[/\\]/).at(-1) || 'Pennyrow.xlsx';
  return `${folder}${folder.includes('\\') ? '\\' : '/'}${name}`;
}

interface EntryListProps {
  readonly view: FolderListView;
  readonly from: string | null;
  readonly shows: 'folders' | 'workbooks';
  readonly go: (to: EntryView, back?: string) => void;
  readonly choose: (path: string) => void;
}

function EntryList({ view: { trail, folders, files, isCut }, from, shows, go, choose }: EntryListProps) {
  const { choosePath: text, parts } = useTexts();
  const entries = [...folders.map((entry) => ({ ...entry, changedAt: null })), ...files];
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      entries.findIndex(({ path }) => path === from),
    ),
  );
  const list = useRef<HTMLDivElement>(null);
  const focus = (at: number): void => (list.current?.querySelectorAll('button')[at] ?? list.current)?.focus();
  useEffect(() => {
    focus(place);
    // Moves the focus only when the list mounts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const last = trail.at(-1);
  const above = trail.at(-2);
  const steer = (event: KeyboardEvent): void => {
    if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && above !== undefined) {
      event.preventDefault();
      go(above, last?.path);
      return;
    }
    const names = entries.map(({ name }) => name);
    const next = placeByKey(event.key, place, names);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };
  return (
    <>
      <Text size="xs" c="dimmed" role="status">
        {text.count({
          name: last?.name ?? '',
          folders: folders.length,
          files: shows === 'folders' ? null : files.length,
        })}
        {isCut && ` ${text.cut}`}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={list}
        role="group"
        data-mantine-stop-propagation
        tabIndex={-1}
        className={classes['entries']}
        aria-label={last?.name}
        onKeyDown={steer}
      >
        {entries.length === 0 ? (
          <Muted p="xs">{text.empty}</Muted>
        ) : (
          <Stack component="ul" gap={0}>
            {entries.map(({ path, name, changedAt }, at) => (
              <li key={path}>
                <UnstyledButton
                  tabIndex={at === place ? 0 : -1}
                  data-mantine-stop-propagation
                  onFocus={() => setPlace(at)}
                  onClick={() => (changedAt === null ? go({ path, name }) : choose(path))}
                >
                  {changedAt === null ? (
                    <IconFolder size={18} stroke={1.6} aria-hidden />
                  ) : (
                    <IconTable size={18} stroke={1.6} aria-hidden />
                  )}
                  <span className={classes['name']}>{name}</span>
                  {changedAt === null ? (
                    <VisuallyHidden>{parts.folder}</VisuallyHidden>
                  ) : (
                    <span className={classes['changed']}>{text.changed({ at: changedAt })}</span>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </Stack>
        )}
      </div>
    </>
  );
}

/** Arrows move by one, Home and End to the ends, a letter to the next name that starts with it. Null for other keys. */
function placeByKey(key: string, place: number, names: readonly string[]): number | null {
  const last = names.length - 1;
  if (last < 0) return null;
  if (key === 'ArrowDown') return Math.min(place + 1, last);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return null;
  const soughtName = key.toLowerCase();
  const begins = (at: number): boolean => names[at]?.toLowerCase().startsWith(soughtName) === true;
  const order = names.map((_, step) => (place + 1 + step) % names.length);
  return order.find(begins) ?? null;
}
