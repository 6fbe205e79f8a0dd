import { Text, UnstyledButton } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useAnswer } from '../../../control/use-control.ts';
import { ChoosePath } from '../../../parts/choose-path.tsx';
import { useTexts } from '../../../words/words.tsx';
import classes from '../workbook.module.css';
import { DroppedFile } from './dropped-file.tsx';

interface FoundFilesProps {
  readonly accountId: string;
  readonly picked: string | null;
  readonly pick: (path: string) => void;
}

/** Spreadsheets where a person keeps theirs, so that no path need be typed. */
export function FoundFiles({ accountId, picked, pick }: FoundFilesProps) {
  const text = useTexts().workbookConnect;
  const { data: files = [] } = useAnswer('workbook.found', { accountId });
  return (
    <section aria-label={text.found}>
      <Text fw={600} size="sm">
        {text.found}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {text.foundAbout}
      </Text>
      <DroppedFile found={files} pick={pick} />
      <ul className={classes['found']}>
        {files.map(({ path, name, folder, changedAt }) => (
          <li key={path}>
            <UnstyledButton className={classes['file'] ?? ''} aria-pressed={picked === path} onClick={() => pick(path)}>
              <IconTable size={20} stroke={1.6} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={classes['in']}>{text.foundIn({ folder, at: changedAt })}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <ChoosePath kind="workbook" typed={picked ?? ''} label={text.found} choose={pick} />
    </section>
  );
}
