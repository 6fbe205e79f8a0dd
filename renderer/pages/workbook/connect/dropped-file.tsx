import { Alert, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { FoundWorkbook } from '../../../../src/contract/control/workbook.ts';
import { useCarrier } from '../../../control/control-context.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useFileDrop } from '../../../parts/use-file-drop.ts';
import { useTexts } from '../../../words/words.tsx';
import classes from '../workbook.module.css';

const FolderBrowser = lazy(async () => ({
  default: (await import('../../../parts/browse/folder-browser.tsx')).FolderBrowser,
}));

interface DroppedFileProps {
  readonly found: readonly FoundWorkbook[];
  readonly pick: (path: string) => void;
}

/**
 * A spreadsheet that is dropped on the page is never taken for a copy of it: a browser tells its name, and the person where it
 * is, beginning where a file of that name was found.
 */
export function DroppedFile({ found, pick }: DroppedFileProps) {
  const text = useTexts().workbookConnect;
  const carrier = useCarrier();
  const [dropped, setDropped] = useState<string | null>(null);
  const isOver = useFileDrop(([file]) => setDropped(file?.name ?? null));
  if (isOver) return <div className={classes['drop']}>{text.dropNow}</div>;
  if (dropped === null) return null;
  const isWorkbook = /\.xlsx$/i.test(dropped);
  const name = { name: dropped };
  return (
    <Alert
      mb="sm"
      role="status"
      icon={<IconFileSearch aria-hidden />}
      title={isWorkbook ? text.dropped(name) : text.droppedOther(name)}
    >
      <Text size="sm">{isWorkbook ? text.droppedAbout : text.droppedOtherAbout}</Text>
      {isWorkbook && !carrier.isDesktop && (
        <Suspense fallback={<LoadingState height={160} />}>
          <FolderBrowser
            key={dropped}
            id="dropped"
            kind="workbook"
            typed={found.find((file) => file.name === dropped)?.path ?? ''}
            wanted={dropped}
            choose={(path) => {
              setDropped(null);
              pick(path);
            }}
            close={() => setDropped(null)}
          />
        </Suspense>
      )}
    </Alert>
  );
}
