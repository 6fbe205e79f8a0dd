import { Text, VisuallyHidden } from '@mantine/core';
import { IconFolder, IconTable } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { EntryView, FolderListView } from '../../../src/contract/control/folders.ts';
import { useTexts } from '../../words/words.tsx';
import classes from './browse.module.css';
import { placeByKey } from './place-by-key.ts';

interface EntryListProps {
  readonly view: FolderListView;
  readonly from: string | null;
  readonly wanted: string | undefined;
  readonly shows: 'folders' | 'workbooks';
  readonly go: (to: EntryView, back?: string) => void;
  readonly choose: (path: string) => void;
}

/** Folders first. One of them is in the order of Tab, and keys lead from one to the next. */
export function EntryList({ view: { trail, folders, files, isCut }, from, wanted, shows, go, choose }: EntryListProps) {
  const text = useTexts().choosePath;
  const entries = [...folders.map((entry) => ({ ...entry, changedAt: null })), ...files];
  const begin = entries.findIndex(({ path, name }) => (from === null ? name === wanted : path === from));
  const [place, setPlace] = useState(Math.max(0, begin));
  const list = useRef<HTMLDivElement>(null);
  const focus = (at: number): void => {
    setPlace(at);
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  useEffect(() => {
    const button = list.current?.querySelectorAll('button')[Math.max(0, begin)];
    (button ?? list.current)?.focus();
    // Where the list begins is asked once.
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
    const next = placeByKey(
      event.key,
      place,
      entries.map(({ name }) => name),
    );
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };
  const counts = { name: last?.name ?? '', folders: folders.length, files: files.length };
  return (
    <>
      <Text size="xs" c="dimmed" role="status">
        {shows === 'folders' ? text.count(counts) : text.countFiles(counts)}
        {isCut && ` ${text.cut}`}
      </Text>
      {/* The keys of its buttons bubble to here. */}
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
          <Text size="sm" c="dimmed" p="xs">
            {shows === 'folders' ? text.empty : text.emptyFiles}
          </Text>
        ) : (
          <ul>
            {entries.map(({ path, name, changedAt }, at) => (
              <li key={path}>
                <button
                  type="button"
                  tabIndex={at === place ? 0 : -1}
                  data-mantine-stop-propagation
                  data-wanted={name === wanted || undefined}
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
                    <VisuallyHidden>{text.folder}</VisuallyHidden>
                  ) : (
                    <span className={classes['changed']}>{text.changed({ at: changedAt })}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
