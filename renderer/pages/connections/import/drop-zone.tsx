import { Text, UnstyledButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../words/words.tsx';
import classes from './import.module.css';

/**
 * Takes files that are dropped anywhere on the page, and is a button that asks for some. `asksAtOnce`: it was pressed by what
 * led here.
 */
export function DropZone({
  add,
  asksAtOnce,
}: {
  readonly add: (files: readonly File[]) => void;
  readonly asksAtOnce: boolean;
}) {
  const text = useTexts().connectionsImport;
  const input = useRef<HTMLInputElement>(null);
  const take = useRef(add);
  const [isOver, setOver] = useState(false);
  const [hasFolder, setHasFolder] = useState(false);
  useEffect(() => {
    take.current = add;
  }, [add]);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!asksAtOnce || hasAsked.current) return;
    hasAsked.current = true;
    input.current?.click();
  }, [asksAtOnce]);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      // Else the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(false);
      const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
      const files = items
        .filter((item) => item.webkitGetAsEntry()?.isDirectory !== true)
        .flatMap((item) => item.getAsFile() ?? []);
      setHasFolder(files.length < items.length);
      if (files.length > 0) take.current(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <>
      <UnstyledButton
        className={classes['zone'] ?? ''}
        data-over={isOver || undefined}
        onClick={() => input.current?.click()}
      >
        <IconFileImport size={28} stroke={1.5} aria-hidden />
        <Text component="span" fw={600}>
          {isOver ? text.dropNow : text.drop}
        </Text>
        <Text component="span" size="sm" c="dimmed" ta="center">
          {text.dropAbout}
        </Text>
      </UnstyledButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be chosen again once it was changed.
          currentTarget.value = '';
          setHasFolder(false);
          if (files.length > 0) take.current(files);
        }}
      />
      <div aria-live="polite">
        {hasFolder && (
          <Text size="sm" mt="xs">
            {text.noFolders}
          </Text>
        )}
      </div>
    </>
  );
}
