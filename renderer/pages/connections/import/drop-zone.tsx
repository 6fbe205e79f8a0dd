import { Text, UnstyledButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../base/words.tsx';
import { useFileDrop } from '../../../parts/use-file-drop.ts';
import classes from '../connections.module.css';

/**
 * Accepts files dropped anywhere on the page, and opens the file dialog when clicked. `asksAtOnce` opens it on mount.
 */
export function DropZone({
  add,
  opensAtOnce,
}: {
  readonly add: (files: readonly File[]) => void;
  readonly opensAtOnce: boolean;
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
    if (!opensAtOnce || hasAsked.current) return;
    hasAsked.current = true;
    input.current?.click();
  }, [opensAtOnce]);
  return (
    // A single element, so that hidden children leave no gap.
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
          // Allows choosing the same file again after it was changed.
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
