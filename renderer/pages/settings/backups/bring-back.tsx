import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupFile, RestoredBackup } from '../../../../src/contract/control/backups.ts';
import { useAction } from '../../../control/use-control.ts';
import { fileWay } from '../../../kinds/file-way.ts';
import { useWorkbookKinds } from '../../../kinds/use-kinds.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

interface BringBackProps {
  readonly accountId: string;
  /** Null closes it. */
  readonly backup: BackupFile | null;
  readonly close: () => void;
}

/** First what will happen, then where the copy is and what can be done with it. */
export function BringBack({ accountId, backup, close }: BringBackProps) {
  const text = useTexts().settingsBackups;
  const format = useFormat();
  const [last, setLast] = useState(backup);
  if (backup !== null && backup !== last) setLast(backup);
  if (last === null) return null;
  return (
    <Dialog title={text.confirmTitle({ when: format.moment(last.takenAt) })} isOpen={backup !== null} close={close}>
      <Steps accountId={accountId} backup={last} close={close} />
    </Dialog>
  );
}

function Steps({
  accountId,
  backup,
  close,
}: {
  readonly accountId: string;
  readonly backup: BackupFile;
  readonly close: () => void;
}) {
  const text = useTexts().settingsBackups;
  const restore = useAction('backup.restore');
  if (restore.data !== undefined) return <Restored accountId={accountId} restored={restore.data} close={close} />;
  return (
    <Stack gap="md">
      <Text size="sm">{text.confirm}</Text>
      {restore.error !== null && <ErrorState failure={restore.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          {text.cancel}
        </Button>
        <Button loading={restore.isPending} onClick={() => restore.mutate({ accountId, name: backup.name })}>
          {text.bringBack}
        </Button>
      </Group>
    </Stack>
  );
}

function Restored({
  accountId,
  restored: { path, isWorkbook },
  close,
}: {
  readonly accountId: string;
  readonly restored: RestoredBackup;
  readonly close: () => void;
}) {
  const text = useTexts().settingsBackups;
  const connect = useAction('workbook.connect');
  const way = fileWay(useWorkbookKinds(), path);
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {isWorkbook ? text.restoredInPlace : connect.isSuccess ? text.wentOn : text.restoredBeside}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {path}
      </Code>
      {!isWorkbook && !connect.isSuccess && <Text size="sm">{text.restoredWhat}</Text>}
      {connect.error !== null && <ErrorState failure={connect.error} />}
      <Group justify="flex-end" gap="sm">
        <CopyButton value={path} label={text.copyPath} size="sm" />
        {!isWorkbook && !connect.isSuccess && (
          <Button
            variant="default"
            loading={connect.isPending}
            onClick={() => {
              if (way !== null) connect.mutate({ accountId, ...way });
            }}
          >
            {text.goOn}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {text.done}
        </Button>
      </Group>
    </Stack>
  );
}
