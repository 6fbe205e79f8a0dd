import { Text, UnstyledButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../base/words.tsx';
import { useFileDrop } from '../../../parts/use-file-drop.ts';
import classes from '../connections.module.css';

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
  const [hasFolder, setHasFolder] = useState(false);
  const isOver = useFileDrop((files, withFolder) => {
    setHasFolder(withFolder);
    if (files.length > 0) add(files);
  });
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!asksAtOnce || hasAsked.current) return;
    hasAsked.current = true;
    input.current?.click();
  }, [asksAtOnce]);
  return (
    // One element, so that what is hidden leaves no gap.
    <div>
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
          if (files.length > 0) add(files);
        }}
      />
      <div aria-live="polite">
        {hasFolder && (
          <Text size="sm" mt="xs">
            {text.noFolders}
          </Text>
        )}
      </div>
    </div>
  );
}
