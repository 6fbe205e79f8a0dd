import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupFile, BackupsView } from '../../../src/contract/control/backups.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { CopiedCode, CopyButton, Muted } from '../../parts/links.tsx';
import { Dialog, DialogButtons } from '../../parts/dialogs.tsx';
import { useWorkbookTexts, useWorkbookKind } from '../../parts/kinds/use-kinds.ts';
import { Line } from '../../parts/line.tsx';

export function Backups() {
  const { data: backups, error, refetch } = useAccountAnswer('backup.list');
  if (backups === undefined) return <LoadingState height={320} failure={error} retry={refetch} />;
  return (
    <>
      <WorkbookVersions workbook={backups.workbook} />
      <DatabaseCopies database={backups.database} />
    </>
  );
}

function WorkbookVersions({ workbook }: Pick<BackupsView, 'workbook'>) {
  const { settingsBackups: text, workbook: workbookText, parts, format } = useTexts();
  const [chosenFile, setChosenFile] = useState<BackupFile | null>(null);
  const close = (): void => setChosenFile(null);
  const { data: connected } = useAccountAnswer('workbook.get');
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(connected?.place.kind);
  return (
    <Card title={text.workbook}>
      {workbook === null ? (
        <Text size="sm">{connected === null ? workbookText.none : kind !== null && say(kind.id).versions}</Text>
      ) : (
        <>
          <Muted mb="sm">{text.workbookAbout}</Muted>
          <Stack component="ul" gap={0}>
            {workbook.files.map((file) => (
              <Line
                key={file.name}
                title={format.moment(file.takenAt)}
                facts={[format.bytes(file.bytes)]}
                actions={
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={parts.named({ label: text.bringBack, name: format.moment(file.takenAt) })}
                    onClick={() => setChosenFile(file)}
                  >
                    {text.bringBack}
                  </Button>
                }
              />
            ))}
          </Stack>
          <CopyButton value={workbook.folder} label={text.copyFolder} mt="md" />
        </>
      )}
      <Dialog
        title={parts.named({
          label: text.bringBack,
          name: chosenFile === null ? '' : format.moment(chosenFile.takenAt),
        })}
        isOpen={chosenFile !== null}
        close={close}
      >
        {chosenFile !== null && <Steps backup={chosenFile} close={close} />}
      </Dialog>
    </Card>
  );
}

/** Restoring a backup requires that Pennyrow is stopped, so the page only shows the folder. */
function DatabaseCopies({ database: { folder, files } }: Pick<BackupsView, 'database'>) {
  const { settingsBackups: text, format } = useTexts();
  const [latest] = files;
  return (
    <Card title={text.database}>
      <Muted>
        {text.databaseAbout} {text.latest({ when: latest === undefined ? null : format.moment(latest.takenAt) })}
      </Muted>
      {latest !== undefined && <CopyButton value={folder} label={text.copyFolder} mt="md" />}
    </Card>
  );
}

function Steps({ backup, close }: { readonly backup: BackupFile; readonly close: () => void }) {
  const { settingsBackups: text, parts } = useTexts();
  const restore = useAccountAction('backup.restore');
  if (restore.data !== undefined) {
    const { path, isWorkbook } = restore.data;
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {isWorkbook ? text.restoredInPlace : text.restoredBeside}
        </Text>
        <CopiedCode value={path} />
        {!isWorkbook && <Text size="sm">{text.restoredWhat}</Text>}
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            {parts.done}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm">{text.confirm}</Text>
      <ErrorState failure={restore.error} />
      <DialogButtons close={close} isFocused>
        <Button loading={restore.isPending} onClick={() => restore.mutate({ name: backup.name })}>
          {text.bringBack}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
